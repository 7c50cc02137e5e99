import ColmeiaSync
import Synchronization

/// A subscription to a part of the state. It lasts until it is cancelled or its store is stopped; releasing this value
/// doesn't end it.
public final class Subscription: Sendable {
  @usableFromInline package let ended = Atomic<Bool>(false)
  /// Removes the subscription from its store. It is `nil` after the end, so that an ended subscription retains nothing.
  @usableFromInline package let detach: Guarded<(@Sendable (Subscription) -> Void)?>
  /// The observers that it belongs to, and its number there. Only the store's drainer accesses it, one thread at a
  /// time.
  @usableFromInline package nonisolated(unsafe) var place: (group: Observers, number: Int)?

  @inlinable package init(detach: @escaping @Sendable (Subscription) -> Void) { self.detach = Guarded(detach) }

  /// Ends the subscription.
  ///
  /// After this method returns, the subscription's closure is not called again, unless another thread is calling it at
  /// this moment. This also applies if a subscriber cancels itself or another one during a notification.
  ///
  /// - Complexity: Amortized O(log *n*), where *n* is the number of subscriptions of the store.
  public func cancel() {
    if !ended.exchange(true, ordering: .acquiringAndReleasing) { takeDetach()?(self) }
  }

  /// Ends the subscription, because the store was stopped.
  @usableFromInline package func end() {
    place = nil
    _ = takeDetach()
  }

  private func takeDetach() -> (@Sendable (Subscription) -> Void)? {
    detach.withLock { detach in
      defer { detach = nil }
      return detach
    }
  }

  @inlinable package var isCancelled: Bool { ended.load(ordering: .acquiring) }
}
