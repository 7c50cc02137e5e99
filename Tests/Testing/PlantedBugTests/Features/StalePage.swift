import ColmeiaExplorer

/// A page of the old filter is appended to the rows of the new one.
struct StalePage: PlantedBug {
  var isBroken: Bool

  struct State: Hashable, Sendable {
    var filter = 0
    var filters: [Int] = []
  }
  enum Action: Sendable { case filter(Int), more, page(Int) }
  enum Effect: Hashable, Sendable { case page(Int) }

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .filter(let filter):
      state = State(filter: filter)
      return isBroken ? .none : .cancel("page")
    case .more: return .run(.page(state.filter), id: "page", .keep)
    case .page(let filter):
      state.filters.append(filter)
      return .none
    }
  }

  static func explorer(isBroken: Bool) -> Explorer<Self, NoServer> {
    var explorer = Explorer(State(), Self(isBroken: isBroken))
    explorer.action(.more, when: { $0.filters.count < 3 })
    explorer.action(.filter(0))
    explorer.action(.filter(1))
    explorer.outcomes { effect in
      switch effect {
      case .page(let filter): [.answer(.page(filter))]
      }
    }
    explorer.always("all rows match the filter") { state in state.filters.allSatisfy { $0 == state.filter } }
    return explorer
  }
}
