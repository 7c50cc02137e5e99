import Colmeia
import ColmeiaTable

/// A row of a table with a few fields, such as a dog in a list. A walk is an effect that runs until it is cancelled.
struct Dog: Reducer {
  struct State: Identifiable, Equatable, Sendable {
    let id: Int
    var name = longText(4)
    var likes = 0
    var tags = [1, 2, 3]
    var note: String?
  }
  enum Action: Sendable { case like, walk }
  enum Effect: Equatable, Sendable { case walk }
  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .like:
      state.likes &+= 1
      return .none
    case .walk: return .run(.walk)
    }
  }
}

struct Kennel: Reducer {
  struct State: Equatable, Sendable {
    var count = 0
    var title = longText(5)
    var dogs: EntityTable<Dog.State>
  }
  enum Action: Sendable { case increment, dog(Int, Dog.Action), walkAll }
  enum Effect: Equatable, Sendable { case dog(Int, Dog.Effect) }
  let dogs = ChildRows(\State.dogs, Dog(), Action.dog, Effect.dog)
  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .increment:
      state.count &+= 1
      return .none
    case .dog(let id, let action): return dogs.reduce(&state, id, action)
    case .walkAll:
      var effects = Effects.none
      for id in Array(state.dogs.ids) { effects += dogs.reduce(&state, id, .walk) }
      return effects
    }
  }
}

struct KennelHandler: EffectHandler {
  let kennel = Kennel()
  let dog = Endless<Dog>()
  func work(for effect: Kennel.Effect) -> Work<Kennel.Action> {
    switch effect {
    case .dog(let id, let effect): kennel.dogs.work(for: effect, of: id, by: dog)
    }
  }
}

@Sendable func table(_ count: Int) -> EntityTable<Dog.State> {
  EntityTable((0..<count).lazy.map { Dog.State(id: $0) })
}

/// A row with a long-lived effect that runs while the dog is on its way.
struct Tracked: Reducer {
  struct State: Identifiable, Equatable, Sendable {
    let id: Int
    var name = longText(6)
    var isOnTheWay = true
    var place: String?
  }
  enum Action: Sendable { case arrive }
  enum Effect: Equatable, Sendable { case follow(Int) }
  enum ID: String { case follow }
  func reduce(into state: inout State, action: Action) -> Effects {
    state.isOnTheWay = false
    return .none
  }
  func longLived(in state: State) -> LongLivedEffects<Effect> {
    state.isOnTheWay ? .running(.follow(state.id), id: ID.follow) : .none
  }
}

struct Pack: Reducer {
  struct State: Equatable, Sendable {
    var count = 0
    var title = longText(7)
    var dogs: EntityTable<Tracked.State>
  }
  enum Action: Sendable { case increment, dog(Int, Tracked.Action) }
  enum Effect: Equatable, Sendable { case dog(Int, Tracked.Effect) }
  let dogs = ChildRows(\State.dogs, Tracked(), Action.dog, Effect.dog)
  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .increment:
      state.count &+= 1
      return .none
    case .dog(let id, let action): return dogs.reduce(&state, id, action)
    }
  }
}

/// A handler whose effects run until they are cancelled.
struct Endless<Feature: Reducer>: EffectHandler {
  func work(for effect: Feature.Effect) -> Work<Feature.Action> {
    .async { _ in await Self.work() }
  }

  static nonisolated(nonsending) func work() async {
    for await _ in AsyncStream<Never>.makeStream().stream {}
  }
}

/// A visit that ends by itself after an hour.
struct Visit: Reducer {
  struct State: Identifiable, Equatable, Sendable {
    let id: Int
    var guest = longText(3)
    var hours = 0
  }
  enum Action: Sendable { case begin }
  enum Effect: Equatable, Sendable { case end }
  func reduce(into state: inout State, action: Action) -> Effects { .run(.end, after: .seconds(3_600)) }
}

/// A house with an optional visit, and a list of visits.
struct Visits: Reducer {
  struct State: Equatable, Sendable {
    var title = longText(2)
    var current: Visit.State?
    var all = EntityTable<Visit.State>()
  }
  enum Action: Sendable { case come, go, current(Visit.Action), visit(Int, Visit.Action), clear }
  enum Effect: Equatable, Sendable { case current(Visit.Effect), visit(Int, Visit.Effect) }
  let current = Child(\State.current, Visit(), Action.current, Effect.current)
  let all = ChildRows(\State.all, Visit(), Action.visit, Effect.visit)
  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .come:
      state.current = Visit.State(id: 1)
      return current.reduce(&state, .begin)
    case .go: state.current = nil
    case .current(let action): return current.reduce(&state, action)
    case .visit(let id, let action): return all.reduce(&state, id, action)
    case .clear: state.all = EntityTable()
    }
    return .none
  }
}
