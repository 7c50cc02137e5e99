import Colmeia
import ColmeiaSync
import Foundation

/// Lines of an input that blocks, such as standard input: whoever waits for one does not, and hears of an interruption.
final class InputLines: Sendable {
  /// A line without its end.
  struct Line: Sendable, Equatable {
    /// Counted from 1.
    var number: Int
    /// `nil` when the line is longer than it may be; it was left out then.
    var content: [UInt8]?
  }

  private struct Content {
    var buffer: [UInt8] = []
    var number = 0
    var isSkipping = false
    var hasEnded = false
    /// Whether the input has ended in the middle of a line.
    var isAtLastLine: Bool { hasEnded && (isSkipping || !buffer.isEmpty) }
  }

  let limit: Int
  private let interruption: Interruption
  private let read: @Sendable (Int) -> [UInt8]
  private let content = Guarded(Content())
  private let bell = Bell()
  private let taken = Guarded<Line??>(.none)

  /// The lines of what `read` brings.
  ///
  /// - Parameters:
  ///   - limit: how many bytes a line may have.
  ///   - read: waits for bytes, this many at most; none at the end of the input.
  init(limit: Int, _ interruption: Interruption, read: @escaping @Sendable (Int) -> [UInt8]) {
    self.limit = limit
    self.interruption = interruption
    self.read = read
    interruption.register(bell)
  }

  deinit { interruption.forget(bell) }

  /// The next line; `nil` at the end of the input, or when the user wants an end. One caller at a time.
  func next() async -> Line? {
    Thread.detachNewThread { [self] in
      let line = takeLine()
      taken.withLock { $0 = .some(line) }
      bell.ring()
    }
    while true {
      let rings = bell.rings
      if interruption.isOn { return nil }
      let line = taken.withLock { taken in
        defer { taken = .none }
        return taken
      }
      if let line { return line }
      await bell.wait(after: rings)
    }
  }

  private func takeLine() -> Line? {
    while true {
      if let line = content.withLock({ cut(&$0) }) { return line }
      if content.withLock({ $0.hasEnded }) { return nil }
      let bytes = read(65_536)
      content.withLock { content in
        content.buffer += bytes
        if bytes.isEmpty { content.hasEnded = true }
      }
    }
  }

  /// The line at the front of the buffer, if all of it is there. Of a line that is too long only the end is waited for.
  private func cut(_ content: inout Content) -> Line? {
    let end = content.buffer.firstIndex(of: UInt8(ascii: "\n"))
    guard let end = end ?? (content.isAtLastLine ? content.buffer.endIndex : nil) else {
      if content.buffer.count > limit {
        content.isSkipping = true
        content.buffer = []
      }
      return nil
    }
    let line = content.buffer[..<end]
    content.number += 1
    defer {
      content.buffer.removeFirst(min(end + 1, content.buffer.count))
      content.isSkipping = false
    }
    return Line(number: content.number, content: content.isSkipping || line.count > limit ? nil : Array(line))
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
