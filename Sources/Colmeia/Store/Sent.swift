/// The result of sending an action. You can ignore it, or wait until the effects of the action have finished:
///
/// ```swift
/// await store.send(.load(.husky)).finish()
/// ```
public struct Sent: Sendable {
  /// Whether the store has accepted the action.
  public enum Outcome: Sendable {
    /// The action has been reduced, or will be.
    case accepted
    /// The queue was full. The action was discarded, which is reported to the store's trace.
    case refused
    /// The store was stopped. The action was discarded.
    case stopped
  }

  /// Whether the store has accepted the action.
  public let outcome: Outcome
  /// The engine of the store, or `nil` if the action has started nothing, which avoids reference counting.
  @usableFromInline let store: (any StoreEngine)?
  /// The key of the family of effects that the action has started, or the number under which the action was enqueued; 0
  /// if it has started nothing.
  @usableFromInline let origin: UInt64

  @inlinable init(_ outcome: Outcome, _ store: (any StoreEngine)?, _ origin: UInt64) {
    (self.outcome, self.store, self.origin) = (outcome, store, origin)
  }

  /// Waits until all effects and timers that this action has started have ended, including those of the actions that
  /// these effects send. Long-lived effects are not included. By then, subscribers have been notified of the results.
  ///
  /// Returns early if the store is stopped or the waiting task is cancelled. Cancelling the waiting task doesn't cancel
  /// any effects.
  public func finish() async {
    if origin != 0 { await store?.wait(for: origin) }
  }

  /// Ensures that the action has been reduced when this method returns, for a front end that shows the state in the
  /// same turn of its thread.
  ///
  /// If another thread is reducing, this thread processes the queued entries, up to this action, while the other thread
  /// calls its subscribers or effects. It waits only for the step or the trace call that the other thread is executing,
  /// and for readers. Requests, subscribers and entries behind the action are left to the other thread.
  ///
  /// - Returns: `false` if the action is reduced later, because this thread itself is reducing or reading the store, or
  ///   because the store hasn't yet processed `prepareToWait` of its ``StoreAccess``.
  package func waitUntilReduced() -> Bool { outcome != .accepted || store?.waitUntilReduced(origin) ?? true }
}

/// The operations that ``Sent`` needs from its store's engine, independent of the reducer type.
@usableFromInline protocol StoreEngine: AnyObject, Sendable {
  /// Waits until everything that descends from a send has ended. 0 stands for all effects of a stopped store.
  func wait(for origin: UInt64) async
  func waitUntilReduced(_ origin: UInt64) -> Bool
}
