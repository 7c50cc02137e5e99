import Synchronization

/// Where subscriptions to a state are made: that of a store, or the part of it that a ``StoreScope`` shows. A type of
/// your own that stands for a store hands on that store's.
public struct StateSource<State>: Sendable {
  @usableFromInline let store: StoreAccess
  /// Where the state is in that of the store; `nil` when it is all of it.
  @usableFromInline let path: (AnyKeyPath & Sendable)?
  @usableFromInline package let place: StatePlace<State>
  /// The branches that all of the state lies within, the outermost first.
  @usableFromInline let branches: [BranchGuard]

  @inlinable init(
    _ store: StoreAccess, _ path: (AnyKeyPath & Sendable)?, _ place: StatePlace<State>, _ branches: [BranchGuard]
  ) {
    self.store = store
    self.path = path
    self.place = place
    self.branches = branches
  }

  /// The part of the state at `path`.
  @inlinable func part<Part>(_ path: KeyPath<State, Part> & Sendable, _ branch: [BranchGuard]) -> StateSource<Part> {
    StateSource<Part>(store, whole(path), place.part(path), branches + branch)
  }

  /// To be called once by whoever is going to settle what it sends; see ``Sent/settle()``.
  package func prepareToSettle() { store.prepareToSettle() }

  /// The path from the state of the store, which tells it from all others. `appending` forgets that what is made
  /// of two `Sendable` key paths captures nothing that is not.
  @inlinable package func whole(_ path: AnyKeyPath & Sendable) -> AnyKeyPath & Sendable {
    (self.path as AnyKeyPath?)?.appending(path: path).map { unsafeBitCast($0, to: (AnyKeyPath & Sendable).self) }
      ?? path
  }

  /// A subscription that the store gives to the group that `add` finds or makes, within `branch`.
  @inlinable package func attach(
    _ branch: [BranchGuard] = [], _ end: (@Sendable () -> Void)? = nil,
    _ add: @escaping @Sendable (inout Subscribers, Observers?, UnsafeRawPointer, Subscription) -> Observers
  ) -> Subscription {
    let branches = branches + branch
    return store.attach(end) { subscribers, state, subscription in
      var (level, outer) = (subscribers, Observers?.none)
      for branch in branches {
        let group = level.pointee.known[.branch(branch.path)] ?? level.pointee.add(branch.make(outer, state))
        (level, outer) = (group.inner ?? level, group)
      }
      return add(&level.pointee, outer, state, subscription)
    }
  }

  /// The branch whose version, or value, is at `path`.
  @inlinable func branch<Branch: Equatable & Sendable>(_ path: KeyPath<State, Branch> & Sendable) -> BranchGuard {
    let whole = whole(path)
    return (
      whole,
      { [place] outer, state in
        let versions = PathObservers<Branch>(nil, in: nil) { _, _ in false }
        let part = place.part(path)
        _ = versions.own.pointee.isNew(part.read(state) { $0 })
        return Observers(.branch(whole), around: outer) { inner in
          { state, isStopped in
            if versions.own.pointee.isNew(part.read(state) { $0 }) { inner.pointee.notify(state, isStopped) }
          }
        }
      }
    )
  }
}

/// A branch that observers lie within; one group is made for all that name it.
@usableFromInline package typealias BranchGuard = (
  path: AnyKeyPath & Sendable, make: @Sendable (Observers?, UnsafeRawPointer) -> Observers
)

/// What is needed of a store, whatever its reducer is: ways to subscribe and to prepare for settling, and two to get at the place of the state
/// under the lock: `read` for what calls nothing of others, `lend` for what may send.
@usableFromInline typealias StoreAccess = (
  attach: @Sendable ((@Sendable () -> Void)?, @escaping PlaceSubscription) -> Subscription,
  read: @Sendable ((UnsafeRawPointer) -> Void) -> Void, lend: @Sendable ((UnsafeRawPointer) -> Void) -> Void,
  prepareToSettle: @Sendable () -> Void
)

@usableFromInline typealias PlaceSubscription =
  @Sendable (UnsafeMutablePointer<Subscribers>, UnsafeRawPointer, Subscription) -> Observers
