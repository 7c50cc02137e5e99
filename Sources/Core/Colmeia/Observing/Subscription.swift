import Synchronization

/// A subscription to a part of the state. It lasts until it is cancelled or its store is stopped; releasing this value
/// doesn't end it.
public final class Subscription: Sendable {
  let number = Subscription.nextNumber()
  private let hasEnded = Atomic<Bool>(false)
  private let detach: @Sendable (UInt64) -> Void

  private static let newest = Atomic<UInt64>(0)
  /// Returns a number that isn't used by another subscription or waiter.
  static func nextNumber() -> UInt64 { newest.wrappingAdd(1, ordering: .relaxed).newValue }

  @usableFromInline init(detach: @escaping @Sendable (UInt64) -> Void) { self.detach = detach }

  /// Ends the subscription. It isn't called any more, except for a call that another thread is making.
  public func cancel() {
    if !hasEnded.exchange(true, ordering: .acquiringAndReleasing) { detach(number) }
  }

  @usableFromInline package var isCancelled: Bool { hasEnded.load(ordering: .acquiring) }
}
