import ColmeiaExplorer

/// Logging in and renewing write the token to disk concurrently, so the older one may be written last.
struct TwoWriters: PlantedBug {
  var isBroken: Bool

  struct State: Hashable, Sendable { var token = 0 }
  struct Model: Hashable, Sendable { var disk = 0 }
  enum Action: Sendable { case logIn, renew }
  enum Effect: Hashable, Sendable { case write(Int) }

  func reduce(into state: inout State, action: Action) -> Effects {
    state.token += 1
    return .run(.write(state.token), id: "write", isBroken ? .concurrent : .queue)
  }

  static func explorer(isBroken: Bool) -> Explorer<Self, Model> {
    var explorer = Explorer(State(), Self(isBroken: isBroken), server: Model())
    explorer.action(.logIn, when: { $0.token == 0 })
    explorer.action(.renew, when: { (1...5).contains($0.token) })
    explorer.outcomes { effect, _ in
      switch effect {
      case .write(let token): [.finish { $0.disk = token }]
      }
    }
    explorer.eventually("the newest token is on the disk") { $0.token == $1.server.disk }
    return explorer
  }
}
