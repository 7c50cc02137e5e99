import ColmeiaStorage
import Foundation

extension Cassette {
  /// The cassette of a file, which other users may read as well.
  ///
  /// - Throws: ``CassetteError``, with file, line and column.
  public init(path: String) throws(CassetteError) {
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw CassetteError(.file("this file cannot be read; is it there?"), file: path)
    }
    defer { try? file.close() }
    let data: Data
    do { data = try file.read(upToCount: CassetteLimits.file + 1) ?? Data() } catch {
      throw CassetteError(.file("this file cannot be read: \(error.localizedDescription)"), file: path)
    }
    try self.init(parsing: Array(data), file: path)
  }

  /// Writes the file: whatever happens meanwhile, afterwards the old or the new one is there. Only this user can read it.
  /// A link stays, and leads to the file; a device or a pipe stays, and is written to. The thread that this waits on is none
  /// of those that all tasks share.
  ///
  /// - Throws: ``CassetteError``.
  public func write(to path: String) async throws(CassetteError) {
    try await SystemFileSystem().blocking { () throws(CassetteError) in try writeHere(to: path) }
  }

  /// Does the same on the caller's thread, which waits for the device, or for who reads the pipe.
  package func writeHere(to path: String) throws(CassetteError) {
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG { return try put(into: path) }
    if lstat(path, &status) != 0 || status.st_mode & S_IFMT != S_IFLNK { return try replace(path) }
    guard let place = realpath(path, nil) else {
      throw CassetteError(.file("this link leads nowhere; remove it, or name another file"), file: path)
    }
    defer { free(place) }
    try replace(String(cString: place))
  }

  /// Writes to what is no file, and is not to be one.
  private func put(into path: String) throws(CassetteError) {
    do {
      guard let file = FileHandle(forWritingAtPath: path) else { throw CocoaError(.fileWriteNoPermission) }
      try file.write(contentsOf: Data(text.utf8))
      try file.close()
    } catch {
      throw CassetteError(.file("this cannot be written: \(error.localizedDescription)"), file: path)
    }
  }

  private func replace(_ path: String) throws(CassetteError) {
    let url = URL(filePath: path)
    let file = AtomicFile(folder: url.deletingLastPathComponent().path, name: url.lastPathComponent)
    do throws(FileError) {
      try file.put(Array(text.utf8), by: ".\(file.name).\(ProcessInfo.processInfo.processIdentifier).tmp")
    } catch {
      throw CassetteError(.file("\(error)"), file: path)
    }
  }
}
