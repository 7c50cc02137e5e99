/// The result of trying all programs up to a number of steps.
public struct Exhaustion: Sendable, CustomStringConvertible {
  /// The number of distinct situations: combinations of state, server, and effects and timers in flight.
  public let states: Int
  /// The number of steps that were tried: one per situation for each event that is possible in it.
  public let steps: Int
  /// The number of steps up to which all programs were tried.
  public let depth: Int
  /// Whether no program of any length leads to another situation.
  public let isComplete: Bool
  /// Whether everything was covered that the given number of steps can reach, so nothing was left out because of a
  /// limit or a failure.
  public let coversAllSteps: Bool
  /// What the programs have reached.
  public let coverage: Coverage
  /// The failure, or `nil` if all rules hold and every `sometimes` predicate was seen.
  public let failure: Exploration.Failure?

  @usableFromInline init(
    states: Int, steps: Int, depth: Int, isComplete: Bool, hasLeftOut: Bool, coverage: Coverage,
    _ examples: [Counterexample], hasActions: Bool
  ) {
    self.states = states
    self.steps = steps
    self.depth = depth
    self.isComplete = isComplete
    self.coverage = coverage
    coversAllSteps = !hasLeftOut && examples.isEmpty
    failure = Exploration.Failure(
      examples, coverage, runs: 1, hasActions: hasActions,
      neverPossible: isComplete ? coverage.actionsRefused(atLeast: 0) : [])
  }

  /// Whether all rules hold and every `sometimes` predicate was seen.
  public var passed: Bool { failure == nil }

  /// The shortest program that fails, or `nil` if none was found.
  public var counterexample: Counterexample? { failure?.counterexamples.first }

  /// The failure, if any, and how much was covered.
  public var description: String { "\(failure.map { "\($0)\n" } ?? "Passed: ")\(extent)" }

  private var extent: String {
    let reached = "\(states) situation\(states == 1 ? "" : "s") reached, \(steps) steps tried"
    if counterexample != nil { return "\(reached)." }
    if isComplete { return "\(reached): the complete set, for programs of any length." }
    return coversAllSteps
      ? "\(reached): everything reachable in \(depth) steps."
      : "\(reached): not everything reachable in \(depth + 1) steps."
  }
}
