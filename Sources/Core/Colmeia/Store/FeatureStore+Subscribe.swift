extension FeatureStore {
  /// Calls `receive` with the value at `path`, and again whenever it has changed. Calls `end` when the store is
  /// stopped.
  ///
  /// The first call happens before this method returns, unless the store is reducing, or a thread reads its state, at
  /// that moment. The reducing thread makes all calls, without holding a lock, at the end of a burst of actions. Values
  /// arrive in order, and no value is equal to the one before it. Paths and closures are notified in the order
  /// in which each was first subscribed to; the subscribers of one path are called in the order in which they
  /// subscribed. `receive` may send actions and cancel subscriptions. The store retains `receive`, so capture the store
  /// weakly in it; otherwise, the store exists until it is stopped.
  ///
  /// All subscriptions to one path share one comparison. The store retains the last value, so the next change of a
  /// large array at `path` copies the array. Keep many rows in an `EntityTable`, which copies only what changes.
  ///
  /// - Parameters:
  ///   - path: The part of the state to observe.
  ///   - receive: Called with the value, by one thread at a time and without holding a lock.
  ///   - end: Called once, after the last value.
  /// - Returns: The subscription, which lasts until it is cancelled or the store is stopped.
  /// - Complexity: For each action, one comparison for all subscriptions of a path.
  @inlinable @discardableResult public func subscribe<Value: Equatable & Sendable>(
    to path: KeyPath<State, Value> & Sendable, receive: @escaping @Sendable (Value) -> Void,
    end: (@Sendable () -> Void)? = nil
  ) -> Subscription {
    let part = Part(path)
    guard let stored = part.stored else {
      return source.subscribe(path, { values in { values.check($0[keyPath: path]) } }, receive, end)
    }
    // This is called after every action. Capturing the path, not the part, takes a third of the time.
    return source.subscribe(
      path, { values in { state in read(&state[keyPath: stored.path]) { values.check($0) } } }, receive, end)
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
    source.subscribe(nil, { values in { state in values.check(select(state)) } }, receive, nil)
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
