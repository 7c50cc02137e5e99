import Colmeia
import ColmeiaSync
import Foundation

/// A file, a pipe or a terminal that text goes to. A failed write does not end the program: it is remembered, and
/// what writes can stop.
public final class OutputFile: Sendable {
  /// Standard output of this process.
  public static let standard = OutputFile(descriptor: STDOUT_FILENO, name: "standard output")
  /// Standard error of this process.
  public static let errors = OutputFile(descriptor: STDERR_FILENO, name: "standard error")

  private struct Content {
    var failure: String?
  }

  private let descriptor: Int32
  private let name: String
  private let isOwned: Bool
  private let content = Guarded(Content())

  /// What is open already, and stays open.
  init(descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
    isOwned = false
  }

  /// Opens a file for writing, and makes it if it is not there. It is for this user only, also when it was for others
  /// before; a device or a pipe stays as it is. What is in it stays until the first ``replace(with:)``.
  ///
  /// - Throws: when that is not possible.
  init(path: String) throws(UsageError) {
    descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    name = "'\(path)'"
    isOwned = true
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0,
      status.st_mode & S_IFMT != S_IFREG || fchmod(descriptor, 0o600) == 0
    else { throw UsageError("\(name) cannot be written: \(Self.reason(errno))") }
  }

  deinit { if isOwned { close(descriptor) } }

  /// Why nothing more can be written, as a sentence; `nil` while it can.
  public var failure: String? { content.withLock { $0.failure } }

  /// Writes a text, all of it; `false` when that is not possible, now or any more.
  @discardableResult public func write(_ text: String) -> Bool {
    content.withLock { content in
      if content.failure == nil, let error = put(text) {
        content.failure = "\(name) cannot be written: \(Self.reason(error))"
      }
      return content.failure == nil
    }
  }

  /// Empties the file, if it is one that can be, and writes a text.
  @discardableResult public func replace(with text: String) -> Bool {
    // A device or a pipe has nothing to be taken away.
    if ftruncate(descriptor, 0) == 0 { _ = lseek(descriptor, 0, SEEK_SET) }
    return write(text)
  }

  /// The number of the error that has kept it from being written.
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
