import ColmeiaStorage
import Foundation
import Synchronization

extension Cassette {
  /// Reads a cassette from a file.
  ///
  /// - Throws: ``CassetteError``, with the file, the line and the column.
  public init(path: String) throws(CassetteError) {
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw CassetteError(.file("this file cannot be read; check that it exists"), file: path)
    }
    defer { try? file.close() }
    let data: Data
    do { data = try file.read(upToCount: CassetteLimits.file + 1) ?? Data() } catch {
      throw CassetteError(.file("this file cannot be read: \(error.localizedDescription)"), file: path)
    }
    try self.init(parsing: Array(data), file: path)
  }

  /// Writes the cassette to a file atomically. If the write fails, the old file remains. Only the current user can read
  /// the new file.
  ///
  /// A symbolic link is kept and its target is replaced. A device or a pipe is written to directly. The method blocks a
  /// thread outside the shared pool of the tasks.
  ///
  /// - Throws: ``CassetteError`` if the file cannot be written, or would be too large to be read.
  public func write(to path: String) async throws(CassetteError) {
    try await SystemFileSystem().blocking { () throws(CassetteError) in try writeHere(to: path) }
  }

  /// Writes the cassette on the calling thread, which blocks until a device or the reader of a pipe is ready.
  package func writeHere(to path: String) throws(CassetteError) {
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG { return try write(into: path) }
    if lstat(path, &status) != 0 || status.st_mode & S_IFMT != S_IFLNK { return try replace(path) }
    guard let resolved = realpath(path, nil) else {
      throw CassetteError(.file("this link is broken; remove it, or name another file"), file: path)
    }
    defer { free(resolved) }
    try replace(String(cString: resolved))
  }

  /// Writes to a path that is not a regular file, such as a device or a pipe.
  private func write(into path: String) throws(CassetteError) {
    do {
      guard let file = FileHandle(forWritingAtPath: path) else { throw CocoaError(.fileWriteNoPermission) }
      try file.write(contentsOf: Data(text.utf8))
      try file.close()
    } catch {
      throw CassetteError(.file("this file cannot be written: \(error.localizedDescription)"), file: path)
    }
  }

  /// The number of files written by this process, so that each is written under another temporary name.
  private static let written = Atomic(0)

  private func replace(_ path: String) throws(CassetteError) {
    let bytes = Array(text.utf8)
    guard bytes.count <= CassetteLimits.file else {
      throw CassetteError(.tooLarge(limit: CassetteLimits.file), file: path)
    }
    let unique = "\(ProcessInfo.processInfo.processIdentifier).\(Self.written.add(1, ordering: .relaxed).newValue)"
    let url = URL(filePath: path)
    let file = AtomicFile(folder: url.deletingLastPathComponent().path, name: url.lastPathComponent)
    do throws(FileError) {
      try file.write(bytes, through: ".\(file.name).\(unique).tmp")
    } catch {
      throw CassetteError(.file("\(error)"), file: path)
    }
  }
}
