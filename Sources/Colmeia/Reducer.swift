/// The types of a feature, which a ``Reducer`` names.
///
/// A protocol of its own, so that the compiler knows them before it looks at `reduce(into:action:)`.
public protocol FeatureTypes {
  /// Everything the feature knows.
  associatedtype State: Sendable
  /// Everything that can happen to the feature.
  associatedtype Action: Sendable
  /// Everything the feature may ask of the world; `Never` when it asks for nothing.
  associatedtype Effect: Sendable & Equatable = Never
  /// Everything the feature may tell its parent; `Never` when it tells nothing.
  associatedtype Output: Sendable & Equatable = Never
}

/// The behaviour of one feature: a pure function from a state and an action to a new state and
/// descriptions of effects.
///
/// A reducer reads no clock, no network, no randomness and no global. It asks for what it needs from the world
/// with ``Effects``, and learns the outcome from an action. It tells its parent things with an `Output`.
///
/// A parent declares each ``Child`` once, and is a `switch` that hands each child its action:
///
/// ```swift
/// struct Kitchen: Reducer {
///   struct State { var oven = Timer.State(), egg: Timer.State?, dogs = EntityTable<Dog.State>() }
///   enum Action { case oven(Timer.Action), egg(Timer.Action), dog(Dog.ID, Dog.Action) }
///   enum Effect { case oven(Timer.Effect), egg(Timer.Effect), dog(Dog.ID, Dog.Effect) }
///
///   let oven = Child(\State.oven, Timer(), Action.oven, Effect.oven)
///   let egg = Child(\State.egg, Timer(), Action.egg, Effect.egg)    // optional: gone when nil
///   let dogs = ChildRows(\State.dogs, Dog(), Action.dog, Effect.dog)
///   var children: Children { [oven, egg, dogs] }
///
///   func reduce(into state: inout State, action: Action) -> Effects {
///     switch action {
///     case .oven(let action): oven.reduce(&state, action)
///     case .egg(let action): egg.reduce(&state, action)
///     case .dog(let id, let action): dogs.reduce(&state, id, action)
///     }
///   }
/// }
/// ```
public protocol Reducer<State, Action, Effect>: FeatureTypes, Sendable {
  /// Changes `state` as `action` demands and describes the effects that follow.
  ///
  /// Must be pure: the same state and action always give the same result.
  func reduce(into state: inout State, action: Action) -> EffectList<Effect, Output>

  /// The work of this feature, without its children's, that must be running while the state is what it is,
  /// such as a socket while a room is open.
  ///
  /// The machine asks after every action that may have written the feature's state. It starts what is new in
  /// the list, cancels what has left it, and restarts what has changed. The default is none, and costs nothing.
  func longLived(in state: State) -> LongLivedEffects<Effect>

  /// The feature's children. A child that is not named here is reported when it asks for its first
  /// effect.
  var children: [ChildOf<State, Effect>] { get }
}

extension Reducer {
  /// What this reducer returns: commands, and what it tells its parent.
  public typealias Effects = EffectList<Effect, Output>
  /// The type of ``children``: an array, in which each child stands once.
  public typealias Children = [ChildOf<State, Effect>]

  /// Nothing is long-lived.
  @inlinable public func longLived(in state: State) -> LongLivedEffects<Effect> { .undeclared }

  /// The default: a feature without children.
  @inlinable public var children: Children { [] }

  /// The literal pure form of ``reduce(into:action:)``: a new state and the effects.
  ///
  /// - Complexity: copies the state.
  @inlinable public func reduced(_ state: State, _ action: Action) -> (state: State, effects: Effects) {
    var next = state
    let effects = reduce(into: &next, action: action)
    return (next, effects)
  }
}
