import ColmeiaStorage

/// Reads the body of a form or of another upload in pieces. At most one file is open at a time, and it is closed when
/// the reader is destroyed.
public struct MultipartReader: ~Copyable {
  /// The maximum number of bytes to read from a file at a time.
  static let pieceLimit = 1 << 16

  private let segments: [MultipartBody.Segment]
  private let files: any FileSystem
  private var segment = 0
  /// The number of bytes of the segment that have been read.
  private var offset = 0
  private var file: OpenFile?
  private var search: BoundarySearch
  private var failure: MultipartError?

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - segments: The sections of the body.
  ///   - boundary: The boundary, which must not occur in a named part.
  ///   - files: The file system.
  init(_ segments: [MultipartBody.Segment], boundary: String?, files: any FileSystem) {
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
  /// - Throws: ``MultipartError``. All later calls throw the same error, because the rest of the body can't be read.
  /// - Complexity: O(count), in time and memory.
  public mutating func read(_ count: Int) throws(MultipartError) -> [UInt8] {
    if let failure { throw failure }
    do throws(MultipartError) {
      var bytes: [UInt8] = []
      while bytes.count < count, segment < segments.count { bytes += try next(count - bytes.count) }
      return bytes
    } catch {
      failure = error
      throw error
    }
  }

  /// Reads up to `limit` bytes of the current segment. Returns an empty array at its end, and moves on to the next
  /// segment.
  private mutating func next(_ limit: Int) throws(MultipartError) -> [UInt8] {
    switch segments[segment] {
    case .bytes(let bytes):
      let piece = Array(bytes[offset...].prefix(limit))
      offset += piece.count
      if offset == bytes.count { advance() }
      return piece
    case .file(let file, let part, let count):
      if offset == count {
        try endFile(file)
        return []
      }
      let piece = try readFile(file, min(limit, count - offset))
      if let part, search.find(in: piece) { throw .boundaryInPart(name: part) }
      offset += piece.count
      return piece
    }
  }

  private mutating func readFile(_ file: FormFile, _ limit: Int) throws(MultipartError) -> [UInt8] {
    let handle = try openOnce(file)
    let piece: [UInt8]
    do throws(FileError) { piece = try files.read(handle, min(limit, Self.pieceLimit)) } catch {
      throw .file(error)
    }
    if piece.isEmpty { throw .changed(path: file.path) }
    return piece
  }

  /// Checks that the file still has its original length, and closes it.
  private mutating func endFile(_ file: FormFile) throws(MultipartError) {
    let handle = try openOnce(file)
    let isAtEnd: Bool
    do throws(FileError) {
      isAtEnd = try files.read(handle, 1).isEmpty
      if isAtEnd {
        self.file = nil
        try files.close(handle)
      }
    } catch { throw .file(error) }
    guard isAtEnd else { throw .changed(path: file.path) }
    advance()
  }

  private mutating func openOnce(_ file: FormFile) throws(MultipartError) -> OpenFile {
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
