import Colmeia

/// A failure that a run has found.
public enum Violation: Sendable, Equatable {
  /// An `always` or `everyStep` invariant did not hold after an action.
  case always(String)
  /// An `eventually` predicate did not hold after all effects were answered and no timer was pending.
  case eventually(String)
  /// The effect of a `leadsTo` rule did not follow its cause, within the time limit or until the end.
  case notFollowed(String, within: Duration?)
  /// Outside of an exploration, the last action would end the process: an index out of range, an overflow, a failed
  /// precondition. The payload is the action and the message, as far as they are known.
  case trapped(action: String?, message: String?)
  /// Other code than the reducer would end the process: a closure of the explorer, or a comparison or description of
  /// values. The payload is the message, if it is known.
  case closureTrapped(message: String?)
  /// The same steps had another result when they were repeated, so the reducer or a closure of the explorer isn't pure.
  /// The payload is what was violated at first; `nil` if only the states differ.
  case notRepeatable(String?)
  /// An effect starts, but the explorer doesn't know its outcomes.
  case noOutcomes(String)
  /// A stored program takes an action, and the explorer has no action of this name.
  case unknownAction(String)
  /// The machine reported a programming error.
  case problem(StoreProblem)
  /// The machine itself violated a guarantee.
  case defect(Defect)
  /// Effects and timers of zero duration continued without end when the run was to be brought to rest.
  case noRest(answers: Int)

  /// A guarantee that the machine violated.
  public enum Defect: String, Sendable {
    /// An action of an effect that had been cancelled was reduced.
    case cancelledEffectReduced = "an action of a cancelled effect was reduced"
    /// An action of an effect that was running was discarded.
    case runningEffectDiscarded = "an action of a running effect was discarded"
  }

  static var initialTrap: Self { .trapped(action: "the initial state", message: nil) }

  @usableFromInline var isTrap: Bool {
    switch self {
    case .trapped, .closureTrapped: true
    default: false
    }
  }

  @usableFromInline static func noOutcomes(for effect: Any) -> Self { .noOutcomes(Text.of(effect)) }

  /// Returns whether shrinking may replace one violation by the other: the same rule, or the same kind of error.
  @usableFromInline func isSame(as other: Self?) -> Bool {
    switch (self, other) {
    case (.problem(let left), .problem(let right)?):
      switch (left, right) {
      case (.duplicateLongLivedID, .duplicateLongLivedID), (.tooManyEffects, .tooManyEffects): true
      default: left == right
      }
    case (.noOutcomes, .noOutcomes?), (.notRepeatable, .notRepeatable?), (.trapped, .trapped?),
      (.closureTrapped, .closureTrapped?):
      true
    default: self == other
    }
  }
}

extension Violation: CustomStringConvertible {
  /// What is wrong, and how to correct it if it is a programming error.
  public var description: String {
    switch self {
    case .always(let name): "\"\(name)\" does not hold"
    case .eventually(let name): "\"\(name)\" does not hold at the end"
    case .notFollowed(let name, .some(let limit)): "\"\(name)\" does not hold within \(Text.of(limit))"
    case .notFollowed(let name, nil): "\"\(name)\" does not hold at the end"
    case .trapped(let action, let message):
      "\(action.map { Text.short($0) } ?? "the last action") traps\(message.map { ": \($0)" } ?? ".")"
    case .closureTrapped(let message):
      "other code than the reducer traps after the last step: a closure of the explorer (that of a rule, an action, an "
        + "outcome or the server), or a comparison or description of values\(message.map { ": \($0)" } ?? ".")"
    case .notRepeatable(let violation):
      (violation.map { "\($0.hasSuffix(".") ? String($0.dropLast()) : $0), but not when the same steps are repeated" }
        ?? "the same steps have different results")
        + ". The reducer or a closure of the explorer isn't pure: it must depend only on its arguments, not on a clock, "
        + "random numbers, or variables elsewhere."
    case .noOutcomes(let effect):
      "\(effect) starts, but no outcomes are declared. Declare them with outcomes { … }."
    case .unknownAction(let name):
      "the program takes the action \"\(name)\", which isn't declared. Declare it, or store another program."
    case .problem(let problem): problem.description
    case .defect(let defect): "\(defect.rawValue). This is a bug in Colmeia. Please report it."
    case .noRest(let answers):
      "it does not come to rest: \(answers) answers and timers at the end, and more are pending."
    }
  }
}
