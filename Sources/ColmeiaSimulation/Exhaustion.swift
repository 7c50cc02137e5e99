/// The result of trying all programs of up to a number of steps.
public struct Exhaustion: Sendable, CustomStringConvertible {
  /// How many different situations were met: state, server, and effects and timers in flight.
  public let states: Int
  /// How many steps were tried, one from each situation for everything that may happen in it.
  public let steps: Int
  /// All programs of up to so many steps were tried.
  public let depth: Int
  /// Whether no program, however long, leads anywhere else.
  public let isComplete: Bool
  /// Whether all was seen that the steps reach: nothing was left out because of a limit, or because something was found.
  public let sawAll: Bool
  /// What the programs reached.
  public let coverage: Coverage
  /// What was found; `nil` when everything held and every `sometimes` was seen.
  public let failure: Exploration.Failure?

  @usableFromInline init(
    states: Int, steps: Int, depth: Int, isComplete: Bool, hasLeftOut: Bool, coverage: Coverage,
    _ example: Counterexample?, hasActions: Bool
  ) {
    self.states = states
    self.steps = steps
    self.depth = depth
    self.isComplete = isComplete
    self.coverage = coverage
    sawAll = !hasLeftOut && example == nil
    failure = Exploration.Failure(example.map { [$0] } ?? [], coverage, hasActions: hasActions)
  }

  /// Whether everything held and every `sometimes` was seen.
  public var isQuiet: Bool { failure == nil }

  /// The shortest program that fails; `nil` when none was found.
  public var counterexample: Counterexample? { failure?.counterexamples.first }

  /// What was found, or that nothing was, and how much was seen.
  public var description: String { "\(failure.map { "\($0)\n" } ?? "Quiet: ")\(extent)" }

  private var extent: String {
    let met = "\(states) situation\(states == 1 ? "" : "s") met in \(steps) steps"
    if counterexample != nil { return "\(met)." }
    if isComplete { return "\(met): all there are, whatever the length of a program." }
    return sawAll ? "\(met): all that \(depth) steps reach." : "\(met): not all that \(depth + 1) steps reach."
  }
}
