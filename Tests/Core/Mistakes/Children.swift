import Colmeia

// Mistakes with the declaration of a child, and the errors that explain them. No target contains this file.

struct Egg: Reducer {
  struct State: Equatable, Sendable { var left = 0 }
  enum Action: Sendable { case start, ticked }
  enum Effect: Equatable, Sendable { case tick }

  func reduce(into state: inout State, action: Action) -> Effects { .run(.tick) }
}

struct Options: Reducer {
  struct State: Equatable, Sendable { var isLoud = false }
  enum Action: Sendable { case toggle }

  func reduce(into state: inout State, action: Action) -> Effects { .none }
}

struct Timer: Reducer {
  typealias State = Egg.State
  typealias Action = Egg.Action
  typealias Effect = Egg.Effect

  var left = 0

  func reduce(into state: inout State, action: Action) -> Effects { .none }
}

struct Kitchen: Reducer {
  struct State: Equatable, Sendable {
    var egg = Egg.State()
    var second: Egg.State?
    var options = Options.State()
    let fixed = Egg.State()
    private(set) var hidden: Egg.State?
    var computed: Egg.State { egg }
  }
  enum Action: Sendable { case egg(Egg.Action), options(Options.Action) }
  enum Effect: Equatable, Sendable { case egg(Egg.Effect) }

  let egg = Child(\State.egg, Egg(), Action.egg, Effect.egg)
  let second = Child(\State.second, Egg(), Action.egg, Effect.egg)
  let options = Child(\State.options, Options(), Action.options, noEffects(in: Effect.self))

  // expected-error@+1 {{this child has effects; pass the case that carries them, such as `Effect.egg`}}
  let silent = Child(\State.egg, Egg(), Action.egg, noEffects(in: Effect.self))
  // expected-error@+1 {{this child has effects; pass the case that carries them, such as `Effect.egg`}}
  let silentSecond = Child(\State.second, Egg(), Action.egg, noEffects(in: Effect.self))

  // expected-error@+1 {{this isn't the path of a `var` that contains the state of the child}}
  let fixed = Child(\State.fixed, Egg(), Action.egg, Effect.egg)
  // expected-error@+1 {{this isn't the path of a `var` that contains the state of the child}}
  let hidden = Child(\State.hidden, Egg(), Action.egg, Effect.egg)
  // expected-error@+1 {{this isn't the path of a `var` that contains the state of the child}}
  let computed = Child(\State.computed, Egg(), Action.egg, Effect.egg)
  // expected-error@+1 {{this isn't the path of a `var` that contains the state of the child}}
  let elsewhere = Child(\State.options, Egg(), Action.egg, Effect.egg)

  // A mistake in a closure is explained in the closure.
  // expected-error@+1 {{value of type 'Kitchen.State' has no member 'lift'}}
  let timed = Child(\State.egg, Timer(), Action.egg, Effect.egg).configured { $0.left = $1.lift }

  // The effects of a child must be returned, even if other arms of the `switch` don't return any.
  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    // expected-error@+1 {{'reduce(_:_:onOutput:)' is unavailable: return the child's effects, or write `let effects: Effects = child.reduce(…)`}}
    case .egg(let action): egg.reduce(&state, action)
    case .options: state.second = nil
    }
    return .none
  }
}

struct Cook: Reducer {
  struct State: Equatable, Sendable { var egg = Egg.State() }
  enum Action: Sendable { case egg(Egg.Action), stop }
  enum Effect: Equatable, Sendable { case egg(Egg.Effect) }

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    // expected-error@+1 {{reduce it with the declaration of the child: `child.reduce(&state, action)`}}
    case .egg(let action): Egg().reduce(into: &state.egg, action: action)
    case .stop: .none
    }
  }
}
