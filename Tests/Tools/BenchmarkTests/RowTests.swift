import Testing

@testable import Benchmark

@Suite struct RowTests {
  /// A measurement of a row with this goal, which takes twice a mutex of 30 ns, and four times what it is beside.
  private func measured(_ goal: Goal?, timesBeside: Double? = 4) -> Measurement {
    Measurement(
      row: Row("row", "what it measures", goal, { { _ in } }), median: 60, low: 1, high: 1, mutex: 30, timesMutex: 2,
      timesBeside: timesBeside, allocations: 0)
  }

  @Test func `Each row has a name of its own, and a goal beside something has it`() {
    let rows = rows()
    #expect(Set(rows.map(\.name)).count == rows.count)
    #expect(rows.contains { $0.name == "one" })
    for row in rows where row.goal?.unit == .beside {
      let isBeside = if case .beside = row.comparison { true } else { false }
      #expect(isBeside, "\(row.name)")
    }
  }

  @Test func `A goal is met at its multiple, and accepted up to its limit`() {
    #expect(measured(.mutex(2)).isMet == true)
    #expect(measured(.mutex(1.9)).isMet == false)
    #expect(!measured(.mutex(1.9)).isWithinLimit)
    #expect(measured(.mutex(1.9, limit: 2)).isMet == false)
    #expect(measured(.mutex(1.9, limit: 2)).isWithinLimit)
    #expect(measured(.beside(4)).isMet == true)
    #expect(measured(.beside(3.9)).isMet == false)
    #expect(!measured(.beside(4), timesBeside: nil).isWithinLimit)
    #expect(measured(nil).isMet == nil)
    #expect(measured(nil).isWithinLimit)
  }

  @Test func `A limit in nanoseconds is scaled up where a mutex takes longer`() {
    #expect(measured(.nanoseconds(59)).isMet == false)
    #expect(measured(.nanoseconds(40, limit: 30)).isWithinLimit)
    #expect(!measured(.nanoseconds(40, limit: 29)).isWithinLimit)
  }

  @Test func `What a row is beside is measured, and what it is added to is subtracted`() async {
    let many: @Sendable () async -> Row.Body = { { n in for index in 0..<n * 100 { keep(index) } } }
    let few: @Sendable () async -> Row.Body = { { n in for index in 0..<n { keep(index) } } }
    let beside = await Meter().measure(Row("beside", "", nil, many, beside: few))
    #expect(beside.timesBeside ?? 0 > 10)
    #expect(beside.timesMutex > 0)
    let added = await Meter().measure(Row("added", "", nil, many, addedTo: many))
    #expect(added.timesBeside == nil)
    #expect(abs(added.median) < beside.median / 2)
  }

  @Test func `A line is at most 80 columns wide for all values`() {
    for row in rows() {
      let result = Measurement(
        row: row, median: 999_999_999, low: 1, high: 1, mutex: 1, timesMutex: 9_999_999, timesBeside: 9_999_999,
        allocations: 99_999)
      #expect(Report.text(result).split(separator: "\n").allSatisfy { $0.count <= 80 })
    }
  }

  @Test func `Numbers have three significant digits`() {
    #expect(
      [0, 1.234, 9.996, 12.34, 99.96, 1_234.5].map(Report.number) == ["0.00", "1.23", "10.0", "12.3", "100", "1235"])
    #expect(Report.number(-0.5) == "-0.50")
    #expect([0, 0.0004, -0.05, 0.1].map(Report.times) == ["0.00 ×", "1/2500 ×", "-1/20.0 ×", "0.10 ×"])
    #expect(Report.times(12_345) == "12.3 k×")
    #expect([12, 1_500, 2_000_000, 3e9].map(Report.time) == ["12.0 ns", "1.50 µs", "2.00 ms", "3.00 s"])
  }
}
