import ColmeiaMemory
import Synchronization

/// Groups of observers in the order of their first subscriptions, each decided by one comparison.
@usableFromInline package struct Subscribers: ~Copyable {
  @usableFromInline var groups = Ordered<Observers>()
  /// Those that may be joined by others.
  @usableFromInline package var known: [ObserverKey: Observers] = [:]
  /// Those within others that somebody has joined since all were asked.
  @usableFromInline var joined: [Observers] = []
  @inlinable init() {}

  @inlinable package mutating func add(_ group: Observers) -> Observers {
    group.number = groups.append(group)
    if let key = group.key { known[key] = group }
    return group
  }

  /// Asks every group, and tells those who are to be told.
  @inlinable package mutating func notify(_ state: UnsafeRawPointer, _ isStopped: borrowing Atomic<Bool>) {
    groups.forEach { place in
      // Without a retain: groups leave between two notifications.
      place.withMemoryRebound(to: Unmanaged<Observers>.self, capacity: 1) {
        $0.pointee._withUnsafeGuaranteedRef { $0.notify(state, isStopped) }
      }
    }
    if joined.isEmpty { return }
    for group in joined { group.notify(state, isStopped) }
    joined.removeAll()
  }

  /// - Complexity: O(log *n*) for *n* subscriptions, amortised.
  @usableFromInline mutating func remove(_ subscription: Subscription) {
    guard let (group, number) = subscription.place else { return }
    subscription.place = nil
    if group.remove(number) { remove(group) }
  }

  mutating func remove(_ group: Observers) {
    group.whenEmpty?()
    guard let outer = group.outer, let inner = outer.inner else { return drop(group) }
    inner.pointee.drop(group)
    if inner.pointee.groups.isEmpty { remove(outer) }
  }

  mutating func drop(_ group: Observers) {
    if let key = group.key { known[key] = nil }
    groups.remove(group.number)
  }

  @usableFromInline mutating func end() {
    groups.forEach { $0.pointee.end() }
    self = Self()
  }
}
