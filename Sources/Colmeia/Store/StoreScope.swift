/// One feature of a store, without the rest: a front end that has it knows the types of the feature only.
/// Made by ``FeatureStore/scope(_:_:)``.
public struct StoreScope<State: Sendable, Action: Sendable>: FeatureStore {
  let store: any FeatureStore<State, Action>
  init(_ store: some FeatureStore<State, Action>) { self.store = store }

  /// Sends the feature's action to the store.
  @discardableResult public func send(_ action: Action) -> Sent { store.send(action) }

  /// The feature's state after the last reduced action.
  public var state: State { store.state }

  /// Reads the feature's state; see ``Store/withState(_:)``. Through a key path Swift cannot lend a part of a lent
  /// value: what the whole state refers to is retained for the call. Nothing is duplicated.
  public func withState<Result>(_ body: (borrowing State) throws -> Result) rethrows -> Result {
    try store.withState(body)
  }

  /// Calls `receive` with the value at `path`, and again whenever it has changed.
  /// See ``FeatureStore/subscribe(to:receive:end:)``.
  @discardableResult public func subscribe<Value: Equatable & Sendable>(
    to path: KeyPath<State, Value> & Sendable, receive: @escaping @Sendable (Value) -> Void,
    end: (@Sendable () -> Void)?
  ) -> Subscription {
    store.subscribe(to: path, receive: receive, end: end)
  }

  /// Calls `receive` with what `select` makes of the feature's state, and again whenever it has changed.
  /// See ``FeatureStore/subscribe(within:select:receive:)``.
  @discardableResult public func subscribe<Branch: Equatable & Sendable, Value: Equatable & Sendable>(
    within branch: KeyPath<State, Branch> & Sendable, select: @escaping @Sendable (State) -> Value,
    receive: @escaping @Sendable (Value) -> Void
  ) -> Subscription {
    store.subscribe(within: branch, select: select, receive: receive)
  }

  /// Calls `receive` with what `select` makes of the feature's state, and again whenever it has changed.
  @discardableResult public func subscribe<Value: Equatable & Sendable>(
    _ select: @escaping @Sendable (State) -> Value, receive: @escaping @Sendable (Value) -> Void
  ) -> Subscription {
    store.subscribe(select, receive: receive)
  }
}

/// A store seen through a key path.
struct Scoped<Parent: FeatureStore, State: Sendable, Action: Sendable>: FeatureStore {
  let parent: Parent
  let path: KeyPath<Parent.State, State> & Sendable
  let embed: @Sendable (Action) -> Parent.Action

  func send(_ action: Action) -> Sent { parent.send(embed(action)) }

  var state: State { parent.withState { (copy $0)[keyPath: path] } }

  func withState<Result>(_ body: (borrowing State) throws -> Result) rethrows -> Result {
    try parent.withState { try body((copy $0)[keyPath: path]) }
  }

  func subscribe<Value: Equatable & Sendable>(
    to path: KeyPath<State, Value> & Sendable, receive: @escaping @Sendable (Value) -> Void,
    end: (@Sendable () -> Void)?
  ) -> Subscription {
    parent.subscribe(to: appending(path), receive: receive, end: end)
  }

  func subscribe<Branch: Equatable & Sendable, Value: Equatable & Sendable>(
    within branch: KeyPath<State, Branch> & Sendable, select: @escaping @Sendable (State) -> Value,
    receive: @escaping @Sendable (Value) -> Void
  ) -> Subscription {
    parent.subscribe(
      within: appending(branch), select: { [path] in select($0[keyPath: path]) }, receive: receive)
  }

  func subscribe<Value: Equatable & Sendable>(
    _ select: @escaping @Sendable (State) -> Value, receive: @escaping @Sendable (Value) -> Void
  ) -> Subscription {
    parent.subscribe({ [path] in select($0[keyPath: path]) }, receive: receive)
  }

  /// `appending` forgets that what is made of two `Sendable` key paths captures nothing that is not.
  func appending<Value>(_ rest: KeyPath<State, Value> & Sendable) -> KeyPath<Parent.State, Value> & Sendable {
    let whole: KeyPath<Parent.State, Value> = path.appending(path: rest)
    return unsafeBitCast(whole, to: (KeyPath<Parent.State, Value> & Sendable).self)
  }
}
