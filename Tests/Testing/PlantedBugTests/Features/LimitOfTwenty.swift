import ColmeiaExplorer

/// The limit isn't enforced. It is reached only if many rows are added in a row.
struct LimitOfTwenty: PlantedBug {
  var isBroken: Bool

  struct State: Hashable, Sendable { var count = 0 }
  enum Action: Sendable { case add, remove, clear }

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .add: if state.count < 20 || isBroken { state.count += 1 }
    case .remove: state.count = max(0, state.count - 1)
    case .clear: state.count = 0
    }
    return .none
  }

  static func explorer(isBroken: Bool) -> Explorer<Self, NoServer> {
    var explorer = Explorer(State(), Self(isBroken: isBroken))
    explorer.action(.add)
    explorer.action(.remove)
    explorer.action(.clear)
    explorer.always("the count is at most twenty") { $0.count <= 20 }
    return explorer
  }
}
