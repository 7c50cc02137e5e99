import ColmeiaExplorer

/// A late answer for an earlier choice is shown for the current one.
struct LateAnswer: PlantedBug {
  var isBroken: Bool

  struct State: Hashable, Sendable {
    var chosen = 0
    var shown = 0
  }
  enum Action: Sendable { case choose(Int), loaded(Int) }
  enum Effect: Hashable, Sendable { case load(Int) }

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .choose(let item):
      state = State(chosen: item)
      return .run(.load(item), id: "load", isBroken ? .concurrent : .replace)
    case .loaded(let item):
      state.shown = item
      return .none
    }
  }

  static func explorer(isBroken: Bool) -> Explorer<Self, NoServer> {
    var explorer = Explorer(State(), Self(isBroken: isBroken))
    for item in 1...3 { explorer.action(.choose(item)) }
    explorer.outcomes { effect in
      switch effect {
      case .load(let item): [.answer(.loaded(item)), .finish]
      }
    }
    explorer.always("the shown answer is for the chosen item") { $0.shown == 0 || $0.shown == $0.chosen }
    return explorer
  }
}
