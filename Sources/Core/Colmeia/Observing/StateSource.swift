/// The source of subscriptions to a state: the state of a store, or the part that a ``StoreScope`` shows.
///
/// A custom ``FeatureStore`` that wraps a store returns the source of that store.
public struct StateSource<State: Sendable>: Sendable {
  /// Calls the closure with the state, under the lock. It must not change the state.
  @usableFromInline package let read: @Sendable (_ body: (inout State) -> Void) -> Void
  @usableFromInline package let join: @Sendable (_ subscription: Subscription, Join<State>) -> Void
  /// Creates a subscription that the store can cancel.
  @usableFromInline package let makeSubscription: @Sendable () -> Subscription
  /// The path from the store's state to this state.
  @usableFromInline package let path: [AnyKeyPath & Sendable]
  /// What shows the store's state on the main actor.
  @usableFromInline package let frontEnd: FrontEnd

  @inlinable init(
    path: [AnyKeyPath & Sendable], frontEnd: FrontEnd,
    read: @escaping @Sendable (_ body: (inout State) -> Void) -> Void,
    join: @escaping @Sendable (_ subscription: Subscription, Join<State>) -> Void,
    makeSubscription: @escaping @Sendable () -> Subscription
  ) {
    (self.path, self.frontEnd, self.read) = (path, frontEnd, read)
    (self.join, self.makeSubscription) = (join, makeSubscription)
  }

  /// Returns the source for the part of the state at `path`.
  @inlinable package func part<Value: Sendable>(_ path: KeyPath<State, Value> & Sendable) -> StateSource<Value> {
    let part = Part(path)
    return StateSource<Value>(
      path: self.path + [path], frontEnd: frontEnd,
      read: { [read] body in read { state in part.read(&state) { body(&$0) } } },
      join: { [join] subscription, request in join(subscription, request.lifted(part)) },
      makeSubscription: makeSubscription)
  }

  /// Adds a subscription to the value at `path`, or to the result of `select` if there is no path.
  @inlinable func subscribe<Value: Equatable & Sendable>(
    _ path: (AnyKeyPath & Sendable)?, _ makeCheck: @escaping @Sendable (ObservedValue<Value>) -> Check<State>,
    _ receive: @escaping @Sendable (Value) -> Void, _ end: (@Sendable () -> Void)?
  ) -> Subscription {
    let subscription = makeSubscription()
    let subscriber = ObservedValue<Value>.Subscriber(subscription, receive, end)
    join(
      subscription,
      Join(path.map { self.path + [$0] } ?? [], accepts: { $0 is ObservedValue<Value> }) { known in
        if let known = known as? ObservedValue<Value> {
          known.add(subscriber)
          return (nil, known)
        }
        let values = ObservedValue<Value>()
        values.add(subscriber)
        return (makeCheck(values), values)
      })
    return subscription
  }
}

/// A part of a state, at a key path. It is read in place if it is a stored property, and copied otherwise.
@usableFromInline struct Part<State, Value>: Sendable {
  @usableFromInline let path: KeyPath<State, Value> & Sendable
  @usableFromInline let stored: StoredPath<State, Value>?

  @inlinable init(_ path: KeyPath<State, Value> & Sendable) {
    self.path = path
    // A path with an offset has no observers and no setters, so passing it as `inout` changes nothing.
    stored =
      MemoryLayout<State>.offset(of: path) == nil
      ? nil : (path as? WritableKeyPath<State, Value>).map { StoredPath(path: $0) }
  }

  @inlinable @inline(__always) func read<Result>(_ state: inout State, _ body: (inout Value) -> Result) -> Result {
    if let stored { return body(&state[keyPath: stored.path]) }
    var value = state[keyPath: path]
    return body(&value)
  }
}

/// `@unchecked Sendable`: The path is the one that ``Part`` was created with, which is `Sendable`. A conditional cast to a
/// writable path loses that, because marker protocols can't be cast to. Reading a part with strings in place takes half
/// the time of copying it, in the row of 1,000 subscribers of different paths.
@usableFromInline struct StoredPath<State, Value>: @unchecked Sendable {
  @usableFromInline let path: WritableKeyPath<State, Value>
  @inlinable init(path: WritableKeyPath<State, Value>) { self.path = path }
}
