import Colmeia

/// Ten rooms.
struct Floor: Reducer {
  struct State: Equatable, Sendable {
    var title = longText(9)
    var rooms = Ten(Room.State())
  }
  enum Action: Sendable { case room(Int, Room.Action) }
  enum Effect: Equatable, Sendable { case room(Int, Room.Effect) }
  let rooms: [Child<State, Action, Effect, Room>]

  init() {
    let paths: [WritableKeyPath<State, Room.State> & Sendable] = [
      \.rooms.a, \.rooms.b, \.rooms.c, \.rooms.d, \.rooms.e, \.rooms.f, \.rooms.g, \.rooms.h, \.rooms.i, \.rooms.j,
    ]
    rooms = paths.enumerated().map { index, path in
      Child(path, Room(), { .room(index, $0) }, { .room(index, $0) }, name: "room \(index)")
    }
  }

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .room(let index, let action): rooms[index].reduce(&state, action)
    }
  }
}

/// Five floors, or the same without its children.
struct House: Reducer {
  struct State: Equatable, Sendable {
    var count = 0
    var title = longText(8)
    var a = Floor.State(), b = Floor.State(), c = Floor.State(), d = Floor.State(), e = Floor.State()
  }
  enum Action: Sendable { case increment, floor(Int, Floor.Action) }
  enum Effect: Equatable, Sendable { case floor(Int, Floor.Effect) }
  let floors: [Child<State, Action, Effect, Floor>]

  init(hasFloors: Bool) {
    let paths: [WritableKeyPath<State, Floor.State> & Sendable] = hasFloors ? [\.a, \.b, \.c, \.d, \.e] : []
    floors = paths.enumerated().map { index, path in
      Child(path, Floor(), { .floor(index, $0) }, { .floor(index, $0) }, name: "floor \(index)")
    }
  }

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .increment:
      state.count &+= 1
      return .none
    case .floor(let index, let action): return floors[index].reduce(&state, action)
    }
  }
}
