import ColmeiaBase

/// A programming error that the machine has detected and survived. The description explains how to fix it.
public enum StoreProblem: Error, Equatable, CustomStringConvertible {
  /// `longLived(in:)` named an id twice; the second entry was ignored.
  case duplicateLongLivedID(EffectID)
  /// The child isn't a stored property of its parent, a reducer of this type.
  case undeclaredChild(String, parent: String)
  /// The child is a property of this reducer, but was declared for the state or the effects of another feature.
  case foreignChild(String, parent: String)
  /// `longLived(in:)` of this reducer doesn't return `LongLivedEffects<Effect>`.
  case foreignLongLived(String)
  /// An action was ignored, because there is no child or row at this place.
  case absentChild(EffectScope)
  /// Two children of one parent, a reducer of this type, have this name.
  case duplicateChild(String, parent: String)
  /// An effect with an unnamed id has a policy or a start that requires a name, or an unnamed id was to be cancelled.
  case unnamedID
  /// The number of effects that run, wait or are queued has reached the limit, so this effect was not started.
  case tooManyEffects(EffectID, limit: Int)
  /// The number of sent actions that wait has reached the limit, so another action was refused and discarded.
  case refusedSend(limit: Int)
  /// An effect has sent an action after it had ended. The action was discarded.
  case lateAction
  /// An effect is still running several seconds after it was cancelled. The id is `nil` if it has none, if the effect is
  /// long-lived, or if the store was stopped.
  case ignoredCancellation(EffectID?)
  /// Subscribers have sent actions in this many rounds, each of which has called them again.
  case endlessSubscriber(rounds: Int)
  /// An effect of one child was answered with an action of another one.
  case foreignAnswer(effect: EffectScope, action: EffectScope)

  /// What happened, and how to fix it.
  public var description: String {
    switch self {
    case .duplicateLongLivedID(let id):
      "longLived(in:) lists the id '\(id)' twice; the second entry is ignored. Give each entry a unique id."
    case .undeclaredChild(let name, let parent):
      "'\(name)' isn't a stored property of `\(parent)`, so its removal can't be detected, and its long-lived effects "
        + "don't run. Declare it there with `let`."
    case .foreignChild(let name, let parent):
      "'\(name)' is a property of `\(parent)`, but its key path or its effects belong to another feature. Use it in the "
        + "reducer of the state that its key path starts from."
    case .foreignLongLived(let reducer):
      "`\(reducer).longLived(in:)` names effects of another type; none of them runs. Return `LongLivedEffects<Effect>`."
    case .absentChild(let scope):
      "an action for '\(scope)' was ignored, because that child doesn't exist. "
        + "If this may happen, check in the parent whether it exists before passing the action on."
    case .duplicateChild(let name, let parent):
      "two children of `\(parent)` are named '\(name)', so their effects can't be told apart. If both have the right "
        + "key path, give one of them a different `name:`."
    case .unnamedID:
      "an effect's id without a name can't have a policy or be cancelled. Name it, or use run(_:) or run(_:after:)."
    case .tooManyEffects(let id, let limit):
      "\(id.name.isEmpty ? "an effect without an id" : "an effect with the id '\(id)'") was not started, "
        + "because the limit of \(limit) running, scheduled and queued effects is reached. "
        + "Give effects ids with a policy so that they replace each other, or raise the `effectLimit`."
    case .refusedSend(let limit):
      "a sent action was refused and is lost, because the limit of \(limit) actions waiting to be reduced is reached. "
        + "Send less often, check the `outcome` of each send, or raise the `queueLimit`."
    case .lateAction:
      "an effect sent an action after it had ended; the action is lost. An effect ends when its work returns, so await "
        + "there all that sends actions, and start no unstructured tasks."
    case .ignoredCancellation(let id):
      "\(id.map { "the effect with the id '\($0)'" } ?? "an effect") is still running seconds after it "
        + "was cancelled. Use structured concurrency and the injected clock, or check `Task.isCancelled`."
    case .endlessSubscriber(let rounds):
      "subscribers have sent actions \(rounds) times in a row, each time because the last action has called them again. "
        + "Send from a subscriber only if its value has really changed, or let the reducer do it."
    case .foreignAnswer(let effect, let action):
      "an effect of '\(effect)' was answered with an action of '\(action)'. Check which handler is given the effect, and "
        + "the cases with which both children are declared."
    }
  }

  /// Returns whether this is the same problem. Exceeding the effect limit counts as one problem for all effects.
  func isSame(as other: StoreProblem) -> Bool {
    if case (.tooManyEffects, .tooManyEffects) = (self, other) { true } else { self == other }
  }

  /// Prints the description to standard error.
  public func print() { printToStandardError("Colmeia: \(self)") }
}
