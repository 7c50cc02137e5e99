import ColmeiaExplorer

/// An off-by-one error allows one row more than the limit.
struct Limit: PlantedBug {
  var isBroken: Bool

  struct State: Hashable, Sendable { var count = 0 }
  enum Action: Sendable { case add, remove }

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .add: if state.count < 5 || isBroken && state.count == 5 { state.count += 1 }
    case .remove: state.count = max(0, state.count - 1)
    }
    return .none
  }

  static func explorer(isBroken: Bool) -> Explorer<Self, NoServer> {
    var explorer = Explorer(State(), Self(isBroken: isBroken))
    explorer.action(.add)
    explorer.action(.remove)
    explorer.always("the count is at most five") { $0.count <= 5 }
    return explorer
  }
}
