import ColmeiaSync
import Foundation

/// A thread that reads lines from an input. It reads only when a line is requested.
final class LineReader: Sendable {
  private enum Phase: Sendable {
    /// The thread has not been started yet.
    case new
    /// The thread waits for a request.
    case idle
    /// The thread is reading.
    case reading
    case read(InputLines.Line?)
    /// The thread has ended, or will end when its current read returns.
    case over
  }

  private let limit: Int
  private let bell: Bell
  private let read: @Sendable (Int) -> [UInt8]
  private let phase = Guarded(Phase.new)
  private let isWanted = DispatchSemaphore(value: 0)

  /// - Parameter bell: Rings when a line or the end of the input is available.
  init(limit: Int, _ bell: Bell, _ read: @escaping @Sendable (Int) -> [UInt8]) {
    self.limit = limit
    self.bell = bell
    self.read = read
  }

  /// Returns the next line, or `.some(nil)` at the end of the input. Returns `nil` if nothing is available yet; the
  /// bell then rings later.
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

  /// Ends the thread. No more lines will be requested.
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

/// Splits bytes into lines.
struct LineCutter {
  let limit: Int
  private var buffer: [UInt8] = []
  private var number = 0
  private var isSkipping = false
  private var hasEnded = false
  /// Whether the input has ended within a line.
  private var isAtLastLine: Bool { hasEnded && (isSkipping || !buffer.isEmpty) }

  /// - Parameter limit: The maximum number of bytes in a line.
  init(limit: Int) { self.limit = limit }

  /// Returns the next line of the bytes that `read` returns, or `nil` at the end.
  mutating func next(_ read: (Int) -> [UInt8]) -> InputLines.Line? {
    while true {
      if let line = cut() { return line }
      if hasEnded { return nil }
      let bytes = read(65_536)
      buffer += bytes
      hasEnded = bytes.isEmpty
    }
  }

  /// Removes the first line from the buffer if it is complete. If a line is too long, its content is discarded.
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
