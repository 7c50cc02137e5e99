import Synchronization

/// Those who ask for the same thing: the observers of a path, or all that lies within a branch. The drainer's own.
@usableFromInline package class Observers {
  @usableFromInline let key: ObserverKey?
  /// The group that this one is within.
  @usableFromInline unowned let outer: Observers?
  /// The groups within this one. Memory of its own, because properties of a class are checked for exclusive access
  /// at each touch.
  @usableFromInline package let inner: UnsafeMutablePointer<Subscribers>?
  /// Compares with the state at the place, and tells who is to be told, until the store is stopped. A closure,
  /// because that is specialised where it is made, and overridden methods of a generic class are not.
  @usableFromInline package let notify: (UnsafeRawPointer, borrowing Atomic<Bool>) -> Void
  @usableFromInline var number = 0
  /// What another room keeps for its kind of observers.
  @usableFromInline package var content: AnyObject?
  /// Called when nobody is left.
  @usableFromInline package var whenEmpty: (() -> Void)?

  @inlinable init(
    _ key: ObserverKey?, in outer: Observers?, inner: UnsafeMutablePointer<Subscribers>? = nil,
    _ notify: @escaping (UnsafeRawPointer, borrowing Atomic<Bool>) -> Void
  ) {
    self.key = key
    self.outer = outer
    self.inner = inner
    self.notify = notify
  }

  /// Groups that `notify` decides about together.
  @inlinable package convenience init(
    _ key: ObserverKey, around outer: Observers?,
    _ notify: (UnsafeMutablePointer<Subscribers>) -> (UnsafeRawPointer, borrowing Atomic<Bool>) -> Void
  ) {
    let inner = UnsafeMutablePointer<Subscribers>.allocate(capacity: 1)
    inner.initialize(to: Subscribers())
    self.init(key, in: outer, inner: inner, notify(inner))
  }

  deinit {
    inner?.deinitialize(count: 1)
    inner?.deallocate()
  }

  /// Takes out the subscription with this number; `true` when none is left.
  @usableFromInline func remove(_ number: Int) -> Bool { false }

  /// The store was stopped.
  @usableFromInline func end() { inner?.pointee.end() }
}

/// What groups are known by, so that others may join them.
@usableFromInline package enum ObserverKey: Hashable {
  case path(AnyKeyPath), branch(AnyKeyPath), table(AnyKeyPath), row(AnyHashable)
}
