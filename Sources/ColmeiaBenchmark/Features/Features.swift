import Colmeia

/// Returns a string that is too long for inline storage and isn't a constant, so that copying it updates reference
/// counts.
func longText(_ number: Int) -> String { "Cachorros de São Paulo ganham o parque número \(number)" }

/// The ten strings that a screen shows.
struct Texts: Equatable, Sendable {
  var title = longText(0)
  var subtitle = longText(1)
  var author = longText(2)
  var place = longText(3)
  var street = longText(4)
  var city = longText(5)
  var summary = longText(6)
  var draft = longText(7)
  var note = longText(8)
  var query = longText(9)
}

/// A counter in a state that resembles a screen's: strings, a branch, an array, an optional.
struct Counter: Reducer {
  struct State: Equatable, Sendable {
    var count = 0
    var texts = Texts()
    @Branch var list = [1, 2, 3]
    var numbers: [Int] = []
    var selection: Int?
    var isLoading = false
  }
  enum Action: Sendable { case increment, set(Int), write(Int, Int) }
  typealias Effect = Never
  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .increment: state.count &+= 1
    case .set(let count): state.count = count
    case .write(let index, let value): state.numbers[index] = value
    }
    return .none
  }
}

/// A section of a screen.
struct Leaf: Nestable {
  struct State: Equatable, Blank {
    var count = 0
    var title = longText(1)
    var note: String?
    var items = [1, 2, 3]
    var isOpen = false
  }
  enum Action: Sendable { case increment, load }
  enum Effect: Equatable, Sendable { case load }
  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .increment: state.count &+= 1
    case .load: return .run(.load)
    }
    return .none
  }
}

/// Ten features of the same kind.
struct Ten<Part: Nestable>: Nestable where Part.State: Equatable {
  struct State: Equatable, Blank {
    var a = Part.State()
    var b = Part.State()
    var c = Part.State()
    var d = Part.State()
    var e = Part.State()
    var f = Part.State()
    var g = Part.State()
    var h = Part.State()
    var i = Part.State()
    var j = Part.State()
  }
  enum Action: Sendable {
    case a(Part.Action), b(Part.Action), c(Part.Action), d(Part.Action), e(Part.Action)
    case f(Part.Action), g(Part.Action), h(Part.Action), i(Part.Action), j(Part.Action)
  }
  enum Effect: Equatable, Sendable {
    case a(Part.Effect), b(Part.Effect), c(Part.Effect), d(Part.Effect), e(Part.Effect)
    case f(Part.Effect), g(Part.Effect), h(Part.Effect), i(Part.Effect), j(Part.Effect)
  }
  let a = Child(\State.a, Part(), Action.a, Effect.a)
  let b = Child(\State.b, Part(), Action.b, Effect.b)
  let c = Child(\State.c, Part(), Action.c, Effect.c)
  let d = Child(\State.d, Part(), Action.d, Effect.d)
  let e = Child(\State.e, Part(), Action.e, Effect.e)
  let f = Child(\State.f, Part(), Action.f, Effect.f)
  let g = Child(\State.g, Part(), Action.g, Effect.g)
  let h = Child(\State.h, Part(), Action.h, Effect.h)
  let i = Child(\State.i, Part(), Action.i, Effect.i)
  let j = Child(\State.j, Part(), Action.j, Effect.j)
  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .a(let action): a.reduce(&state, action)
    case .b(let action): b.reduce(&state, action)
    case .c(let action): c.reduce(&state, action)
    case .d(let action): d.reduce(&state, action)
    case .e(let action): e.reduce(&state, action)
    case .f(let action): f.reduce(&state, action)
    case .g(let action): g.reduce(&state, action)
    case .h(let action): h.reduce(&state, action)
    case .i(let action): i.reduce(&state, action)
    case .j(let action): j.reduce(&state, action)
    }
  }
}

/// A form with 1,000 fields, each with its own key path.
struct Form: Reducer {
  struct State: Sendable {
    var count = 0
    var title = longText(0)
    var fields = Fields(Fields(Fields(0)))
  }
  struct Fields<Part: Sendable>: Sendable {
    var a, b, c, d, e, f, g, h, i, j: Part
    init(_ part: Part) { (a, b, c, d, e, f, g, h, i, j) = (part, part, part, part, part, part, part, part, part, part) }
    static var paths: [KeyPath<Self, Part>] { [\.a, \.b, \.c, \.d, \.e, \.f, \.g, \.h, \.i, \.j] }
  }
  enum Action: Sendable { case increment }
  typealias Effect = Never
  func reduce(into state: inout State, action: Action) -> Effects {
    state.count &+= 1
    return .none
  }

  static var paths: [KeyPath<State, Int> & Sendable] {
    let outer = Fields<Fields<Fields<Int>>>.paths.map((\State.fields).appending(path:))
    let middle = outer.flatMap { Fields<Fields<Int>>.paths.map($0.appending(path:)) }
    // The key paths capture nothing, but `appending(path:)` loses their `Sendable` conformance.
    return middle.flatMap { path in
      Fields<Int>.paths.map { unsafeBitCast(path.appending(path: $0), to: (KeyPath<State, Int> & Sendable).self) }
    }
  }
}

/// An action that starts an effect that sends another action: immediately, with an id, or in a task.
struct Echo: Reducer {
  struct State: Equatable, Blank {
    var count = 0
    var texts = Texts()
    var last: String?
    var received = [1, 2, 3]
  }
  enum Action: Sendable { case now, named, task, suspended, done(Int) }
  enum Effect: Equatable, Sendable { case now(Int), task(Int), suspended(Int) }
  enum ID: String { case echo }
  func reduce(into state: inout State, action: Action) -> Effects {
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

extension Echo: EffectHandler {
  func work(for effect: Effect) -> Work<Action> {
    switch effect {
    case .now(let count): .action(.done(count))
    case .task(let count): .answer { .done(count) }
    case .suspended(let count):
      .answer {
        await Task.yield()
        return .done(count)
      }
    }
  }
}

/// Alarms that are in flight for an hour unless they are cancelled.
struct Alarms: Reducer {
  struct State: Equatable, Sendable {
    var count = 0
    var texts = Texts()
    var last: String?
    var times = [1, 2, 3]
    var isSilent = false
  }
  enum Action: Sendable { case increment, set(String), cancel(String), setMany(Int) }
  enum Effect: Equatable, Sendable { case ring }
  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .increment:
      state.count &+= 1
      return .none
    case .set(let name): return .run(.ring, id: EffectID(name), .concurrent, .after(.seconds(3_600)))
    case .cancel(let name): return .cancel(EffectID(name))
    case .setMany(let count):
      var effects = Effects.none
      for _ in 0..<count { effects += .run(.ring, after: .seconds(3_600)) }
      return effects
    }
  }
}
