import ColmeiaExplorer

/// The shop trusts an outdated stock while another customer buys.
struct Oversold: PlantedBug {
  var isBroken: Bool

  struct State: Hashable, Sendable {
    var stock = 1
    var bought = 0
  }
  struct Model: Hashable, Sendable { var stock = 1 }
  enum Action: Sendable { case buy, bought, soldOut }
  enum Effect: Hashable, Sendable { case buy }

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .buy: return .run(.buy, id: "buy", .keep)
    case .bought:
      state.stock -= 1
      state.bought += 1
    case .soldOut: state.stock = 0
    }
    return .none
  }

  static func explorer(isBroken: Bool) -> Explorer<Self, Model> {
    var explorer = Explorer(State(), Self(isBroken: isBroken), server: Model())
    explorer.action(.buy, when: { $0.stock > 0 })
    explorer.elsewhere("another customer buys it") { server in
      if server.stock == 0 { return false }
      server.stock -= 1
      return true
    }
    explorer.outcomes { _, server in
      server.stock > 0 || isBroken ? [.answer(.bought) { $0.stock -= 1 }] : [.answer(.soldOut)]
    }
    explorer.always("nothing is sold twice") { $1.server.stock >= 0 }
    return explorer
  }
}
