import ColmeiaMemory
import ColmeiaObservers

/// Where subscriptions to a state are made: that of a store, or the part of it that a ``StoreScope`` shows. A type of
/// your own that stands for a store hands on that store's.
public struct StateSource<State>: Sendable {
  @usableFromInline typealias FindLevel =
    @Sendable (_ root: ObserverLevel.Place, _ state: UnsafeRawPointer) -> ObserverLevel.Place

  @usableFromInline let store: StoreAccess
  /// Where the state is in that of the store; `nil` when it is all of it.
  @usableFromInline let path: (AnyKeyPath & Sendable)?
  @usableFromInline package let place: StatePlace<State>
  /// Finds the observers of the state: those of the store, or those within a branch, for which it makes a group.
  @usableFromInline let level: FindLevel

  @inlinable init(
    _ store: StoreAccess, _ path: (AnyKeyPath & Sendable)? = nil, _ place: StatePlace<State> = StatePlace(),
    _ level: @escaping FindLevel = { root, _ in root }
  ) {
    self.store = store
    self.path = path
    self.place = place
    self.level = level
  }

  /// The part of the state at `path`.
  @inlinable func part<Part>(_ path: KeyPath<State, Part> & Sendable) -> StateSource<Part> {
    StateSource<Part>(store, whole(path), place.part(path), level)
  }

  /// The same state, whose observers are asked only when the version, or the value, at `path` has changed.
  @inlinable func within<Branch: Equatable & Sendable>(_ path: KeyPath<State, Branch> & Sendable) -> Self {
    let whole = whole(path)
    return Self(store, self.path, place) { [place, level] root, state in
      let (key, outer) = (ObserverKey.branch(whole), level(root, state))
      if let known = outer.pointee.known[key] as? ObserverGroup { return known.inner }
      var part = place.part(path)
      if let version = part.read(state, { $0 }) as? BranchVersion { part = place.stored(part, version.number, state) }
      return outer.pointee.add(ObserverGroup(key, of: part, state)).inner
    }
  }

  /// To be called once by an owner that is going to wait for its sends; see ``Sent/waitUntilReduced()``.
  package func prepareToWait() { store.prepareToWait() }

  /// The path from the state of the store, which tells it from all others. `appending` forgets that what is made
  /// of two `Sendable` key paths captures nothing that is not.
  @inlinable package func whole(_ path: AnyKeyPath & Sendable) -> AnyKeyPath & Sendable {
    (self.path as AnyKeyPath?)?.appending(path: path).map { unsafeBitCast($0, to: (AnyKeyPath & Sendable).self) }
      ?? path
  }

  /// A subscription that joins the observers that `join` finds or makes.
  @inlinable package func attach(
    _ end: (@Sendable () -> Void)? = nil, _ join: @escaping JoinObservers
  ) -> Subscription {
    store.attach(end) { [level] root, state, subscription in join(level(root, state), state, subscription) }
  }
}

/// What is needed of a store, whatever its reducer is: a way to subscribe and one to prepare for settling, and two that lead to
/// the state under the lock, `read` for what calls nothing of others, `lend` for what may send. Closures, because those are
/// specialised where they are made.
@usableFromInline typealias StoreAccess = (
  attach: @Sendable ((@Sendable () -> Void)?, @escaping JoinObservers) -> Subscription,
  read: @Sendable ((UnsafeRawPointer) -> Void) -> Void, lend: @Sendable ((UnsafeRawPointer) -> Void) -> Void,
  prepareToWait: @Sendable () -> Void
)

/// Lets a subscription join the observers of what it asks for.
@usableFromInline package typealias JoinObservers =
  @Sendable (_ root: ObserverLevel.Place, _ state: UnsafeRawPointer, Subscription) -> Observers

/// A subscription lasts until it is cancelled or its store is stopped; dropping this value does not end it.
public typealias Subscription = ColmeiaObservers.Subscription

/// A part of the state that knows when it was last written.
public typealias Branch = ColmeiaObservers.Branch
/// The state of a ``Branch``, without its value.
public typealias BranchVersion = ColmeiaObservers.BranchVersion
