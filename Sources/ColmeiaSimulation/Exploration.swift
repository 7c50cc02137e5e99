/// The result of an exploration.
public struct Exploration: Sendable, CustomStringConvertible {
  /// Why an exploration is not quiet.
  public enum Failure: Sendable {
    /// Something does not hold.
    case violated(Counterexample)
    /// These `sometimes` predicates were never seen: what they stand for was not explored.
    case neverSeen([String])
  }

  /// How many programs were run, shrinking not counted.
  public let runs: Int
  /// What they reached.
  public let coverage: Coverage
  /// What was found; `nil` when everything held and every `sometimes` was seen.
  public let failure: Failure?

  @usableFromInline init(_ tally: Tally, _ coverage: Coverage, _ example: Counterexample?) {
    runs = tally.runs
    self.coverage = coverage
    let unseen = coverage.sometimes.filter { $0.count == 0 }.map(\.name)
    failure = example.map(Failure.violated) ?? (unseen.isEmpty ? nil : .neverSeen(unseen))
  }

  /// Whether everything held and every `sometimes` was seen.
  public var isQuiet: Bool { failure == nil }

  /// The program that fails; `nil` when none was found.
  public var counterexample: Counterexample? {
    if case .violated(let example) = failure { example } else { nil }
  }

  /// What was found, or that nothing was.
  public var description: String {
    switch failure {
    case .violated(let example): example.description
    case .neverSeen(let names):
      "Never seen in \(runs) runs: \(names.map { "\"\($0)\"" }.joined(separator: ", ")). "
        + "Add actions or outcomes that lead there, or allow more steps.\n\(coverage)"
    case nil: "Quiet: \(runs) runs, \(coverage.reduced) actions."
    }
  }
}
