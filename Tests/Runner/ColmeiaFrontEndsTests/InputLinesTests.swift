import ColmeiaBase
import Foundation
import TestSupport
import Testing

@testable import ColmeiaFrontEnds
@testable import ColmeiaWorld

@Suite(.blocking, .timeLimit(.minutes(10))) struct InputLinesTests {
  /// Returns the lines of an input that arrives in these pieces.
  static func lines(_ pieces: [[UInt8]], limit: Int) async -> [InputLines.Line] {
    let left = Guarded(pieces[...])
    let input = InputLines(limit: limit, Interruption()) { _ in left.withLock { $0.popFirst() } ?? [] }
    var lines: [InputLines.Line] = []
    while let line = await input.next() { lines.append(line) }
    return lines
  }

  @Test(
    arguments: [
      ("", []), ("a", ["a"]), ("a\n", ["a"]), ("\n", [""]), ("a\n\nb", ["a", "", "b"]), ("12345\n", ["12345"]),
      ("123456\n", [nil]), ("123456", [nil]), ("123456\nb\n", [nil, "b"]), ("a\r\n", ["a\r"]),
      ("123456789012\n1234567\n12345", [nil, nil, "12345"]),
    ] as [(String, [String?])])
  func `A line ends at its line break, and only lines that are too long are discarded`(
    text: String, expected: [String?]
  ) async {
    // The bytes arrive in pieces of every size, from single bytes to all at once.
    for size in 1...max(1, text.utf8.count) {
      let bytes = Array(text.utf8)
      let pieces = stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<min($0 + size, bytes.count)]) }
      let lines = await Self.lines(pieces, limit: 5)
      #expect(lines.map { $0.content.map { String(decoding: $0, as: UTF8.self) } } == expected, "pieces of \(size)")
      #expect(lines.map(\.number) == Array(1..<(lines.count + 1)))
    }
  }

  @Test(arguments: [1 << 20, 4_000])
  func `Each byte is searched once, in whatever pieces a line arrives`(limit: Int) {
    let bytes = Array(repeating: UInt8(ascii: "x"), count: 1 << 20) + Array("\nshort\n\nend".utf8)
    for size in [100, 4_096, 65_536, bytes.count] {
      var (cutter, index) = (LineCutter(limit: limit), 0)
      var lines: [InputLines.Line] = []
      while let line = cutter.next({ _ in
        defer { index = min(index + size, bytes.count) }
        return Array(bytes[index..<min(index + size, bytes.count)])
      }) { lines.append(line) }
      #expect(lines.map { $0.content?.count } == [limit < 1 << 20 ? nil : 1 << 20, 5, 0, 3])
      #expect(cutter.searched == bytes.count, "pieces of \(size)")
    }
  }

  @Test func `A line without an end doesn't fill the memory`() async {
    let count = Guarded(0)
    let input = InputLines(limit: 1_000, Interruption()) { _ in
      count.withLock { count in
        count += 1
        return count <= 2_000 ? [UInt8](repeating: 120, count: 1_000) : []
      }
    }
    #expect(await input.next() == InputLines.Line(number: 1, content: nil))
    #expect(await input.next() == nil)
  }

  @Test func `One thread reads all lines, and each only when it is requested`() async {
    let threads = Guarded(0)
    let reads = Guarded(0)
    let input = InputLines(limit: 1_000, Interruption()) { _ in
      let own = Thread.current.threadDictionary
      if own["seen"] == nil { threads.withLock { $0 += 1 } }
      own["seen"] = true
      return reads.withLock { reads in
        reads += 1
        return reads <= 100 ? Array("line\n".utf8) : []
      }
    }
    for number in 1...100 {
      #expect(await input.next()?.number == number)
      #expect(reads.withLock { $0 } == number)
    }
    for _ in 0..<2 { #expect(await input.next() == nil) }
    #expect(threads.withLock { $0 } == 1)
  }

  @Test func `Waiting for a line can be cancelled, and the line is returned to the next caller`() async {
    let goesOn = DispatchSemaphore(value: 0)
    let isReading = Bell()
    let input = InputLines(limit: 1_000, Interruption()) { _ in
      isReading.ring()
      goesOn.wait()
      return Array("line\n".utf8)
    }
    let waiting = Task { await input.next() }
    await isReading.wait(for: "a thread that reads") { isReading.rings > 0 }
    waiting.cancel()
    #expect(await waiting.value == nil)
    goesOn.signal()
    #expect(await input.next()?.number == 1)
  }
}
