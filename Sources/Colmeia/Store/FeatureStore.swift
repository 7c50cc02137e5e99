/// What a front end sees of a store: a ``Store``, or the ``StoreScope`` of one feature in it.
///
/// A front end that is generic over it can be given either:
///
/// ```swift
/// func show(_ feed: some FeatureStore<Feed.State, Feed.Action>) { … }
/// ```
public protocol FeatureStore<State, Action>: Sendable {
  /// What the feature knows.
  associatedtype State: Sendable
  /// What can happen to it.
  associatedtype Action: Sendable

  /// Reduces `action`, or queues it for whoever is reducing.
  @discardableResult func send(_ action: Action) -> Sent

  /// The state after the last reduced action.
  var state: State { get }

  /// Reads the state without copying it; see ``Store/withState(_:)``.
  func withState<Result>(_ body: (borrowing State) throws -> Result) rethrows -> Result

  /// Calls `receive` with the value at `path`, and again whenever it has changed; `end` when the store is
  /// stopped.
  ///
  /// The first call comes before this returns, unless the store is just reducing. Calls are made by the
  /// reducing thread, outside every lock, at the end of a burst of actions: no value is older than the one
  /// before it, and none is equal to it. `receive` may send actions and cancel subscriptions.
  ///
  /// All subscriptions to one path share one comparison. The last value is kept: a large array at `path` is
  /// copied at its next change; give such a part of the state a ``Branch``, and subscribe within it.
  ///
  /// - Complexity: per action, one comparison for all subscriptions of a path.
  @discardableResult func subscribe<Value: Equatable & Sendable>(
    to path: KeyPath<State, Value> & Sendable, receive: @escaping @Sendable (Value) -> Void,
    end: (@Sendable () -> Void)?
  ) -> Subscription

  /// Calls `receive` with what `select` makes of the state, and again whenever it has changed; asks
  /// `select` only when the value at `branch` is not the one it was. That is best the version of a
  /// ``Branch``, whose comparison is that of a number.
  ///
  /// ```swift
  /// store.subscribe(within: \.$feed) { $0.feed.images.count } receive: { print($0) }
  /// ```
  ///
  /// - Complexity: per action, one comparison for all subscriptions within a branch that did not change;
  ///   otherwise one call of `select` and one comparison for each.
  @discardableResult func subscribe<Branch: Equatable & Sendable, Value: Equatable & Sendable>(
    within branch: KeyPath<State, Branch> & Sendable, select: @escaping @Sendable (State) -> Value,
    receive: @escaping @Sendable (Value) -> Void
  ) -> Subscription

  /// Calls `receive` with what `select` makes of the state, and again whenever it has changed.
  ///
  /// - Complexity: per action, one call of `select` and one comparison.
  @discardableResult func subscribe<Value: Equatable & Sendable>(
    _ select: @escaping @Sendable (State) -> Value, receive: @escaping @Sendable (Value) -> Void
  ) -> Subscription
}

extension FeatureStore {
  /// Calls `receive` with the value at `path`, and again whenever it has changed.
  /// See ``subscribe(to:receive:end:)``.
  @inlinable @discardableResult public func subscribe<Value: Equatable & Sendable>(
    to path: KeyPath<State, Value> & Sendable, receive: @escaping @Sendable (Value) -> Void
  ) -> Subscription {
    subscribe(to: path, receive: receive, end: nil)
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

  /// The part of the store that a front end of one feature sees.
  ///
  /// ```swift
  /// let feed = store.scope(\.feed, App.Action.feed)   // StoreScope<Feed.State, Feed.Action>
  /// ```
  public func scope<Child: Sendable, ChildAction: Sendable>(
    _ path: KeyPath<State, Child> & Sendable, _ embed: @escaping @Sendable (ChildAction) -> Action
  ) -> StoreScope<Child, ChildAction> {
    StoreScope(Scoped(parent: self, path: path, embed: embed))
  }
}
