/// The shortest program that was found to fail, and how to repeat it.
public struct Counterexample: Sendable, CustomStringConvertible {
  /// How the program was found.
  public enum Origin: Sendable, Equatable {
    /// As a random program, which was then shrunk.
    ///
    /// - `legs`: the first program that has failed; ``Explorer/replay(_:)-(Leg...)`` repeats it unshrunk.
    /// - `steps`: how many steps it had before shrinking, which took so many `runs`.
    /// - `tried`: so many seeds were tried, of which so many have `failed` like this.
    case chance(legs: [Leg], steps: Int, runs: Int, tried: Int, failed: Int)
    /// Among all programs, the shorter ones first.
    case exhaustive
  }

  /// The name of the feature's reducer.
  public let feature: String
  /// The rule that was broken, or the trap.
  public let violation: Violation
  /// What happens in the program, and at the end of it.
  public let trace: Trace
  /// The program; `Explorer.replay(_:)` repeats it, and it can be kept as a regression test.
  public let program: Program
  /// How it was found.
  public let origin: Origin
  /// How a test makes the feature.
  let code: String

  /// The first random program that has failed; empty when it was found otherwise.
  public var legs: [Leg] { if case .chance(let legs, _, _, _, _) = origin { legs } else { [] } }
  /// How many runs shrinking took.
  public var shrinkRuns: Int { if case .chance(_, _, let runs, _, _) = origin { runs } else { 0 } }

  /// What is wrong, the steps that lead there, the state they lead to, and how to repeat it.
  public var description: String { "\(story)\n\(repetition)" }

  /// What is wrong, the steps that lead there, and the state they lead to.
  public var story: String {
    var lines = ["\(feature): \(violation)"]
    lines += Trace.cut(trace.lines.enumerated().map { "\($0 + 1). \($1.description)" })
    if let state = trace.lines.last?.state { lines.append("   state   \(Text.short(state))") }
    return lines.joined(separator: "\n")
  }

  private var repetition: String {
    switch origin {
    case .exhaustive: return "No shorter program fails. Repeat: exhaust(steps: \(program.count))."
    case .chance(let legs, let steps, let runs, let tried, let failed):
      let legs = legs.map(\.description).joined(separator: ", ")
      return "Repeat: replay(\(legs)), shrunk from \(steps) to \(program.count) step\(program.count == 1 ? "" : "s") "
        + "in \(runs) runs. \(Self.frequency(tried, failed))"
    }
  }

  private static func frequency(_ tried: Int, _ failed: Int) -> String {
    let every = (tried + failed / 2) / max(1, failed)
    return every < 2 ? "Nearly every seed fails." : "1 in about \(every) seeds fails."
  }
}
