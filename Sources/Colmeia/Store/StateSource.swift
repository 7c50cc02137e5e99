import ColmeiaMemory
@_exported import ColmeiaObservers  // for modules with `MemberImportVisibility`

/// The source of subscriptions to a state: the state of a store, or the part that a ``StoreScope`` shows.
///
/// A custom ``FeatureStore`` that wraps a store returns the source of that store.
public struct StateSource<State>: Sendable {
  @usableFromInline typealias FindLevel =
    @Sendable (_ root: ObserverLevel.Place, _ state: UnsafeRawPointer) -> ObserverLevel.Place

  @usableFromInline package let store: StoreAccess
  /// The path from the store's state to this state, or `nil` if it is the whole state.
  @usableFromInline let path: (AnyKeyPath & Sendable)?
  @usableFromInline package let place: StatePlace<State>
  /// Finds the observers of this state: those of the store, or those within a branch. Adds a group for the branch if
  /// there is none yet.
  @usableFromInline let level: FindLevel

  @inlinable init(
    _ store: StoreAccess, _ path: (AnyKeyPath & Sendable)? = nil, _ place: StatePlace<State> = StatePlace(),
    _ level: @escaping FindLevel = { root, _ in root }
  ) {
    (self.store, self.path, self.place, self.level) = (store, path, place, level)
  }

  /// Returns the source for the part of the state at `path`.
  @inlinable func part<Part>(_ path: KeyPath<State, Part> & Sendable) -> StateSource<Part> {
    StateSource<Part>(store, whole(path), place.part(path), level)
  }

  /// Returns a source of the same state, whose observers are checked only if the version or value at `path` has
  /// changed.
  @inlinable func within<Branch: Equatable & Sendable>(_ path: KeyPath<State, Branch> & Sendable) -> Self {
    let whole = whole(path)
    return Self(store, self.path, place) { [place, level] root, state in
      let (key, outer) = (ObserverKey.branch(whole), level(root, state))
      if let known = outer.pointee.known[key] as? ObserverGroup { return known.inner }
      var part = place.part(path)
      // Asks for the type, because a cast of the value would also unwrap an optional version.
      if Branch.self is any VersionNumber.Type, let version = part.read(state, { $0 }) as? any VersionNumber {
        part = place.stored(part, version.number, state)
      }
      return outer.pointee.add(ObserverGroup(key, of: part, state)).inner
    }
  }

  /// Returns the path from the store's state, which identifies the part. The cast is safe: the combination of two
  /// `Sendable` key paths captures only `Sendable` values, but `appending(path:)` loses that information.
  @inlinable package func whole(_ path: AnyKeyPath & Sendable) -> AnyKeyPath & Sendable {
    (self.path as AnyKeyPath?)?.appending(path: path).map { unsafeBitCast($0, to: (AnyKeyPath & Sendable).self) }
      ?? path
  }

  /// Returns what `body` returns for the state, which `access` provides.
  @inlinable func read<Result>(_ access: @escaping (StoreAccess.Body) -> Void, _ body: (State) -> Result) -> Result {
    var result: Result?
    access { root in result = place.read(root, body) }
    guard let result = result.take() else { preconditionFailure("reading a store always provides its state") }
    return result
  }

  /// Returns a subscription that joins the observers that `join` finds or creates.
  @inlinable package func attach(
    _ end: (@Sendable () -> Void)? = nil, _ join: @escaping JoinObservers
  ) -> Subscription {
    store.attach(end) { [level] root, state, subscription in join(level(root, state), state, subscription) }
  }
}

/// The operations that subscriptions need from a store, independent of its reducer type. They are closures because
/// closures are specialized where they are created, in a class so that calling one doesn't retain it.
@usableFromInline package final class StoreAccess: Sendable {
  @usableFromInline package typealias Body = (_ state: UnsafeRawPointer) -> Void

  @usableFromInline let attach: @Sendable (_ end: (@Sendable () -> Void)?, @escaping JoinObservers) -> Subscription
  /// Reads the state under the lock. The body must not call client code.
  @usableFromInline package let read: @Sendable (Body) -> Void
  /// Lends the state under the lock. The body may send actions.
  @usableFromInline package let lend: @Sendable (Body) -> Void
  /// Prepares for an owner that waits for its sends. To be called once.
  @usableFromInline package let prepareToWait: @Sendable () -> Void

  @inlinable init(
    attach: @escaping @Sendable (_ end: (@Sendable () -> Void)?, @escaping JoinObservers) -> Subscription,
    read: @escaping @Sendable (Body) -> Void, lend: @escaping @Sendable (Body) -> Void,
    prepareToWait: @escaping @Sendable () -> Void
  ) {
    (self.attach, self.read, self.lend, self.prepareToWait) = (attach, read, lend, prepareToWait)
  }
}

/// Adds a subscription to the observers of a part of the state, and returns those observers.
@usableFromInline package typealias JoinObservers =
  @Sendable (_ root: ObserverLevel.Place, _ state: UnsafeRawPointer, Subscription) -> Observers

/// A subscription to a part of the state. It lasts until it is cancelled or its store is stopped; releasing this value
/// doesn't end it.
public typealias Subscription = ColmeiaObservers.Subscription

/// A property wrapper for a part of the state that records a new version at each write.
public typealias Branch = ColmeiaObservers.Branch
