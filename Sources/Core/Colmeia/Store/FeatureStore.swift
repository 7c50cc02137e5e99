/// The interface of a store for front ends: either a ``Store``, or the ``StoreScope`` of one feature in it.
///
/// A front end that is generic over this protocol works with both:
///
/// ```swift
/// func show(_ feed: some FeatureStore<Feed.State, Feed.Action>) { … }
/// ```
///
/// If the compiler doesn't know the store's type, as with `any FeatureStore`, it can't specialize the store: an action
/// then takes several times as long. Where that matters, pass on a ``StoreScope``, which is specialized where it is
/// created.
public protocol FeatureStore<State, Action>: Sendable {
  /// The state of the feature.
  associatedtype State: Sendable
  /// The actions of the feature.
  associatedtype Action: Sendable

  /// Reduces `action`, or enqueues it if another thread is reducing. Call ``send(_:file:line:)`` instead.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - site: Where it is sent, for traces.
  /// - Returns: Whether the action was accepted, and a way to wait for its effects.
  @discardableResult func send(_ action: Action, at site: SendSite) -> Sent

  /// The state after the last reduced action.
  var state: State { get }

  /// Calls `body` with the state, without copying it; see ``Store/withState(_:)``.
  ///
  /// - Throws: Any error that `body` throws.
  func withState<Result>(_ body: (borrowing State) throws -> Result) rethrows -> Result

  /// The source of subscriptions to the state.
  var source: StateSource<State> { get }
}

extension FeatureStore {
  /// Reduces `action`, or enqueues it if another thread is reducing or reading the state.
  ///
  /// - Returns: Whether the action was accepted, and a way to wait for its effects.
  @inlinable @discardableResult public func send(
    _ action: Action, file: String = #fileID, line: Int = #line
  ) -> Sent { send(action, at: SendSite(file, line)) }

  /// Returns the part of the store that belongs to one feature.
  ///
  /// ```swift
  /// let feed = store.scope(\.feed, App.Action.feed)   // StoreScope<Feed.State, Feed.Action>
  /// ```
  ///
  /// - Parameters:
  ///   - path: The location of the feature's state.
  ///   - embed: Embeds an action of the feature in an action of the store.
  @inlinable public func scope<Child: Sendable, ChildAction: Sendable>(
    _ path: KeyPath<State, Child> & Sendable, _ embed: @escaping @Sendable (ChildAction) -> Action
  ) -> StoreScope<Child, ChildAction> {
    StoreScope(source.part(path)) { send(embed($0), at: $1) }
  }
}
