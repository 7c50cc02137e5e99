import Colmeia

struct Counter: Reducer {
  struct State: Equatable, Sendable {
    var count = 0
    var title = "untouched"
    @Branch var list = [1, 2, 3]
    var numbers: [Int] = []
  }
  enum Action: Sendable { case increment, set(Int), write(Int, Int), rename(Int) }
  typealias Effect = Never
  func reduce(into state: inout State, action: Action) -> Effects<Never> {
    switch action {
    case .increment: state.count &+= 1
    case .set(let count): state.count = count
    case .write(let index, let value): state.numbers[index] = value
    case .rename(let number): state.list[0] = number
    }
    return .none
  }
}

struct Leaf: Reducer {
  struct State: Equatable, Sendable { var count = 0 }
  enum Action: Sendable { case increment, load }
  enum Effect: Equatable, Sendable { case load }
  func reduce(into state: inout State, action: Action) -> Effects<Effect> {
    switch action {
    case .increment: state.count &+= 1
    case .load: return .run(.load)
    }
    return .none
  }
}

struct Ten: Reducer {
  struct State: Equatable, Sendable {
    var a = Leaf.State()
    var b = Leaf.State()
    var c = Leaf.State()
    var d = Leaf.State()
    var e = Leaf.State()
    var f = Leaf.State()
    var g = Leaf.State()
    var h = Leaf.State()
    var i = Leaf.State()
    var j = Leaf.State()
  }
  enum Action: Sendable {
    case a(Leaf.Action), b(Leaf.Action), c(Leaf.Action), d(Leaf.Action), e(Leaf.Action)
    case f(Leaf.Action), g(Leaf.Action), h(Leaf.Action), i(Leaf.Action), j(Leaf.Action)
  }
  enum Effect: Equatable, Sendable {
    case a(Leaf.Effect), b(Leaf.Effect), c(Leaf.Effect), d(Leaf.Effect), e(Leaf.Effect)
    case f(Leaf.Effect), g(Leaf.Effect), h(Leaf.Effect), i(Leaf.Effect), j(Leaf.Effect)
  }
  let leaf = Leaf()
  func reduce(into state: inout State, action: Action) -> Effects<Effect> {
    switch action {
    case .a(let action): leaf.reduce(into: &state.a, action: action).lift(Effect.a, in: "a")
    case .b(let action): leaf.reduce(into: &state.b, action: action).lift(Effect.b, in: "b")
    case .c(let action): leaf.reduce(into: &state.c, action: action).lift(Effect.c, in: "c")
    case .d(let action): leaf.reduce(into: &state.d, action: action).lift(Effect.d, in: "d")
    case .e(let action): leaf.reduce(into: &state.e, action: action).lift(Effect.e, in: "e")
    case .f(let action): leaf.reduce(into: &state.f, action: action).lift(Effect.f, in: "f")
    case .g(let action): leaf.reduce(into: &state.g, action: action).lift(Effect.g, in: "g")
    case .h(let action): leaf.reduce(into: &state.h, action: action).lift(Effect.h, in: "h")
    case .i(let action): leaf.reduce(into: &state.i, action: action).lift(Effect.i, in: "i")
    case .j(let action): leaf.reduce(into: &state.j, action: action).lift(Effect.j, in: "j")
    }
  }
}

struct TenHandler: EffectHandler {
  func perform(_ effect: Ten.Effect, send: Send<Ten.Action>) async {}
}

/// Action, effect, action: at once, with an id, and in a task.
struct Echo: Reducer {
  struct State: Equatable, Sendable { var count = 0 }
  enum Action: Sendable { case now, named, task, suspended, done(Int) }
  enum Effect: Equatable, Sendable { case now(Int), task(Int), suspended(Int) }
  enum ID: String { case echo }
  func reduce(into state: inout State, action: Action) -> Effects<Effect> {
    switch action {
    case .now: return .run(.now(state.count))
    case .named: return .run(.now(state.count), id: ID.echo, .replace)
    case .task: return .run(.task(state.count))
    case .suspended: return .run(.suspended(state.count))
    case .done(let count):
      state.count = count &+ 1
      return .none
    }
  }
}

struct EchoHandler: EffectHandler {
  func answer(_ effect: Echo.Effect) -> Answer<Echo.Action> {
    if case .now(let count) = effect { .action(.done(count)) } else { .later }
  }
  func perform(_ effect: Echo.Effect, send: Send<Echo.Action>) async {
    switch effect {
    case .now(let count), .task(let count): send(.done(count))
    case .suspended(let count):
      await Task.yield()
      send(.done(count))
    }
  }
}
