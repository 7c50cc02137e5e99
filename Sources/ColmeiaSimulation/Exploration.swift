/// The result of running random programs.
public struct Exploration: Sendable, CustomStringConvertible {
  /// The reason why an exploration didn't pass.
  public enum Failure: Sendable {
    /// Rules don't hold. There is one program for each violation, in the order in which they were found.
    case violated([Counterexample])
    /// These `sometimes` predicates never held, so the situations they describe weren't explored.
    case neverSeen([String], Coverage)
    /// The explorer has no actions, and the feature does nothing by itself.
    case noActions
  }

  /// The number of programs that were run, not counting shrinking.
  public let runs: Int
  /// What the programs have reached.
  public let coverage: Coverage
  /// The failure, or `nil` if all rules hold and every `sometimes` predicate was seen.
  public let failure: Failure?

  @usableFromInline init(_ runs: Int, _ coverage: Coverage, _ examples: [Counterexample], hasActions: Bool) {
    self.runs = runs
    self.coverage = coverage
    failure = Failure(examples, coverage, hasActions: hasActions)
  }

  /// Whether all rules hold and every `sometimes` predicate was seen.
  public var passed: Bool { failure == nil }

  /// The failing program that was found first, or `nil` if none was found.
  public var counterexample: Counterexample? { failure?.counterexamples.first }

  /// The failure, if any, and what was never reached.
  public var description: String {
    if let failure { return "\(failure)" }
    let never = coverage.neverReached
    return "Passed: \(runs) runs, \(coverage.reduced) actions."
      + (never.isEmpty ? "" : " Never reached: \(never.joined(separator: ", ")).")
  }
}

extension Exploration.Failure: CustomStringConvertible {
  init?(_ examples: [Counterexample], _ coverage: Coverage, hasActions: Bool) {
    let unseen = coverage.sometimes.filter { $0.count == 0 }.map(\.name)
    if !examples.isEmpty {
      self = .violated(examples)
    } else if !hasActions {
      self = .noActions
    } else if !unseen.isEmpty {
      self = .neverSeen(unseen, coverage)
    } else {
      return nil
    }
  }

  /// The programs that fail.
  public var counterexamples: [Counterexample] { if case .violated(let examples) = self { examples } else { [] } }

  /// What is wrong, and how to correct it.
  public var description: String {
    switch self {
    case .violated(let examples): examples.map(\.description).joined(separator: "\n\n")
    case .neverSeen(let names, let coverage):
      "Never seen: \(names.map { "\"\($0)\"" }.joined(separator: ", ")). "
        + "Add actions or outcomes that lead there, or allow more steps.\n\(coverage)"
    case .noActions: "Nothing was explored: there are no actions. Declare actions with action(…)."
    }
  }
}
