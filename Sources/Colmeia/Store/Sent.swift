/// What became of a sent action. It can be ignored, or waited for:
///
/// ```swift
/// await store.send(.load(.husky)).finish()
/// ```
public struct Sent: Sendable {
  /// Whether the store took the action.
  public enum Outcome: Sendable {
    /// It has been reduced, or will be.
    case accepted
    /// The queue was full: the action is lost, and the store's trace has heard of it.
    case refused
    /// The store was stopped: the action is lost.
    case stopped
  }

  /// Whether the store took the action.
  public let outcome: Outcome
  /// What knows of it; `nil` when nothing was started, because a reference has to be counted.
  @usableFromInline let store: (any StoreEngine)?
  /// The key of what was started, or the number under which the action was queued; 0 when nothing was started.
  @usableFromInline let origin: UInt64

  @inlinable init(_ outcome: Outcome, _ store: (any StoreEngine)?, _ origin: UInt64) {
    (self.outcome, self.store, self.origin) = (outcome, store, origin)
  }

  /// Waits until what this action has started is over: its effects and timers, and those of the actions
  /// that they sent. Long-lived effects are left out.
  ///
  /// Returns early when the store is stopped, and when the waiting task is cancelled; the latter cancels
  /// no effect.
  public func finish() async {
    if origin != 0 { await store?.wait(for: origin) }
  }
}

/// What a ``Sent`` asks of its store's engine, whatever the reducer is.
@usableFromInline protocol StoreEngine: AnyObject, Sendable {
  /// Waits for all that descends from a send; 0 is for everything, once the store was stopped.
  func wait(for origin: UInt64) async
  func waitUntilReduced(_ origin: UInt64) -> Bool
}
