import ColmeiaExplorer

/// A cached value that arrives after the server's value replaces it.
struct StaleCache: PlantedBug {
  var isBroken: Bool

  enum Shown: Hashable, Sendable { case nothing, cached, fresh }
  struct State: Hashable, Sendable { var shown = Shown.nothing }
  enum Action: Sendable { case load, cached, fresh }
  enum Effect: Hashable, Sendable { case cache, server }

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .load:
      state = State()
      return [.run(.cache, id: "cache", .replace), .run(.server, id: "server", .replace)]
    case .cached: if isBroken || state.shown == .nothing { state.shown = .cached }
    case .fresh: state.shown = .fresh
    }
    return .none
  }

  static func explorer(isBroken: Bool) -> Explorer<Self, NoServer> {
    var explorer = Explorer(State(), Self(isBroken: isBroken))
    explorer.action(.load)
    explorer.outcomes { $0 == .cache ? [.answer(.cached), .finish] : [.answer(.fresh), .finish] }
    explorer.everyStep("a fresh value is not replaced by a cached one") { before, action, after in
      if case .load = action { true } else { before.shown != .fresh || after.shown == .fresh }
    }
    return explorer
  }
}
