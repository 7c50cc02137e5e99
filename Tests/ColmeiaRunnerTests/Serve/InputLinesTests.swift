import Colmeia
import ColmeiaSync
import TestSupport
import Testing

@testable import ColmeiaRunner

@Suite(.blocking, .timeLimit(.minutes(10))) struct InputLinesTests {
  /// The lines of an input that comes in these pieces.
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
  func `A line ends where it ends, and one that is too long is left out alone`(
    text: String, expected: [String?]
  ) async {
    // However the bytes come: one by one, two by two …, all at once.
    for size in 1...max(1, text.utf8.count) {
      let bytes = Array(text.utf8)
      let pieces = stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<min($0 + size, bytes.count)]) }
      let lines = await Self.lines(pieces, limit: 5)
      #expect(lines.map { $0.content.map { String(decoding: $0, as: UTF8.self) } } == expected, "pieces of \(size)")
      #expect(lines.map(\.number) == Array(1..<(lines.count + 1)))
    }
  }

  @Test func `A line without an end does not fill the memory`() async {
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
}
