import ColmeiaBase
import Foundation

/// A file, pipe or terminal for text output. A failed write doesn't end the program. The error is stored, so that the
/// writer can stop.
public final class OutputFile: Sendable {
  /// Standard output of this process.
  public static let standard = OutputFile(descriptor: STDOUT_FILENO, name: "standard output")
  /// Standard error of this process.
  public static let errors = OutputFile(descriptor: STDERR_FILENO, name: "standard error")

  /// The reason why nothing more is written: an error, or an interruption while nothing was read.
  private enum End: Equatable { case failed(Int32), abandoned }

  /// The time without progress after which an interrupted write is abandoned, and the interval in which a write that
  /// has to wait notices an interruption, in milliseconds.
  private static let (patience, interval): (Int32, Int32) = (1_000, 100)

  package let descriptor: Int32
  private let name: String
  private let isOwned: Bool
  /// Whether this is a regular file, whose contents can be replaced.
  package let isRegular: Bool
  private let end = Guarded(End?.none)

  /// Creates output to a descriptor that is already open. It is not closed.
  init(descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
    (isOwned, isRegular) = (false, false)
  }

  /// Opens a file for writing, and creates it if it doesn't exist, with the permissions that the process gives its files
  /// (umask), so that others can read a report, such as the agent of a CI system. The contents are kept until the first
  /// ``replace(with:)``.
  ///
  /// - Throws: ``UsageError`` if the file can't be opened.
  package init(path: String) throws(UsageError) {
    // A pipe that no program reads is refused, because opening it would block.
    descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o666)
    if descriptor >= 0 { _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK) }
    name = "'\(path)'"
    isOwned = true
    var status = stat()
    let isKnown = descriptor >= 0 && fstat(descriptor, &status) == 0
    isRegular = isKnown && status.st_mode & S_IFMT == S_IFREG
    guard isKnown else { throw UsageError("\(name) cannot be written: \(Self.reason(errno))") }
  }

  deinit { if isOwned { close(descriptor) } }

  /// The reason why the file can't be written, as a sentence, or `nil` if there was no error.
  public var failure: String? {
    guard case .failed(let error) = end.withLock({ $0 }) else { return nil }
    return "\(name) cannot be written: \(Self.reason(error))"
  }

  /// Whether the program at the other end of the pipe has ended, as in `colmeia actions | head -1`.
  package var hasLostReader: Bool { end.withLock { $0 == .failed(EPIPE) } }

  /// Writes the whole text. Returns `false` if this or an earlier write failed.
  @discardableResult public func write(_ text: String) -> Bool { write(text, until: nil) }

  /// Writes the whole text. Returns `false` if this or an earlier write failed or was abandoned.
  ///
  /// - Parameter interruption: If it is on and the reader of a pipe doesn't read, the write is abandoned. That isn't a
  ///   ``failure``.
  package func write(_ text: String, until interruption: Interruption?) -> Bool {
    end.withLock { end in
      end = end ?? emit(text, interruption)
      return end == nil
    }
  }

  /// Truncates the file, if possible, and writes a text.
  @discardableResult public func replace(with text: String) -> Bool {
    // Devices and pipes can't be truncated.
    if ftruncate(descriptor, 0) == 0 { _ = lseek(descriptor, 0, SEEK_SET) }
    return write(text)
  }

  /// Writes the text. Returns the reason if that was impossible.
  private func emit(_ text: String, _ interruption: Interruption?) -> End? {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      if interruption != nil, !hasRoom(interruption) { return .abandoned }
      // A pipe with room accepts this many bytes without blocking.
      let part = interruption == nil ? rest : rest.prefix(Int(PIPE_BUF))
      let count = part.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
        continue
      }
      switch errno {
      case EINTR: break
      case EAGAIN, EWOULDBLOCK: if !hasRoom(interruption) { return .abandoned }
      case let error: return .failed(error)
      }
    }
    return nil
  }

  /// Waits until the output accepts bytes, or fails. Returns `false` if it does neither after the interruption.
  private func hasRoom(_ interruption: Interruption?) -> Bool {
    while true {
      var asked = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      let isOn = interruption?.isOn ?? false
      let count = poll(&asked, 1, isOn ? Self.patience : interruption == nil ? -1 : Self.interval)
      if count > 0 { return true }
      if count == 0, isOn { return false }
    }
  }

  private static func reason(_ error: Int32) -> String {
    error == ENXIO ? "no program reads this pipe" : String(cString: strerror(error))
  }
}
