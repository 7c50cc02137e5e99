import ColmeiaMemory
import Synchronization

/// Those who ask for one thing, such as the value at a path, which is compared once for all of them. They are subscribers
/// (``ValueObservers``), or within a group (``ObserverGroup``). The drainer's own.
///
/// What is touched for each action is `@exclusivity(unchecked)`: one thread at a time touches it, and no closure that is
/// called meanwhile gets at it.
@usableFromInline package class Observers {
  @usableFromInline package typealias Notify =
    (_ observers: Observers, _ state: UnsafeRawPointer, _ isStopped: borrowing Atomic<Bool>) -> Void

  /// Compares with the state at the place, and tells who is to be told, until the store is stopped. A closure, because that
  /// is specialised where it is made, and overridden methods of a generic class are not. It is given these observers.
  @usableFromInline package let ask: Notify
  @usableFromInline package let key: ObserverKey?
  /// The bytes of the state that are others when there is something to tell; `nil` when it is not known.
  @usableFromInline package let bytes: Range<Int>?
  /// What these observers are within; `nil` for the first level of a store.
  @usableFromInline unowned package var outer: ObserverGroup?
  @usableFromInline package var number = 0
  /// Called when nobody is left.
  @usableFromInline package var whenEmpty: (() -> Void)?

  @inlinable package init(_ key: ObserverKey?, _ bytes: Range<Int>?, _ ask: @escaping Notify) {
    self.key = key
    self.bytes = bytes
    self.ask = ask
  }

  @inlinable package func notify(_ state: UnsafeRawPointer, _ isStopped: borrowing Atomic<Bool>) {
    ask(self, state, isStopped)
  }

  /// Takes out the subscription with this number; `true` when none is left.
  @usableFromInline package func remove(_ number: Int) -> Bool { false }

  /// The store was stopped.
  @usableFromInline package func end() {}
}

/// Observers who need not be asked as long as something that they all lie within is the same.
@usableFromInline package final class ObserverGroup: Observers {
  @usableFromInline package let inner: ObserverLevel.Place
  /// What another room keeps for its kind of observers.
  @usableFromInline package var content: AnyObject?

  @inlinable package init(_ key: ObserverKey, _ bytes: Range<Int>?, _ ask: @escaping Notify) {
    inner = .allocate(capacity: 1)
    inner.initialize(to: ObserverLevel())
    super.init(key, bytes, ask)
    inner.pointee.owner = self
  }

  /// Those within the branch whose version, or value, is at a place.
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

/// What observers are known by, so that others may join them.
@usableFromInline package enum ObserverKey: Hashable {
  case path(AnyKeyPath), branch(AnyKeyPath), table(AnyKeyPath), row(AnyHashable)
}
