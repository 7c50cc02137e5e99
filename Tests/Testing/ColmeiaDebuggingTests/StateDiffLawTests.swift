import TestSupport
import Testing

@testable import ColmeiaDebugging

@Suite(.long) struct StateDiffLawTests {
  private static let unlimited: StateDiff.Limits = {
    var limits = StateDiff.Limits()
    limits.collapsesUnchanged = false
    limits.lines = .max
    return limits
  }()

  private func dump(_ value: Any) -> [Substring] {
    StateDiff.describe(value, limits: Self.unlimited).split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// Returns the lines of one side, with the index of each element on that side.
  private func side(_ mark: String, of diff: String) -> [Substring] {
    diff.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { $0.hasPrefix(mark) || $0.hasPrefix("  ") }
      .map { line in
        let parts = line.dropFirst(2).split(separator: "→", maxSplits: 1)
        guard parts.count == 2 else { return line.dropFirst(2) }
        return mark == "− "
          ? parts[0] + parts[1].drop { $0.isNumber } : parts[0].prefix { !$0.isNumber } + parts[1]
      }
  }

  @Test func `a value does not differ from itself, whatever the order of its dictionaries`() {
    var random = SplitMix(state: 1)
    for _ in 0..<150 {
      let plan = RandomValue.random(depth: 4, &random)
      #expect(StateDiff.between(plan.built(), plan.built(reversed: true)) == nil)
      #expect(StateDiff.describe(plan.built()) == StateDiff.describe(plan.built(reversed: true)))
    }
  }

  @Test func `context and minus lines form the expected value, context and plus lines the actual one`() {
    var random = SplitMix(state: 2)
    var differences = 0
    for _ in 0..<250 {
      let plan = RandomValue.random(depth: 4, &random)
      let other = plan.changed(&random)
      let (old, new) = (plan.built(), other.built())
      guard let diff = StateDiff.between(old, new, limits: Self.unlimited) else {
        #expect(dump(old) == dump(new))
        continue
      }
      differences += 1
      #expect(side("− ", of: diff) == dump(old), "\(diff)")
      #expect(side("+ ", of: diff) == dump(new), "\(diff)")
      let (oldAgain, newAgain) = (plan.built(reversed: true), other.built(reversed: true))
      #expect(diff == StateDiff.between(oldAgain, newAgain, limits: Self.unlimited))
    }
    #expect(differences > 50)
  }

  @Test func `a diff of values with equal parts has the lines of both dumps`() {
    var random = SplitMix(state: 4)
    var limits = StateDiff.Limits()
    limits.lines = .max
    var differences = 0
    for _ in 0..<300 {
      let old = RandomTree(id: 0, depth: 3, &random)
      var new = old
      for _ in 0..<Int.random(in: 0..<4, using: &random) { new.change(depth: 3, &random) }
      let diff = StateDiff.between(old, new, limits: Self.unlimited)
      #expect((diff == nil) == (old == new))
      guard let diff else { continue }
      differences += 1
      #expect(side("− ", of: diff) == dump(old), "\(diff)")
      #expect(side("+ ", of: diff) == dump(new), "\(diff)")
      let collapsed = StateDiff.between(old, new, limits: limits)
      #expect(changedLines(diff) == changedLines(collapsed))
      #expect(collapsed == complete(old, new))
    }
    #expect(differences > 150)
  }

  @Test func `a collapsed diff has the same changed lines as the complete one`() {
    var random = SplitMix(state: 3)
    var limits = StateDiff.Limits()
    limits.lines = .max
    for _ in 0..<150 {
      let plan = RandomValue.random(depth: 4, &random)
      let (old, new) = (plan.built(), plan.changed(&random).built())
      let whole = StateDiff.between(old, new, limits: Self.unlimited)
      let collapsed = StateDiff.between(old, new, limits: limits)
      #expect(changedLines(whole) == changedLines(collapsed))
    }
  }

  /// Returns the difference of values that are both dumped completely.
  private func complete(_ old: Any, _ new: Any) -> String {
    var dumper = Dumper(limits: StateDiff.Limits())
    var writer = DiffWriter(collapsesUnchanged: true)
    writer.write(dumper.root(old), dumper.root(new), indent: 0)
    return writer.lines.joined(separator: "\n")
  }

  private func changedLines(_ diff: String?) -> [Substring]? {
    diff?.split(separator: "\n").filter { !$0.hasPrefix("  ") }
  }
}
