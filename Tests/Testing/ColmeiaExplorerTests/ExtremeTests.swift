import ColmeiaDebugging
import Testing

@testable import ColmeiaExplorer

/// Ranges, limits and times at the ends of their types.
@Suite struct ExtremeTests {
  private struct Number: Reducer {
    typealias State = Int
    typealias Action = Int
    enum Effect: Hashable, Sendable { case work }

    var start = EffectStart.now
    func reduce(into state: inout Int, action: Int) -> Effects {
      state = action
      return action == 0 ? .none : .run(.work, id: "work", .replace, start)
    }
  }

  @Test(arguments: [0..<UInt64.max, 1..<UInt64.max, UInt64.max - 10..<UInt64.max, 0..<3, 5..<5])
  func `Any range of seeds can be explored`(seeds: Range<UInt64>) throws {
    for cores in [1, 4] {
      var explorer = Explorer(0, Number())
      explorer.action(1)
      explorer.outcomes { _ in [.answer(0)] }
      // Of a large range, one of the first programs fails.
      let isLarge = seeds.upperBound - seeds.lowerBound > 100
      explorer.always("never 1") { $0 == 0 || !isLarge }
      let exploration = explorer.run(seeds: seeds, steps: 1...3, cores: cores)
      #expect((exploration.counterexample == nil) == !isLarge)
    }
  }

  @Test func `Every number of a range can be drawn`() {
    var choices = Choices(seed: 3, isRecorded: true)
    for range in [Int.min...Int.max, 0...9_999_999_999, -3...4, 7...7, Int.max - 1...Int.max, 0...0xFFFF_FFFF] {
      let drawn = (0..<300).map { _ in choices.number(in: range) }
      #expect(drawn.allSatisfy(range.contains))
      let middle = range.lowerBound / 2 + range.upperBound / 2
      #expect(range.lowerBound == range.upperBound || drawn.contains { $0 > middle } && drawn.contains { $0 <= middle })
    }
    choices.source = .script
    choices.begin([])
    #expect(choices.number(in: Int.min...Int.max) == .min)
    choices.begin([Int.max, Int.max])
    #expect(choices.number(in: Int.min...Int.max) == .max)
  }

  @Test(arguments: [
    (Duration.seconds(Int64.max), "9223372036854775807 s", ".seconds(9223372036854775807)"),
    (.seconds(Int64.max) + .nanoseconds(5), "9223372036854775807 s", ".seconds(9223372036854775807) + .nanoseconds(5)"),
    (.nanoseconds(500), "500 ns", ".nanoseconds(500)"), (.microseconds(1_500), "1500 µs", ".microseconds(1500)"),
    (.milliseconds(-1_500), "-1500 ms", ".milliseconds(-1500)"), (.seconds(90), "90 s", ".seconds(90)"),
    (.zero, "0 s", ".seconds(0)"),
  ])
  func `Any time can be shown`(time: Duration, text: String, code: String) {
    #expect(Text.of(time) == text && StateDiff.code(of: time) == code)
  }

  @Test func `A failure with a timer in the far future is reported`() {
    var explorer = Explorer(0, Number(start: .after(.seconds(Int64.max))))
    explorer.action(1)
    explorer.outcomes { _ in [.answer(0)] }
    explorer.always("never 1") { $0 == 0 }
    #expect(explorer.run(seeds: 0..<20).counterexample?.violation == .always("never 1"))
  }

  @Test(arguments: [(0, false), (1, true), (2, true)])
  func `A run may take exactly as many answers as the limit`(limit: Int, passes: Bool) {
    var explorer = Explorer(0, Number())
    explorer.action(1)
    explorer.outcomes { _ in [.answer(0)] }
    explorer.restLimit = limit
    #expect((explorer.run(seeds: 0..<20, steps: 1...1).counterexample == nil) == passes)
  }
}
