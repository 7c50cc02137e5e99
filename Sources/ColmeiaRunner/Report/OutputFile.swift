import Colmeia
import ColmeiaSync
import Foundation

/// A file, pipe or terminal for text output. A failed write doesn't end the program. The error is stored, so that the
/// writer can stop.
public final class OutputFile: Sendable {
  /// Standard output of this process.
  public static let standard = OutputFile(descriptor: STDOUT_FILENO, name: "standard output")
  /// Standard error of this process.
  public static let errors = OutputFile(descriptor: STDERR_FILENO, name: "standard error")

  private struct Content {
    var failure: String?
    var hasLostReader = false
  }

  private let descriptor: Int32
  private let name: String
  private let isOwned: Bool
  /// Whether this is a regular file, whose contents can be replaced.
  let isRegular: Bool
  private let content = Guarded(Content())

  /// Creates output to a descriptor that is already open. It is not closed.
  init(descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
    (isOwned, isRegular) = (false, false)
  }

  /// Opens a file for writing, and creates it if it doesn't exist. A regular file becomes accessible only to the
  /// current user, even if it was accessible to others before. A device or a pipe is not changed. The contents are kept
  /// until the first ``replace(with:)``.
  ///
  /// - Throws: ``UsageError`` if the file can't be opened.
  init(path: String) throws(UsageError) {
    descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    name = "'\(path)'"
    isOwned = true
    var status = stat()
    let isKnown = descriptor >= 0 && fstat(descriptor, &status) == 0
    isRegular = isKnown && status.st_mode & S_IFMT == S_IFREG
    guard isKnown, !isRegular || fchmod(descriptor, 0o600) == 0
    else { throw UsageError("\(name) cannot be written: \(Self.reason(errno))") }
  }

  deinit { if isOwned { close(descriptor) } }

  /// The reason why the file can't be written, as a sentence, or `nil` if there was no error.
  public var failure: String? { content.withLock { $0.failure } }

  /// Whether the program at the other end of the pipe has ended, as in `colmeia actions | head -1`.
  var hasLostReader: Bool { content.withLock { $0.hasLostReader } }

  /// Writes the whole text. Returns `false` if this or an earlier write failed.
  @discardableResult public func write(_ text: String) -> Bool {
    content.withLock { content in
      if content.failure == nil, let error = put(text) {
        content.failure = "\(name) cannot be written: \(Self.reason(error))"
        content.hasLostReader = error == EPIPE
      }
      return content.failure == nil
    }
  }

  /// Truncates the file, if possible, and writes a text.
  @discardableResult public func replace(with text: String) -> Bool {
    // Devices and pipes can't be truncated.
    if ftruncate(descriptor, 0) == 0 { _ = lseek(descriptor, 0, SEEK_SET) }
    return write(text)
  }

  /// Writes the text, and returns the error number if that failed.
  private func put(_ text: String) -> Int32? {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
        continue
      }
      switch errno {
      case EINTR: break
      case EAGAIN, EWOULDBLOCK:
        var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = Foundation.poll(&poll, 1, -1)
      case let error: return error
      }
    }
    return nil
  }

  private static func reason(_ error: Int32) -> String { String(cString: strerror(error)) }
}
