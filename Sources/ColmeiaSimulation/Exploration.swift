/// The result of running random programs.
public struct Exploration: Sendable, CustomStringConvertible {
  /// Why an exploration is not quiet.
  public enum Failure: Sendable {
    /// Something does not hold: a program for each thing that does not, what was found first being the first.
    case violated([Counterexample])
    /// These `sometimes` predicates were never seen: what they stand for was not explored.
    case neverSeen([String], Coverage)
    /// The explorer has no actions, and nothing happens by itself.
    case noActions
  }

  /// How many programs were run, shrinking not counted.
  public let runs: Int
  /// What the programs reached.
  public let coverage: Coverage
  /// What was found; `nil` when everything held and every `sometimes` was seen.
  public let failure: Failure?

  @usableFromInline init(_ runs: Int, _ coverage: Coverage, _ examples: [Counterexample], hasActions: Bool) {
    self.runs = runs
    self.coverage = coverage
    failure = Failure(examples, coverage, hasActions: hasActions)
  }

  /// Whether everything held and every `sometimes` was seen.
  public var isQuiet: Bool { failure == nil }

  /// The program that fails, and that was found first; `nil` when none was found.
  public var counterexample: Counterexample? { failure?.counterexamples.first }

  /// What was found, or that nothing was, and what was never reached.
  public var description: String {
    if let failure { return "\(failure)" }
    let never = coverage.neverReached
    return "Quiet: \(runs) runs, \(coverage.reduced) actions."
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

  /// What is wrong, and what to do about it.
  public var description: String {
    switch self {
    case .violated(let examples): examples.map(\.description).joined(separator: "\n\n")
    case .neverSeen(let names, let coverage):
      "Never seen: \(names.map { "\"\($0)\"" }.joined(separator: ", ")). "
        + "Add actions or outcomes that lead there, or allow more steps.\n\(coverage)"
    case .noActions: "Nothing was explored: there are no actions. Say what may happen, with action(…)."
    }
  }
}
