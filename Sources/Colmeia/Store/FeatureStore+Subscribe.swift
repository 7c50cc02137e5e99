import ColmeiaMemory
import ColmeiaObservers

extension FeatureStore {
  /// Calls `receive` with the value at `path`, and again whenever it has changed. Calls `end` when the store is
  /// stopped.
  ///
  /// The first call happens before this method returns, unless the store is reducing, or a thread reads its state, at
  /// that moment. The reducing thread makes all calls, without holding a lock, at the end of a burst of actions. Values
  /// arrive in order, and no value is equal to the one before it. Paths, branches and closures are notified in the order
  /// in which each was first subscribed to; the subscribers of one path are called in the order in which they
  /// subscribed. `receive` may send actions and cancel subscriptions. The store retains `receive`, so capture the store
  /// weakly in it; otherwise, the store exists until it is stopped.
  ///
  /// All subscriptions to one path share one comparison. The store retains the last value, so the next change of a
  /// large array at `path` copies the array. Give such a part of the state a ``Branch``, and subscribe within it.
  ///
  /// - Parameters:
  ///   - path: The part of the state to observe.
  ///   - receive: Called with the value, by one thread at a time and without holding a lock.
  ///   - end: Called once, after the last value.
  /// - Returns: The subscription, which lasts until it is cancelled or the store is stopped.
  /// - Complexity: For each action, one comparison for all subscriptions of a path; none for subscriptions of a scope
  ///   within a ``Branch`` that wasn't written.
  @inlinable @discardableResult public func subscribe<Value: Equatable & Sendable>(
    to path: KeyPath<State, Value> & Sendable, receive: @escaping @Sendable (Value) -> Void,
    end: (@Sendable () -> Void)? = nil
  ) -> Subscription {
    source.attach(end) { [source] level, _, subscription in
      let key = ObserverKey.path(source.whole(path))
      let observers =
        level.pointee.known[key] as? ValueObservers<Value>
        ?? level.pointee.add(ValueObservers(key, of: source.place.part(path)))
      observers.add(subscription, receive, end)
      return observers
    }
  }

  /// Calls `receive` with the result of `select`, and again whenever it has changed. Calls `select` only if the value
  /// at `branch` has changed. Preferably, this is the version of a ``Branch``, which is a number and therefore cheap to
  /// compare.
  ///
  /// ```swift
  /// store.subscribe(within: \.$feed) { $0.feed.images.count } receive: { print($0) }
  /// ```
  ///
  /// Pass the branch itself, or a path to it through stored properties. If a computed property chooses between two
  /// branches, the one that it returned at the time of the subscription is observed.
  ///
  /// - Parameters:
  ///   - branch: The value that must have changed before `select` is called.
  ///   - select: Computes the value from the state. It must be pure.
  ///   - receive: Called with the value, by one thread at a time and without holding a lock.
  /// - Returns: The subscription, which lasts until it is cancelled or the store is stopped.
  /// - Complexity: For each action, one comparison for all subscriptions within a branch that didn't change; otherwise,
  ///   one call of `select` and one comparison for each subscription.
  @inlinable @discardableResult public func subscribe<Branch: Equatable & Sendable, Value: Equatable & Sendable>(
    within branch: KeyPath<State, Branch> & Sendable, select: @escaping @Sendable (State) -> Value,
    receive: @escaping @Sendable (Value) -> Void
  ) -> Subscription {
    source.within(branch).subscribe(select, receive)
  }

  /// Calls `receive` with the result of `select`, and again whenever it has changed.
  ///
  /// - Parameters:
  ///   - select: Computes the value from the state. It must be pure.
  ///   - receive: Called with the value, by one thread at a time and without holding a lock.
  /// - Returns: The subscription, which lasts until it is cancelled or the store is stopped.
  /// - Complexity: For each action, one call of `select`, which doesn't copy the state, and one comparison.
  @inlinable @discardableResult public func subscribe<Value: Equatable & Sendable>(
    _ select: @escaping @Sendable (State) -> Value, receive: @escaping @Sendable (Value) -> Void
  ) -> Subscription {
    source.subscribe(select, receive)
  }

  /// Returns an asynchronous sequence of the values at `path`: the current value, then each value that differs from the
  /// one before it.
  ///
  /// Only the newest value is buffered, so a consumer that is slower than the store misses values in between. The
  /// sequence ends when the store is stopped.
  ///
  /// - Parameter path: The part of the state to observe.
  public func values<Value: Equatable & Sendable>(
    of path: KeyPath<State, Value> & Sendable
  ) -> AsyncStream<Value> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { stream in
      let subscription = subscribe(to: path, receive: { stream.yield($0) }, end: { stream.finish() })
      stream.onTermination = { _ in subscription.cancel() }
    }
  }
}

extension StateSource {
  /// Adds one subscriber with its own closure, which can't share a comparison with others.
  @inlinable func subscribe<Value: Equatable & Sendable>(
    _ select: @escaping @Sendable (State) -> Value, _ receive: @escaping @Sendable (Value) -> Void
  ) -> Subscription {
    attach { [place] level, _, subscription in
      let observers = ValueObservers<Value>(nil, nil) { $0.isNew(place.read($1, select)) }
      observers.add(subscription, receive, nil)
      return level.pointee.add(observers)
    }
  }
}
