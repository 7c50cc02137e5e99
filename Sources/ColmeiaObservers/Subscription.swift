import ColmeiaSync
import Synchronization

/// A subscription lasts until it is cancelled or its store is stopped; dropping this value does not end it.
public final class Subscription: Sendable {
  @usableFromInline package let ended = Atomic<Bool>(false)
  /// The way back to the store, until the end: an ended subscription keeps nothing else alive.
  @usableFromInline package let detach: Guarded<(@Sendable (Subscription) -> Void)?>
  /// The group it is in, and its number there. Only the store's drainer touches it, one after the other.
  @usableFromInline package nonisolated(unsafe) var place: (group: Observers, number: Int)?

  @inlinable package init(detach: @escaping @Sendable (Subscription) -> Void) { self.detach = Guarded(detach) }

  /// Ends the subscription. Once this has returned it is not called again, unless another thread is calling
  /// it at this moment; that holds for itself and for others that are still to be told in the same round.
  ///
  /// - Complexity: O(log *n*) for *n* subscriptions of the store, amortised.
  public func cancel() {
    if !ended.exchange(true, ordering: .acquiringAndReleasing) { takeDetach()?(self) }
  }

  /// The store was stopped.
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
