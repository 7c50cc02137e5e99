import ColmeiaBase
import ColmeiaWorld
import Foundation

/// The lines of a blocking input, such as standard input. Waiting for a line suspends the task without blocking a
/// thread, and ends on an interruption.
package final class InputLines: Sendable {
  /// A line without its line break.
  struct Line: Sendable, Equatable {
    /// The number of the line, from 1.
    var number: Int
    /// The content, or `nil` if the line was too long and has been discarded.
    var content: [UInt8]?
  }

  let limit: Int
  private let interruption: Interruption
  private let bell = Bell()
  private let reader: LineReader

  /// Creates the lines of an input.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of bytes in a line.
  ///   - read: Blocks until bytes are available, and returns at most the given number. Returns no bytes at the end of
  ///     the input. Called by one thread.
  package init(limit: Int, _ interruption: Interruption, read: @escaping @Sendable (Int) -> [UInt8]) {
    self.limit = limit
    self.interruption = interruption
    reader = LineReader(limit: limit, bell, read)
    interruption.register(bell)
  }

  deinit {
    interruption.forget(bell)
    reader.stop()
  }

  /// Returns the next line, or `nil` at the end of the input, on an interruption, or if the task is cancelled. Only one
  /// caller may wait at a time.
  func next() async -> Line? {
    while true {
      let rings = bell.rings
      if interruption.isOn || Task.isCancelled { return nil }
      if let line = reader.next() { return line }
      await bell.wait(after: rings)
    }
  }
}

/// The standard input of this process.
package enum Standard {
  /// Blocks until bytes are available on standard input, and returns at most `count`. Returns no bytes at the end.
  package static func read(_ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    while true {
      let length = bytes.withUnsafeMutableBytes { Foundation.read(STDIN_FILENO, $0.baseAddress, count) }
      if length < 0, errno == EINTR { continue }
      return Array(bytes.prefix(max(0, length)))
    }
  }
}
