/// The part of a store that belongs to one feature, for a front end that depends only on the types of this feature.
///
/// Create it with ``FeatureStore/scope(_:_:)``.
public struct StoreScope<State: Sendable, Action: Sendable>: FeatureStore {
  /// The source of subscriptions to the feature's state.
  public let source: StateSource<State>
  @usableFromInline let forward: @Sendable (Action) -> Sent

  @inlinable init(_ source: StateSource<State>, _ forward: @escaping @Sendable (Action) -> Sent) {
    (self.source, self.forward) = (source, forward)
  }

  /// Sends an action of the feature to the store.
  @inlinable @discardableResult public func send(_ action: Action) -> Sent { forward(action) }

  /// The feature's state after the last reduced action.
  @inlinable public var state: State { source.read(source.store.read) { $0 } }

  /// Calls `body` with the feature's state; see ``Store/withState(_:)``.
  ///
  /// The state isn't copied if it is a stored part of the store's state. It is copied if it is computed, as the value
  /// of a ``Branch`` is.
  ///
  /// - Throws: Any error that `body` throws.
  @inlinable public func withState<Result, Failure: Error>(
    _ body: (borrowing State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try source.read(source.store.lend) { state in Swift.Result { () throws(Failure) in try body(state) } }.get()
  }
}
