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
    /// There are no seeds, so nothing was run.
    case noRuns
    /// No action was reduced. The payload contains the names of the actions that were never possible.
    case nothingReduced([String])
    /// These actions were never possible, so they weren't explored. Random programs must have tried them often.
    case neverPossible([String], Coverage)
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
    failure = Failure(
      examples, coverage, runs: runs, hasActions: hasActions,
      neverPossible: runs < Self.fewestRuns ? [] : coverage.actionsRefused(atLeast: Self.fewestRefusals))
  }

  /// The numbers of runs and of refusals after which an action is considered impossible. An action that is rarely
  /// possible may be refused in a few runs.
  private static var fewestRuns: Int { 1_000 }
  private static var fewestRefusals: Int { 100 }

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
  init?(
    _ examples: [Counterexample], _ coverage: Coverage, runs: Int, hasActions: Bool, neverPossible: [String]
  ) {
    let unseen = coverage.sometimes.filter { $0.count == 0 }.map(\.name)
    if !examples.isEmpty {
      self = .violated(examples)
    } else if runs == 0 {
      self = .noRuns
    } else if !hasActions {
      self = .noActions
    } else if coverage.reduced == 0 {
      self = .nothingReduced(coverage.actions.filter { $0.count == 0 }.map(\.name))
    } else if !unseen.isEmpty {
      self = .neverSeen(unseen, coverage)
    } else if !neverPossible.isEmpty {
      self = .neverPossible(neverPossible, coverage)
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
      "Never seen: \(Self.list(names)). "
        + "Add actions or outcomes that lead there, or allow more steps or seeds.\n\(coverage)"
    case .noActions: "Nothing was explored: there are no actions. Declare actions with action(…)."
    case .noRuns: "Nothing was explored: there are no seeds. Pass a range that isn't empty, such as 0..<1_000."
    case .nothingReduced(let names):
      "Nothing was explored: no action was reduced."
        + (names.isEmpty ? "" : " Never possible: \(Self.list(names)).")
        + " Correct the conditions of the actions or the initial state, or allow more steps."
    case .neverPossible(let names, let coverage):
      "Never possible: \(Self.list(names)). Correct the condition or the initial state, add actions or outcomes that "
        + "lead there, or allow more steps or seeds. Remove an action that isn't meant to be possible.\n\(coverage)"
    }
  }

  private static func list(_ names: [String]) -> String { names.map { "\"\($0)\"" }.joined(separator: ", ") }
}
