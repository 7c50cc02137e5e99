import ColmeiaExplorer

/// Two parts that follow each other never come to rest.
struct EndlessEffect: PlantedBug {
  var isBroken: Bool

  struct State: Hashable, Sendable {
    var left = false
    var right = false
  }
  enum Action: Sendable { case tap, left(Bool), right(Bool) }
  enum Effect: Hashable, Sendable { case left(Bool), right(Bool) }

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .tap: return .run(.left(!state.left), id: "follow", .replace)
    case .left(let isOn):
      state.left = isOn
      return .run(.right(isOn), id: "follow", .concurrent)
    case .right(let isOn):
      state.right = isOn
      return isBroken ? .run(.left(!isOn), id: "follow", .concurrent) : .none
    }
  }

  static func explorer(isBroken: Bool) -> Explorer<Self, NoServer> {
    var explorer = Explorer(State(), Self(isBroken: isBroken))
    explorer.action(.tap)
    explorer.outcomes { effect in
      switch effect {
      case .left(let isOn): [.answer(.left(isOn))]
      case .right(let isOn): [.answer(.right(isOn))]
      }
    }
    return explorer
  }
}
