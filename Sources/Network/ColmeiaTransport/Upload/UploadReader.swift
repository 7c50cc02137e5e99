import ColmeiaStorage

/// Reads the body of an upload in pieces. At most one file is open at a time. It is closed after its last byte, or when
/// the reader is destroyed.
public struct UploadReader: ~Copyable {
  /// The maximum number of bytes to read from a file at a time.
  static let pieceLimit = 1 << 16

  /// The number of bytes that have not been read.
  public private(set) var left: Int
  private let segments: [MultipartBody.Segment]
  private let files: any FileSystem
  private var segment = 0
  /// The number of bytes of the segment that have been read.
  private var offset = 0
  private var file: OpenFile?
  private var search: BoundarySearch
  private var failure: UploadError?

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - segments: The sections of the body.
  ///   - length: The number of bytes in all sections.
  ///   - boundary: The boundary, which must not occur in a named part.
  ///   - files: The file system.
  init(_ segments: [MultipartBody.Segment], length: Int, boundary: String?, files: any FileSystem) {
    left = length
    self.segments = segments
    self.files = files
    search = BoundarySearch(boundary ?? "")
  }

  deinit {
    guard let file else { return }
    do throws(FileError) { try files.close(file) } catch {}
  }

  /// Reads the next bytes. Returns fewer than `count` only at the end, and none after it.
  ///
  /// The last bytes are returned only after checking that they are the last: if a file has grown, an error is thrown
  /// before the bytes could be taken for the whole file.
  ///
  /// - Throws: ``UploadError``. All later calls throw the same error, because the rest of the body can't be read.
  /// - Complexity: O(count), in time and memory.
  public mutating func read(_ count: Int) throws(UploadError) -> [UInt8] {
    if let failure { throw failure }
    do throws(UploadError) {
      var bytes: [UInt8] = []
      while bytes.count < count || bytes.count == left, segment < segments.count {
        bytes += try next(count - bytes.count)
      }
      left -= bytes.count
      return bytes
    } catch {
      failure = error
      throw error
    }
  }

  /// Reads up to `limit` bytes of the current segment. Returns an empty array at its end, and moves on to the next
  /// segment.
  private mutating func next(_ limit: Int) throws(UploadError) -> [UInt8] {
    switch segments[segment] {
    case .bytes(let bytes):
      let piece = Array(bytes[offset...].prefix(limit))
      offset += piece.count
      if offset == bytes.count { advance() }
      return piece
    case .file(let file, let part, let count):
      let piece: [UInt8]
      do throws(FileError) {
        let handle = try openOnce(file)
        // One byte more than the file had shows whether it has grown.
        piece = try files.read(handle, offset == count ? 1 : min(limit, count - offset, Self.pieceLimit))
        if offset == count, piece.isEmpty {
          self.file = nil
          try files.close(handle)
          advance()
          return []
        }
      } catch { throw .file(error) }
      if piece.isEmpty || offset == count { throw .changed(path: file.path) }
      if let part, search.find(in: piece) { throw .form(.boundaryInPart(name: part)) }
      offset += piece.count
      return piece
    }
  }

  private mutating func openOnce(_ file: FormFile) throws(FileError) -> OpenFile {
    if let handle = self.file { return handle }
    let handle = try files.openToRead(file)
    self.file = handle
    search.restart()
    return handle
  }

  private mutating func advance() {
    segment += 1
    offset = 0
  }
}
