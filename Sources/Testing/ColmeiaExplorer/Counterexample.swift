/// The shortest failing program that was found, and how to repeat it.
public struct Counterexample: Sendable, CustomStringConvertible {
  /// How the program was found.
  public enum Origin: Sendable, Equatable {
    /// A random program, which was then shrunk.
    ///
    /// - `segments`: The program before shrinking, one of the first that failed. ``Explorer/replay(_:)-(Segment...)`` repeats it.
    /// - `steps`: Its number of steps. Shrinking took `runs` runs, including those of other programs.
    /// - `tried`: The number of seeds that were tried, of which `failed` failed in the same way.
    case chance(segments: [Segment], steps: Int, runs: Int, tried: Int, failed: Int)
    /// One of all programs, tried in order of length. If some had more choices than are tried, it may not be the
    /// shortest.
    case exhaustive(isShortest: Bool)
  }

  /// The name of the feature's reducer.
  public let feature: String
  /// The rule that was broken, or the trap.
  public let violation: Violation
  /// The steps of the program, including those that bring it to rest.
  public let trace: ExplorerTrace
  /// The shrunk program. `Explorer.replay(_:)` repeats it, and it can be stored as a regression test.
  public let program: Program
  /// How the program was found.
  public let origin: Origin
  /// The source code that creates the feature in a test.
  let code: String

  /// The random program that was shrunk, or an empty array if the program wasn't found at random.
  public var segments: [Segment] { if case .chance(let segments, _, _, _, _) = origin { segments } else { [] } }

  /// What is wrong, the steps that lead to it, the final state, and how to repeat the program.
  public var description: String { "\(story)\n\(repetition)" }

  /// What is wrong, the steps that lead to it, and the final state.
  public var story: String {
    var lines = ["\(feature): \(violation)"]
    lines += ExplorerTrace.cut(trace.numbered)
    if let state = trace.lines.last?.state { lines.append("   state   \(Text.short(state))") }
    return lines.joined(separator: "\n")
  }

  private var repetition: String {
    if program.count == 0 { return "No step is necessary for this." }
    switch origin {
    case .exhaustive(let isShortest):
      return "\(isShortest ? "No shorter program fails. " : "")Repeat: exhaust(steps: \(program.count))."
    case .chance(let segments, let steps, let runs, let tried, let failed):
      let segments = segments.map(\.description).joined(separator: ", ")
      return
        "Repeat: replay(\(segments)), shrunk from \(steps) to \(program.count) step\(program.count == 1 ? "" : "s") "
        + "in \(runs) runs. \(Self.frequency(tried, failed))"
    }
  }

  private static func frequency(_ tried: Int, _ failed: Int) -> String {
    let every = (tried + failed / 2) / max(1, failed)
    return every < 2 ? "Nearly every seed fails." : "1 in about \(every) seeds fails."
  }
}
