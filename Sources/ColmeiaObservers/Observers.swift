import ColmeiaMemory
import Synchronization

/// The observers of one thing, such as the value at a path, which is compared once for all of them. They are either
/// subscribers (``ValueObservers``) or a group of observers (``ObserverGroup``). Only the drainer uses them.
///
/// Data that is accessed for each action is marked `@exclusivity(unchecked)`: only one thread at a time accesses it,
/// and no closure that is called in the meantime can reach it.
@usableFromInline package class Observers {
  @usableFromInline package typealias Notify =
    (_ observers: Observers, _ state: UnsafeRawPointer, _ isStopped: borrowing Atomic<Bool>) -> Void

  /// Compares with the state, and notifies the observers of changes until the store is stopped. Its first argument is
  /// this object. This is a closure because closures are specialized where they are created, and overridden methods of
  /// a generic class aren't.
  @usableFromInline package let ask: Notify
  @usableFromInline package let key: ObserverKey?
  /// The bytes of the state that change whenever there is something to notify of, or `nil` if they are unknown.
  @usableFromInline package let bytes: Range<Int>?
  /// The group that contains these observers, or `nil` at the top level of a store.
  @usableFromInline unowned package var outer: ObserverGroup?
  @usableFromInline package var number = 0
  /// Called when there are no subscriptions left.
  @usableFromInline package var whenEmpty: (() -> Void)?

  @inlinable package init(_ key: ObserverKey?, _ bytes: Range<Int>?, _ ask: @escaping Notify) {
    self.key = key
    self.bytes = bytes
    self.ask = ask
  }

  @inlinable package func notify(_ state: UnsafeRawPointer, _ isStopped: borrowing Atomic<Bool>) {
    ask(self, state, isStopped)
  }

  /// Removes the subscription with this number. Returns `true` if none is left.
  @usableFromInline package func remove(_ number: Int) -> Bool { false }

  /// Ends all subscriptions, because the store was stopped.
  @usableFromInline package func end() {}
}

/// A group of observers that need not be checked as long as a common part of the state is unchanged.
@usableFromInline package final class ObserverGroup: Observers {
  @usableFromInline package let inner: ObserverLevel.Place
  /// Data that another module stores for its kind of observers.
  @usableFromInline package var content: AnyObject?

  @inlinable package init(_ key: ObserverKey, _ bytes: Range<Int>?, _ ask: @escaping Notify) {
    inner = .allocate(capacity: 1)
    inner.initialize(to: ObserverLevel())
    super.init(key, bytes, ask)
    inner.pointee.owner = self
  }

  /// Creates a group of the observers within the branch whose version or value is at `place`.
  @inlinable package convenience init<Branch: Equatable>(
    _ key: ObserverKey, of place: StatePlace<Branch>, _ state: UnsafeRawPointer
  ) {
    var last = LastValue<Branch>()
    _ = last.isNew(place, state)
    self.init(key, place.bytes) { group, state, isStopped in
      guard last.isNew(place, state) else { return }
      unsafeDowncast(group, to: ObserverGroup.self).inner.pointee.notify(state, isStopped)
    }
  }

  deinit {
    inner.deinitialize(count: 1)
    inner.deallocate()
  }

  @usableFromInline package override func end() { inner.pointee.end() }
}

/// Identifies observers, so that further subscriptions can join them.
@usableFromInline package enum ObserverKey: Hashable {
  case path(AnyKeyPath), branch(AnyKeyPath), table(AnyKeyPath), row(AnyHashable)
}
