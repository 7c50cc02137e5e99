import ColmeiaScenario
import Foundation

extension SourceText {
  /// Reads the text of a file.
  package static func read(_ path: String) throws(UsageError) -> SourceText {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { throw UsageError("'\(path)' cannot be read: \(String(cString: strerror(errno)))") }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    defer { try? file.close() }
    var status = stat()
    if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      throw UsageError("'\(path)' cannot be read: it is a folder")
    }
    let content: Data?
    do { content = try file.read(upToCount: ScenarioFile.sizeLimit + 1) } catch {
      throw UsageError("'\(path)' cannot be read: \(error.localizedDescription)")
    }
    let bytes = content.map(Array.init) ?? []  // reading an empty file returns no data
    if bytes.contains(0) { throw UsageError("'\(path)' is not a text file in UTF-8") }
    return SourceText(name: path, bytes: bytes)
  }
}
