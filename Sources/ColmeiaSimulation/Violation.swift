import Colmeia

/// What a run has found to be wrong.
public enum Violation: Sendable, Equatable {
  /// An `always` or `everyStep` invariant did not hold after an action.
  case always(String)
  /// An `eventually` predicate did not hold when everything was answered and no timer waited.
  case eventually(String)
  /// What leads to something was not followed by it, within a time or at the end.
  case notFollowed(String, within: Duration?)
  /// The process ends in the last action: an index out of range, an overflow, a precondition.
  case trapped
  /// An effect starts, and the explorer does not know how effects turn out.
  case noOutcomes(String)
  /// The machine reported a mistake of the program.
  case problem(StoreProblem)
  /// The machine itself broke a promise.
  case defect(Defect)
  /// Effects and timers of no duration went on and on when everything was to come to rest.
  case noRest(answers: Int)

  /// A promise of the machine that it did not keep.
  public enum Defect: String, Sendable {
    /// An action of an effect that had been cancelled was reduced.
    case cancelledEffectHeard = "an action of a cancelled effect was reduced"
    /// An action of an effect that was running was discarded.
    case runningEffectNotHeard = "an action of a running effect was discarded"
  }

  @usableFromInline static func noOutcomes(for effect: Any) -> Self { .noOutcomes(Text.of(effect)) }

  /// Whether shrinking may go from one to the other: the same invariant, or the same kind of mistake.
  @usableFromInline func isSame(as other: Self?) -> Bool {
    guard let other else { return false }
    return isSame(as: other)
  }

  private func isSame(as other: Self) -> Bool {
    switch (self, other) {
    case (.problem(let left), .problem(let right)):
      switch (left, right) {
      case (.duplicateLongLivedID, .duplicateLongLivedID), (.tooManyEffects, .tooManyEffects): true
      default: left == right
      }
    case (.noOutcomes, .noOutcomes): true
    default: self == other
    }
  }
}

extension Violation: CustomStringConvertible {
  /// What is wrong, and for mistakes what to do about it.
  public var description: String {
    switch self {
    case .always(let name): "\"\(name)\" does not hold"
    case .eventually(let name): "\"\(name)\" does not hold at the end"
    case .notFollowed(let name, .some(let limit)): "\"\(name)\" does not hold within \(Text.of(limit))"
    case .notFollowed(let name, nil): "\"\(name)\" does not hold at the end"
    case .trapped: "the process ends in the last action: it traps."
    case .noOutcomes(let effect):
      "\(effect) starts, and there are no outcomes: say how effects turn out, with outcomes { … }."
    case .problem(let problem): problem.description
    case .defect(let defect): "\(defect.rawValue). This is a defect of the machine: please report it."
    case .noRest(let answers):
      "it does not come to rest: \(answers) answers and timers at the end, and still there are more."
    }
  }
}
