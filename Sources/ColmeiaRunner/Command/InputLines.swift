import ColmeiaSync
import Foundation

/// Lines of an input that blocks, such as standard input: a task that waits for one blocks no thread, and hears of an interruption.
final class InputLines: Sendable {
  /// A line without its end.
  struct Line: Sendable, Equatable {
    /// Counted from 1.
    var number: Int
    /// `nil` when the line is longer than it may be; it was left out then.
    var content: [UInt8]?
  }

  let limit: Int
  private let interruption: Interruption
  private let bell = Bell()
  private let reader: LineReader

  /// The lines of what `read` brings.
  ///
  /// - Parameters:
  ///   - limit: how many bytes a line may have.
  ///   - read: waits for bytes, this many at most; none at the end of the input. One thread calls it.
  init(limit: Int, _ interruption: Interruption, read: @escaping @Sendable (Int) -> [UInt8]) {
    self.limit = limit
    self.interruption = interruption
    reader = LineReader(limit: limit, bell, read)
    interruption.register(bell)
  }

  deinit {
    interruption.forget(bell)
    reader.stop()
  }

  /// The next line; `nil` at the end of the input, or when the user or the task that waits wants an end. One caller at a
  /// time.
  func next() async -> Line? {
    while true {
      let rings = bell.rings
      if interruption.isOn || Task.isCancelled { return nil }
      if let line = reader.take() { return line }
      await bell.wait(after: rings)
    }
  }
}

/// The standard descriptors of this process.
enum Standard {
  /// Waits for bytes of standard input, `count` at most; none at its end.
  static func read(_ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    while true {
      let length = bytes.withUnsafeMutableBytes { Foundation.read(STDIN_FILENO, $0.baseAddress, count) }
      if length < 0, errno == EINTR { continue }
      return Array(bytes.prefix(max(0, length)))
    }
  }
}
