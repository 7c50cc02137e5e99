/// The part of a store that belongs to one feature, for a front end that depends only on the types of this feature.
///
/// Create it with ``FeatureStore/scope(_:_:)``.
public struct StoreScope<State: Sendable, Action: Sendable>: FeatureStore {
  /// The source of subscriptions to the feature's state.
  public let source: StateSource<State>
  @usableFromInline let forward: @Sendable (Action, SendSite) -> Sent

  @inlinable init(_ source: StateSource<State>, _ forward: @escaping @Sendable (Action, SendSite) -> Sent) {
    (self.source, self.forward) = (source, forward)
  }

  /// Sends an action of the feature to the store.
  @inlinable @discardableResult public func send(_ action: Action, at site: SendSite) -> Sent { forward(action, site) }

  /// The feature's state after the last reduced action.
  @inlinable public var state: State { withState { copy $0 } }

  /// Calls `body` with the feature's state; see ``Store/withState(_:)``.
  ///
  /// The state isn't copied if it is a stored part of the store's state.
  ///
  /// - Throws: Any error that `body` throws.
  @inlinable public func withState<Result, Failure: Error>(
    _ body: (borrowing State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var result: Swift.Result<Result, Failure>?
    source.read { state in result = Swift.Result { () throws(Failure) in try body(state) } }
    guard let result else { preconditionFailure("reading a store always provides its state") }
    return try result.get()
  }
}
