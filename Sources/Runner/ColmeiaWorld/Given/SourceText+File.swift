import ColmeiaScenario
import Foundation

extension SourceText {
  /// Reads the text of a file.
  ///
  /// - Parameter isInterrupted: Whether a pipe that gives nothing is abandoned.
  package static func read(
    _ path: String, isInterrupted: () -> Bool = { false }
  ) throws(UsageError) -> SourceText {
    func failure(_ error: Int32) -> UsageError {
      UsageError("'\(path)' cannot be read: \(error == EISDIR ? "it is a folder" : String(cString: strerror(error)))")
    }
    // Opening a pipe without a writer would block otherwise.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if descriptor < 0 { throw failure(errno) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 64 << 10)
    while bytes.count <= ScenarioFile.sizeLimit {
      var asked = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      if poll(&asked, 1, 100) <= 0 {
        if isInterrupted() { break }
        continue
      }
      let count = part.withUnsafeMutableBytes { Foundation.read(descriptor, $0.baseAddress, $0.count) }
      if count == 0 { break }
      if count > 0 { bytes += part.prefix(count) } else if ![EINTR, EAGAIN].contains(errno) { throw failure(errno) }
    }
    if bytes.contains(0) { throw UsageError("'\(path)' is not a text file in UTF-8") }
    return SourceText(name: path, bytes: bytes)
  }
}
