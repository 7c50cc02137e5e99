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

  /// Reduces `action`, or queues it for the thread that is reducing.
  @discardableResult func send(_ action: Action) -> Sent

  /// The state after the last reduced action.
  var state: State { get }

  /// Reads the state without copying it; see ``Store/withState(_:)``.
  ///
  /// - Throws: What `body` throws.
  func withState<Result>(_ body: (borrowing State) throws -> Result) rethrows -> Result

  /// Where subscriptions to the state are made.
  var source: StateSource<State> { get }
}

extension FeatureStore {
  /// The part of the store that a front end of one feature sees.
  ///
  /// ```swift
  /// let feed = store.scope(\.feed, App.Action.feed)   // StoreScope<Feed.State, Feed.Action>
  /// ```
  ///
  /// - Parameters:
  ///   - path: Where the feature's state is.
  ///   - embed: The store's action around an action of the feature.
  @inlinable public func scope<Child: Sendable, ChildAction: Sendable>(
    _ path: KeyPath<State, Child> & Sendable, _ embed: @escaping @Sendable (ChildAction) -> Action
  ) -> StoreScope<Child, ChildAction> {
    StoreScope(source.part(path)) { send(embed($0)) }
  }

  /// The part of the store that a front end of one feature sees, within a ``Branch``: as long as that is not
  /// written, none of the scope's subscriptions is looked at.
  ///
  /// ```swift
  /// let feed = store.scope(\.feed, within: \.$feed, App.Action.feed)
  /// ```
  ///
  /// - Parameters:
  ///   - path: Where the feature's state is.
  ///   - branch: The branch that contains the feature's state.
  ///   - embed: The store's action around an action of the feature.
  @inlinable public func scope<Child: Sendable, ChildAction: Sendable, Branch: Equatable & Sendable>(
    _ path: KeyPath<State, Child> & Sendable, within branch: KeyPath<State, Branch> & Sendable,
    _ embed: @escaping @Sendable (ChildAction) -> Action
  ) -> StoreScope<Child, ChildAction> {
    StoreScope(source.within(branch).part(path)) { send(embed($0)) }
  }
}
