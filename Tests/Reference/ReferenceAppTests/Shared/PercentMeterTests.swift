import ColmeiaBase
import Testing

@testable import ReferenceApp

@Suite struct PercentMeterTests {
  private func percents(_ steps: [TransferProgress]) -> [Int] {
    let reported = Reports()
    let meter = PercentMeter { percent in reported.percents.withLock { $0.append(percent) } }
    for step in steps { meter.update(step) }
    return reported.percents.withLock { $0 }
  }

  @Test func `Each whole percent is reported once, regardless of the number of chunks`() {
    #expect(percents((0...100_000).map { .sent($0, of: 100_000) }) == Array(0...100))
  }

  @Test func `A second attempt reports nothing until it exceeds the previous progress`() {
    #expect(percents([.sent(5, of: 10), .sent(1, of: 10), .sent(5, of: 10), .sent(6, of: 10)]) == [50, 60])
  }

  @Test func `A transfer of unknown size reports nothing`() {
    #expect(percents([.received(5, of: nil), .received(7, of: nil)]) == [])
  }

  private final class Reports: Sendable {
    let percents = Guarded([Int]())
  }
}
