import Testing

@testable import ColmeiaBenchmark
@testable import ColmeiaMeasuring
@testable import ColmeiaSystemsBenchmark

@Suite struct RowTests {
  @Test func `Every promised row exists, and every row of the core has a goal`() {
    let promised = [
      "a", "b", "c1", "c1d", "c2", "c3", "c4", "d", "d2", "f", "e1", "e1i", "e2", "e2s", "g1.1k", "g1.10k", "g2",
      "g3.idle",
      "g3.row", "g4.send", "g4.state", "g5.waiters", "g5.flight", "g6.10k", "g6.100k", "g7", "g8", "g9", "g10.with",
      "g10.state", "g11.1", "g11.10", "g11.20", "g12", "whole",
    ]
    let names = ColmeiaBenchmark.rows().map(\.name)
    #expect(Set(names).count == names.count)
    #expect(promised.filter { !names.contains($0) } == [])
    #expect(promised.filter { ColmeiaBenchmark.goals[$0] == nil } == [])
    #expect(ColmeiaBenchmark.goals.keys.filter { !names.contains($0) } == [])
  }

  @Test func `A goal is met at its multiple and full size, and accepted up to its limit`() {
    func measured(_ multiple: Double, size: Int? = nil, _ work: Row.Work = .steady { Trial { _ in } }) -> Measurement {
      Measurement(
        row: Row("f", "", work).reaching(.times(2.5, limit: 3)), median: 1, low: 1, high: 1, multiple: multiple,
        unit: 1, allocations: nil, size: size)
    }
    #expect(measured(2.5).isMet == true)
    #expect(measured(2.6).isMet == false)
    #expect(measured(2, size: 5, .sized(10) { _ in Trial { _ in } }).isMet == false)
    #expect(measured(3).isWithinLimit)
    #expect(!measured(3.1).isWithinLimit)
  }

  @Test func `A line is at most 80 columns wide for all values`() {
    for row in ColmeiaBenchmark.rows() + ColmeiaSystemsBenchmark.rows() {
      let result = Measurement(
        row: row, median: 999_999_999, low: 1, high: 1, multiple: 9_999_999, unit: 1, allocations: 99_999, size: 16_000)
      #expect(Report.text(result).split(separator: "\n").allSatisfy { $0.count <= 80 })
    }
  }

  @Test func `Numbers have three significant digits`() {
    #expect(
      [0, 1.234, 9.996, 12.34, 99.96, 1_234.5].map(Report.number) == ["0.00", "1.23", "10.0", "12.3", "100", "1235"])
    #expect(Report.number(-0.5) == "-0.50")
    #expect([12, 1_500, 2_000_000, 3e9].map(Report.time) == ["12.0 ns", "1.50 µs", "2.00 ms", "3.00 s"])
  }
}
