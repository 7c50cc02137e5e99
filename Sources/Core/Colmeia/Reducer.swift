/// The associated types of a ``Reducer``.
///
/// They are declared in a separate protocol so that the compiler resolves them before it type-checks
/// `reduce(into:action:)`.
public protocol FeatureTypes {
  /// The state of the feature.
  associatedtype State: Sendable
  /// The actions that change the feature's state.
  associatedtype Action: Sendable
  /// The effects that the feature requests; `Never` if it has none.
  associatedtype Effect: Sendable & Equatable = Never
  /// The outputs that the feature sends to its parent; `Never` if it has none.
  associatedtype Output: Sendable & Equatable = Never
}

/// The behavior of one feature: a pure function from a state and an action to a new state and descriptions of effects.
///
/// A reducer doesn't read a clock, the network, a random number generator or global variables. It requests such work
/// with ``Effects``, and receives the results as actions. It notifies its parent with an `Output`.
///
/// A parent declares each ``Child`` once, as a stored property. A store finds the declarations when it is created. The
/// parent's `reduce(into:action:)` is a `switch` that passes each action to the child:
///
/// ```swift
/// struct Kitchen: Reducer {
///   struct State { var oven = Timer.State(), egg: Timer.State?, dogs = EntityTable<Dog.State>() }
///   enum Action { case oven(Timer.Action), egg(Timer.Action), dog(Dog.ID, Dog.Action) }
///   enum Effect: Equatable { case oven(Timer.Effect), egg(Timer.Effect), dog(Dog.ID, Dog.Effect) }
///
///   let oven = Child(\State.oven, Timer(), Action.oven, Effect.oven)
///   let egg = Child(\State.egg, Timer(), Action.egg, Effect.egg)    // optional: gone when nil
///   let dogs = ChildRows(\State.dogs, Dog(), Action.dog, Effect.dog)
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
  /// Changes `state` in response to `action`, and returns the effects to run.
  ///
  /// The function must be pure: the same state and action always produce the same result.
  ///
  /// - Parameters:
  ///   - state: The state to change.
  ///   - action: The action to reduce.
  /// - Returns: The effects to run, and the outputs for the parent.
  func reduce(into state: inout State, action: Action) -> EffectList<Effect, Output>

  /// What ``longLived(in:)`` returns. The compiler infers it.
  associatedtype LongLived: LongLivedDeclaration = NoLongLivedEffects

  /// Returns the effects of this feature that must be running while it is in this state, such as a socket while a room
  /// is open. The effects of its children are not included.
  ///
  /// ```swift
  /// func longLived(in state: State) -> LongLivedEffects<Effect> {
  ///   state.isOpen ? .running(.socket(room: state.room), id: ID.socket) : .none
  /// }
  /// ```
  ///
  /// The machine calls this method after every action. It starts effects that are new in the list, cancels effects that
  /// are no longer in it, and restarts effects that have changed. An effect whose work has returned isn't started again
  /// as long as it is listed. A feature that doesn't implement this method has no long-lived effects, and no cost.
  func longLived(in state: State) -> LongLived
}

extension Reducer where LongLived == NoLongLivedEffects {
  /// The default implementation, which declares no long-lived effects.
  @inlinable public func longLived(in state: State) -> NoLongLivedEffects { NoLongLivedEffects() }
}

extension Reducer {
  /// The return type of ``reduce(into:action:)``: effect commands, and outputs for the parent.
  public typealias Effects = EffectList<Effect, Output>

  /// Unavailable, because the effects of a child must be embedded in those of its parent.
  @available(*, unavailable, message: "reduce it with the declaration of the child: `child.reduce(&state, action)`")
  public func reduce<E, O>(into state: inout State, action: Action, _ unused: Void = ()) -> EffectList<E, O> { .none }

  /// Returns the new state and the effects without changing `state`: the purely functional form of
  /// ``reduce(into:action:)``.
  ///
  /// - Complexity: Copies the state.
  @inlinable public func reduced(_ state: State, _ action: Action) -> (state: State, effects: Effects) {
    var next = state
    let effects = reduce(into: &next, action: action)
    return (next, effects)
  }

  /// Whether the type of the reducer declares long-lived effects.
  @inlinable static var declaresLongLived: Bool { LongLived.self != NoLongLivedEffects.self }

  /// The long-lived effects that the feature names.
  @inlinable func named(in state: State) -> LongLivedEffects<Effect> {
    longLived(in: state).list(of: Effect.self) ?? .none
  }
}
