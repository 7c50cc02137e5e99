import ColmeiaStorage

/// Reads the body of a form, or of another upload, in pieces. It has one file open at most, and closes it when it is released.
public struct MultipartReader: ~Copyable {
  /// How many bytes are read of a file at a time, at most.
  static let pieceLimit = 1 << 16

  private let segments: [MultipartBody.Segment]
  private let files: any FileSystem
  private var segment = 0
  /// How many bytes of the segment have been read.
  private var offset = 0
  private var file: OpenFile?
  private var search: BoundarySearch
  private var failure: MultipartError?

  /// - Parameter boundary: what may stand in no part that has a name.
  init(_ segments: [MultipartBody.Segment], boundary: String?, files: any FileSystem) {
    self.segments = segments
    self.files = files
    search = BoundarySearch(boundary ?? "")
  }

  deinit {
    guard let file else { return }
    do throws(FileError) { try files.close(file) } catch {}
  }

  /// The next bytes: fewer than `count` only at the end, none behind it.
  ///
  /// - Throws: ``MultipartError``, and the same whenever it is called again: the body cannot be had any more.
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

  /// Up to `limit` bytes of the segment that is next; none at its end, which leads to the next one.
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

  /// The file must end where it has ended before.
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
