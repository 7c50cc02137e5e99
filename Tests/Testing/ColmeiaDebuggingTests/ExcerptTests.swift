import Foundation
import Testing

@testable import ColmeiaDebugging

/// Long lines are shortened to their beginning and what surrounds the first difference.
@Suite struct ExcerptTests {
  private func a(_ count: Int) -> String { String(repeating: "a", count: count) }

  @Test func `A text of a megabyte that got a letter is shown around it`() {
    let old = StateDiff.between(a(1_000_000), a(1_000_000) + "b")
    #expect(
      old == """
        − "\(a(98))… (999802 bytes left out) …\(a(100))"
        + "\(a(98))… (999802 bytes left out) …\(a(100))b"
        """)
  }

  @Test func `What follows the difference is left out, too`() {
    #expect(
      StateDiff.between("x" + a(1_000), "y" + a(1_000)) == """
        − "x\(a(199))… (802 bytes left out)
        + "y\(a(199))… (802 bytes left out)
        """)
  }

  @Test func `A scalar is not cut`() {
    let (old, new) = (String(repeating: "é", count: 1_000) + "x", String(repeating: "é", count: 1_000) + "y")
    let lines = StateDiff.between(old, new)?.split(separator: "\n") ?? []
    #expect(lines.count == 2 && lines[0].hasSuffix("éx\"") && lines[1].hasSuffix("éy\""))
    #expect(lines.allSatisfy { !$0.contains("\u{FFFD}") && $0.utf8.count < 400 })
  }

  struct Long: Equatable {
    var text = "", lines = "", data = Data(), keys: [String: Int] = [:], list: [String] = [], cases: [Case] = []
    enum Case: Equatable { case one(String) }
  }

  @Test(
    arguments: [
      { $0.text = String(repeating: "t", count: 500_000) },
      { $0.lines = "1\n" + String(repeating: "l", count: 500_000) },
      { $0.data = Data(repeating: 7, count: 500_000) }, { $0.keys[String(repeating: "k", count: 500_000)] = 1 },
      { $0.list = (0..<10_000).map { String(repeating: "e", count: 30 + $0 % 9) } },
      { $0.cases = [.one(String(repeating: "c", count: 500_000))] },
    ] as [@Sendable (inout Long) -> Void])
  func `The diff of every kind of long value has few bytes`(_ change: @Sendable (inout Long) -> Void) {
    var (long, other) = (Long(), Long())
    change(&long)
    #expect(StateDiff.between(Long(), long)?.utf8.count ?? 0 < 21_000)
    #expect(StateDiff.between(long, Long())?.utf8.count ?? 0 < 21_000)
    #expect(StateDiff.describe(long).utf8.count < 21_000)
    change(&other)
    #expect(StateDiff.between(long, other) == nil)
  }

  @Test func `Bytes of data are shown around the first difference`() {
    var data = Data(repeating: 0, count: 100_000)
    let old = data
    data[50_000] = 0xAB
    let lines = StateDiff.between(old, data)?.split(separator: "\n") ?? []
    #expect(lines.count == 2 && lines[0].contains("00000") && lines[1].contains("00ab00"))
    #expect(lines.allSatisfy { $0.hasSuffix("bytes left out)") && $0.utf8.count < 500 })
  }
}
