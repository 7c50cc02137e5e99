import ColmeiaSync

/// The number of a request: never used twice in the life of a machine, and growing in the order in which
/// requests are issued.
public struct RequestID: Sendable {
  /// The number that traces show.
  public let number: UInt64
  @usableFromInline let slot: Int32

  @inlinable init(number: UInt64, slot: Int32) {
    (self.number, self.slot) = (number, slot)
  }
}

extension RequestID: Hashable, CustomStringConvertible {
  /// Whether both are the same request.
  @inlinable public static func == (left: Self, right: Self) -> Bool { left.number == right.number }
  /// Feeds the number to `hasher`.
  @inlinable public func hash(into hasher: inout Hasher) { hasher.combine(number) }
  /// The number after a `#`.
  public var description: String { "#\(number)" }
}

/// What a machine wants its shell to do.
public enum MachineRequest<Effect: Sendable>: Sendable {
  /// Begin the effect. To be answered by `resolve` (any number of times) and exactly one `finish`, or by
  /// one `answer`.
  case start(RequestID, Effect)
  /// Stop the effect; nothing of what it still says will be heard. Its `finish` is still to be sent, once
  /// it has really stopped. May name an effect that was just answered, whose answer cancelled it: its end
  /// has been heard already, and there is nothing to do.
  case cancel(RequestID)
  /// Call `fire` once the duration has passed.
  case startTimer(RequestID, Duration)
  /// Forget the timer; it needs no answer.
  case cancelTimer(RequestID)
  /// Report a mistake of the program: the machine was asked for something that it could not do.
  case report(StoreProblem)
}

extension MachineRequest: Equatable where Effect: Equatable {}

/// A mistake of the program that the machine survived. The text says what to do.
public enum StoreProblem: Error, Equatable, CustomStringConvertible {
  /// `longLived(in:)` named an id twice; the second entry was left out.
  case duplicateLongLivedID(EffectID)
  /// The child is not named in the `children` of the feature whose reducer has used it.
  case undeclaredChild(String)
  /// Two children of one parent have this name.
  case duplicateChild(String)
  /// An id without a name has a policy, or was to be cancelled.
  case unnamedID
  /// So many effects run, wait or are queued as the machine allows; this one was not started.
  case tooManyEffects(EffectID, limit: Int)
  /// So many sent actions wait as the store allows; another one was refused, and is lost.
  case refusedSend(limit: Int)
  /// An effect still runs, a good while after it was cancelled; the id is `nil` when it has none.
  case ignoredCancellation(EffectID?)

  /// What happened, and what to do about it.
  public var description: String {
    switch self {
    case .duplicateLongLivedID(let id):
      "longLived(in:) lists the id '\(id)' twice; the second entry is ignored. Give each entry a unique id."
    case .undeclaredChild(let name):
      "'\(name)' isn't listed in its parent's `children`, so its removal can't be detected, and its long-lived effects "
        + "don't run. Add it there, or use it in the reducer of the state that its key path starts from."
    case .duplicateChild(let name):
      "two children of one parent are named '\(name)', so their effects can't be told apart. "
        + "Give one of them a different `name:`."
    case .unnamedID:
      "an effect's id without a name can't have a policy or be cancelled. Name it, or use run(_:) or run(_:after:)."
    case .tooManyEffects(let id, let limit):
      "\(id.name.isEmpty ? "an effect without an id" : "an effect with the id '\(id)'") was not started, "
        + "because the limit of \(limit) running, scheduled and queued effects is reached. "
        + "Give effects ids with a policy so that they replace each other, or raise the `effectLimit`."
    case .refusedSend(let limit):
      "a sent action was refused and is lost, because the limit of \(limit) actions waiting to be reduced is reached. "
        + "Send less often, check the `outcome` of each send, or raise the `queueLimit`."
    case .ignoredCancellation(let id):
      "\(id.map { "the effect with the id '\($0)'" } ?? "an effect without an id") is still running seconds after it "
        + "was cancelled. Use structured concurrency and the injected clock, or check `Task.isCancelled`."
    }
  }
}

extension StoreProblem {
  /// Whether it is the same mistake; the limit of effects is one, whatever was over it.
  func isSame(as other: StoreProblem) -> Bool {
    if case (.tooManyEffects, .tooManyEffects) = (self, other) { true } else { self == other }
  }

  /// Writes the text to standard error.
  public func print() { printToStandardError("Colmeia: \(self)") }
}
