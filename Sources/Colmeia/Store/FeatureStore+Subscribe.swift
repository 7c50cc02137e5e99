import ColmeiaMemory
import ColmeiaObservers

extension FeatureStore {
  /// Calls `receive` with the value at `path`, and again whenever it has changed; `end` when the store is
  /// stopped.
  ///
  /// The first call comes before this returns, unless the store is just reducing. Calls are made by the
  /// reducing thread, outside every lock, at the end of a burst of actions: no value is older than the one
  /// before it, and none is equal to it. Observers are called in the order of the first subscription to each
  /// path, branch or closure, and those of one in the order in which they subscribed. `receive` may send actions
  /// and cancel subscriptions.
  ///
  /// All subscriptions to one path share one comparison. The last value is kept: a large array at `path` is
  /// copied at its next change; give such a part of the state a ``Branch``, and subscribe within it.
  ///
  /// - Parameters:
  ///   - path: The part of the state.
  ///   - receive: Called with the value by one thread at a time, outside every lock.
  ///   - end: Called once, after the last value.
  /// - Complexity: per action, one comparison for all subscriptions of a path; none for those of a scope within
  ///   a ``Branch`` that was not written.
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

  /// Calls `receive` with what `select` makes of the state, and again whenever it has changed; asks
  /// `select` only when the value at `branch` is not the one it was. That is best the version of a
  /// ``Branch``, whose comparison is that of a number.
  ///
  /// ```swift
  /// store.subscribe(within: \.$feed) { $0.feed.images.count } receive: { print($0) }
  /// ```
  ///
  /// Name the branch itself, or a way to it through stored properties. A computed property that chooses between two
  /// branches is taken for the one that it gave at the subscription.
  ///
  /// - Parameters:
  ///   - branch: What must have changed before `select` is asked.
  ///   - select: Makes the value from the state. It must be pure.
  ///   - receive: Called with the value by one thread at a time, outside every lock.
  /// - Complexity: per action, one comparison for all subscriptions within a branch that did not change;
  ///   otherwise one call of `select` and one comparison for each.
  @inlinable @discardableResult public func subscribe<Branch: Equatable & Sendable, Value: Equatable & Sendable>(
    within branch: KeyPath<State, Branch> & Sendable, select: @escaping @Sendable (State) -> Value,
    receive: @escaping @Sendable (Value) -> Void
  ) -> Subscription {
    source.within(branch).subscribe(select, receive)
  }

  /// Calls `receive` with what `select` makes of the state, and again whenever it has changed.
  ///
  /// - Parameters:
  ///   - select: Makes the value from the state. It must be pure.
  ///   - receive: Called with the value by one thread at a time, outside every lock.
  /// - Complexity: per action, one call of `select`, which is lent the state, and one comparison.
  @inlinable @discardableResult public func subscribe<Value: Equatable & Sendable>(
    _ select: @escaping @Sendable (State) -> Value, receive: @escaping @Sendable (Value) -> Void
  ) -> Subscription {
    source.subscribe(select, receive)
  }

  /// The values at `path`: the current one, then each that differs from the one before. A consumer that is
  /// slower than the store gets the newest and misses what was between. Ends when the store is stopped.
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
  /// One subscriber with a closure of its own: nothing to share.
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
