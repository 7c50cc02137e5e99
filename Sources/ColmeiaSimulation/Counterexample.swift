/// The shortest program that was found to fail, and how to repeat it.
public struct Counterexample: Sendable, CustomStringConvertible {
  /// The feature's reducer.
  public let feature: String
  /// What is wrong.
  public let violation: Violation
  /// What happens in the shrunk program, and at the end of it.
  public let trace: Trace
  /// The shrunk program; `Explorer.replay(_:)` repeats it, and it can be kept as a regression test.
  public let program: Program
  /// The first seed that fails; `Explorer.replay(seed:steps:)` repeats it unshrunk.
  public let seed: UInt64
  /// How many steps a run had at most.
  public let steps: Int
  /// How many steps the seed's program had before shrinking.
  public let originalCount: Int
  /// How many runs shrinking took.
  public let shrinkRuns: Int
  /// How many seeds were tried to estimate how often this fails, and how many of them failed like this.
  public let tried: Int
  /// How many of the tried seeds failed like this.
  public let failed: Int

  @usableFromInline init(
    _ feature: String, _ violation: Violation, _ tally: Tally, _ trace: Trace, _ program: Program,
    steps: Int, originalCount: Int, shrinkRuns: Int
  ) {
    self.feature = feature
    self.violation = trace.violation ?? violation
    self.trace = trace
    self.program = program
    self.seed = tally.seed ?? 0
    self.steps = steps
    self.originalCount = originalCount
    self.shrinkRuns = shrinkRuns
    tried = tally.runs
    failed = tally.failed
  }

  /// What is wrong, the steps that lead there, the state they lead to, and how to repeat it.
  public var description: String {
    var lines = ["\(feature): \(violation)"]
    for (number, line) in trace.lines.enumerated() { lines.append("\(number + 1). \(line.description)") }
    if let state = trace.lines.last?.state { lines.append("   state   \(Text.short(state))") }
    lines.append(
      "Repeat: replay(seed: \(seed), steps: \(steps)), shrunk from \(originalCount) to \(program.count) "
        + "step\(program.count == 1 ? "" : "s") in \(shrinkRuns) runs. \(frequency)")
    return lines.joined(separator: "\n")
  }

  private var frequency: String {
    let every = (tried + failed / 2) / max(1, failed)
    return every < 2 ? "Nearly every seed fails." : "1 in about \(every) seeds fails."
  }
}
