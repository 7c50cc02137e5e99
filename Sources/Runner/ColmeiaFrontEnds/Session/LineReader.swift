import ColmeiaBase
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
  func next() -> InputLines.Line?? {
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

/// Splits bytes into lines. Each byte is searched and copied once, whatever the pieces in which a line arrives.
struct LineCutter {
  let limit: Int
  /// The number of bytes that have been searched for a line break.
  private(set) var searched = 0
  /// The bytes that have been read and not searched.
  private var rest: ArraySlice<UInt8> = []
  /// The beginning of the current line, or `nil` if the line is too long.
  private var line: [UInt8]? = []
  private var number = 0
  private var hasEnded = false

  /// - Parameter limit: The maximum number of bytes in a line.
  init(limit: Int) { self.limit = limit }

  /// Returns the next line of the bytes that `read` returns, or `nil` at the end.
  mutating func next(_ read: (Int) -> [UInt8]) -> InputLines.Line? {
    while !hasEnded {
      let end = rest.firstIndex(of: UInt8(ascii: "\n"))
      let part = rest[..<(end ?? rest.endIndex)]
      rest = end.map { rest[($0 + 1)...] } ?? []
      searched += part.count + (end == nil ? 0 : 1)
      append(part)
      if end != nil { return finish() }
      rest = read(65_536)[...]
      hasEnded = rest.isEmpty
    }
    // The input may have ended within a line.
    return line?.isEmpty == true ? nil : finish()
  }

  private mutating func append(_ part: ArraySlice<UInt8>) {
    if (line?.count ?? 0) + part.count > limit { line = nil } else { line?.append(contentsOf: part) }
  }

  private mutating func finish() -> InputLines.Line {
    defer { line = [] }
    number += 1
    return InputLines.Line(number: number, content: line)
  }
}
