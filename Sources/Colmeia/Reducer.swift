/// The behaviour of one feature: a pure function from a state and an action to a new state and
/// descriptions of effects.
///
/// A reducer reads no clock, no network, no randomness and no global: what it needs from the world it
/// asks for with an ``Effects`` value, and hears of as an action.
///
/// A parent is a `switch` that hands each child's action to the child's reducer and lifts the effects
/// into its own:
///
/// ```swift
/// case .dog(let id, let action): return state.dogs.reduce(id, dog, action).lift({ .dog(id, $0) }, in: "dogs", id)
/// case .detail(let action): return dog.reduce(ifPresent: &state.detail, action).lift(Effect.detail, in: "detail")
/// ```
public protocol Reducer<State, Action, Effect>: Sendable {
  /// Everything the feature knows.
  associatedtype State: Sendable
  /// Everything that can happen to the feature.
  associatedtype Action: Sendable
  /// Everything the feature may ask of the world; `Never` when it asks for nothing.
  associatedtype Effect: Sendable & Equatable

  /// Changes `state` as `action` demands and describes the effects that follow.
  ///
  /// Must be pure: the same state and action always give the same result.
  func reduce(into state: inout State, action: Action) -> Effects<Effect>

  /// The work that must be running while the state is what it is, such as a socket while a room is open.
  ///
  /// Asked after every action. The machine starts what is new in the list, cancels what has left it, and
  /// restarts what has changed. The default is none, and costs nothing.
  func longLived(in state: State) -> LongLivedEffects<Effect>

  /// Whether the child at `child` still exists. Asked after every action, once for each scope that has
  /// work; when the answer is `false`, everything that the child has started is cancelled.
  ///
  /// A child that was removed and put back within one action still exists, and keeps what it has started:
  /// use `cancelAll(in:)` to make it a new one.
  ///
  /// The scope is relative to this reducer: `first` names its own child, `dropFirst()` is what to hand on
  /// to that child. The default answers `true`; a reducer with optional or collection children should
  /// override it (the test store reports one that does not).
  func contains(_ child: EffectScope, in state: State) -> Bool
}

extension Reducer {
  /// Nothing is long-lived.
  @inlinable public func longLived(in state: State) -> LongLivedEffects<Effect> { .none }

  /// Every child exists.
  @inlinable public func contains(_ child: EffectScope, in state: State) -> Bool {
    child.noteThatNobodyAnswered()
    return true
  }

  /// The literal pure form of ``reduce(into:action:)``: a new state and the effects.
  ///
  /// - Complexity: copies the state.
  @inlinable public func reduced(_ state: State, _ action: Action) -> (state: State, effects: Effects<Effect>) {
    var next = state
    let effects = reduce(into: &next, action: action)
    return (next, effects)
  }
}
