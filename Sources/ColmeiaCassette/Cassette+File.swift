import ColmeiaStorage
import Foundation

extension Cassette {
  /// The cassette of a file, whoever else may read it.
  ///
  /// - Throws: ``CassetteError``, with file, line and column.
  public init(path: String) throws(CassetteError) {
    guard let file = Foundation.FileHandle(forReadingAtPath: path) else {
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
  ///
  /// - Throws: ``CassetteError``.
  public func write(to path: String) throws(CassetteError) {
    let url = URL(filePath: path)
    let file = AtomicFile(folder: url.deletingLastPathComponent().path, name: url.lastPathComponent)
    do throws(FileError) {
      try file.put(Array(text.utf8), by: ".\(file.name).\(ProcessInfo.processInfo.processIdentifier).tmp")
    } catch {
      throw CassetteError(.file("\(error)"), file: path)
    }
  }
}
