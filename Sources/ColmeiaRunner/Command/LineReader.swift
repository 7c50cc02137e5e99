import ColmeiaSync
import Foundation

/// A thread that reads the lines of an input, each when it is wanted, so that nothing is read that nobody waits for.
final class LineReader: Sendable {
  private enum Phase: Sendable {
    /// There is no thread yet.
    case new
    /// The thread waits until a line is wanted.
    case idle
    /// The thread reads.
    case reading
    case read(InputLines.Line?)
    /// The thread has ended, or will when it has read what it waits for.
    case over
  }

  private let limit: Int
  private let bell: Bell
  private let read: @Sendable (Int) -> [UInt8]
  private let phase = Guarded(Phase.new)
  private let isWanted = DispatchSemaphore(value: 0)

  /// - Parameter bell: rings when there is a line, or the end.
  init(limit: Int, _ bell: Bell, _ read: @escaping @Sendable (Int) -> [UInt8]) {
    self.limit = limit
    self.bell = bell
    self.read = read
  }

  /// The next line, `nil` for the end; or nothing yet, and then the bell will ring.
  func take() -> InputLines.Line?? {
    let (line, begins, asks) = phase.withLock { phase -> (InputLines.Line??, Bool, Bool) in
      switch phase {
      case .new, .idle:
        defer { phase = .reading }
        if case .new = phase { return (.none, true, true) }
        return (.none, false, true)
      case .reading: return (.none, false, false)
      case .read(let line):
        phase = line == nil ? .over : .idle
        return (.some(line), false, false)
      case .over: return (.some(nil), false, false)
      }
    }
    if begins { Thread.detachNewThread { self.work() } }
    if asks { isWanted.signal() }
    return line
  }

  /// Nobody wants another line.
  func stop() {
    phase.withLock { $0 = .over }
    isWanted.signal()
  }

  private func work() {
    var cutter = LineCutter(limit: limit)
    while true {
      isWanted.wait()
      if case .over = phase.withLock({ $0 }) { return }
      let line = cutter.next(read)
      let isOver = phase.withLock { phase in
        if case .over = phase { return true }
        phase = .read(line)
        return line == nil
      }
      bell.ring()
      if isOver { return }
    }
  }
}

/// Cuts bytes into lines.
struct LineCutter {
  let limit: Int
  private var buffer: [UInt8] = []
  private var number = 0
  private var isSkipping = false
  private var hasEnded = false
  /// Whether the input has ended in the middle of a line.
  private var isAtLastLine: Bool { hasEnded && (isSkipping || !buffer.isEmpty) }

  /// - Parameter limit: how many bytes a line may have.
  init(limit: Int) { self.limit = limit }

  /// The next line of what `read` brings; `nil` at the end.
  mutating func next(_ read: (Int) -> [UInt8]) -> InputLines.Line? {
    while true {
      if let line = cut() { return line }
      if hasEnded { return nil }
      let bytes = read(65_536)
      buffer += bytes
      hasEnded = bytes.isEmpty
    }
  }

  /// The line at the front of the buffer, if all of it is there. Of a line that is too long only the end is waited for.
  private mutating func cut() -> InputLines.Line? {
    let end = buffer.firstIndex(of: UInt8(ascii: "\n"))
    guard let end = end ?? (isAtLastLine ? buffer.endIndex : nil) else {
      if buffer.count > limit { (isSkipping, buffer) = (true, []) }
      return nil
    }
    let line = buffer[..<end]
    number += 1
    defer {
      buffer.removeFirst(min(end + 1, buffer.count))
      isSkipping = false
    }
    return InputLines.Line(number: number, content: isSkipping || line.count > limit ? nil : Array(line))
  }
}
