import Colmeia

/// A feature with a long-lived effect that runs while the room is open.
struct Room: Nestable {
  struct State: Equatable, Blank {
    var number = 1
    var isOpen = true
    var title = longText(8)
    var lines = [longText(1), longText(2)]
    var draft: String?
  }
  enum Action: Sendable { case close }
  enum Effect: Equatable, Sendable { case follow(Int) }
  enum ID: String { case follow }
  func reduce(into state: inout State, action: Action) -> Effects {
    state.isOpen = false
    return .none
  }
  func longLived(in state: State) -> LongLivedEffects<Effect> {
    state.isOpen ? .running(.follow(state.number), id: ID.follow) : .none
  }
}

/// Five floors of ten rooms: 50 features with long-lived effects, nested two levels deep.
struct House: Reducer {
  typealias Floor = Ten<Room>
  struct State: Equatable, Sendable {
    var count = 0
    var title = longText(9)
    var a = Floor.State()
    var b = Floor.State()
    var c = Floor.State()
    var d = Floor.State()
    var e = Floor.State()
  }
  enum Action: Sendable {
    case increment, a(Floor.Action), b(Floor.Action), c(Floor.Action), d(Floor.Action), e(Floor.Action)
  }
  enum Effect: Equatable, Sendable {
    case a(Floor.Effect), b(Floor.Effect), c(Floor.Effect), d(Floor.Effect), e(Floor.Effect)
  }
  let a = Child(\State.a, Floor(), Action.a, Effect.a)
  let b = Child(\State.b, Floor(), Action.b, Effect.b)
  let c = Child(\State.c, Floor(), Action.c, Effect.c)
  let d = Child(\State.d, Floor(), Action.d, Effect.d)
  let e = Child(\State.e, Floor(), Action.e, Effect.e)
  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .increment:
      state.count &+= 1
      return .none
    case .a(let action): return a.reduce(&state, action)
    case .b(let action): return b.reduce(&state, action)
    case .c(let action): return c.reduce(&state, action)
    case .d(let action): return d.reduce(&state, action)
    case .e(let action): return e.reduce(&state, action)
    }
  }
}

/// A house in a branch.
struct Street: Reducer {
  struct State: Equatable, Sendable {
    var count = 0
    var texts = Texts()
    @Branch var house = House.State()
  }
  enum Action: Sendable { case increment, house(House.Action) }
  enum Effect: Equatable, Sendable { case house(House.Effect) }
  let house = Child(\State.house, within: \State.$house, House(), Action.house, Effect.house, name: "house")
  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .increment:
      state.count &+= 1
      return .none
    case .house(let action): return house.reduce(&state, action)
    }
  }
}

/// A counter in a branch, and one that is the case of an enum.
struct Counters: Reducer {
  enum Screen: Sendable {
    case counter(Counter.State), none
    var counter: Counter.State? { if case .counter(let state) = self { state } else { nil } }
  }
  struct State: Sendable {
    var title = longText(9)
    @Branch var first: Counter.State
    var screen: Screen
    init(_ counter: Counter.State) {
      first = counter
      screen = .counter(counter)
    }
  }
  enum Action: Sendable { case first(Counter.Action), screen(Counter.Action) }
  typealias Effect = Never
  let first = Child(\State.first, within: \State.$first, Counter(), Action.first, \.self, name: "first")
  let screen = Child(\State.screen, \.counter, Screen.counter, Counter(), Action.screen, \.self, name: "screen")
  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .first(let action): first.reduce(&state, action)
    case .screen(let action): screen.reduce(&state, action)
    }
  }
}

/// A house and a kennel: an app with many long-lived effects and many rows.
struct Estate: Reducer {
  struct State: Equatable, Sendable {
    var count = 0
    var texts = Texts()
    var house = House.State()
    var kennel: Kennel.State
    var selection: Int?
  }
  enum Action: Sendable { case increment, house(House.Action), kennel(Kennel.Action) }
  enum Effect: Equatable, Sendable { case house(House.Effect), kennel(Kennel.Effect) }
  let house = Child(\State.house, House(), Action.house, Effect.house)
  let kennel = Child(\State.kennel, Kennel(), Action.kennel, Effect.kennel)
  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .increment:
      state.count &+= 1
      return .none
    case .house(let action): return house.reduce(&state, action)
    case .kennel(let action): return kennel.reduce(&state, action)
    }
  }
}
