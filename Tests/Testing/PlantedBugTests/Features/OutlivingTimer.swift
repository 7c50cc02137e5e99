import ColmeiaExplorer

/// The timeout of a closed screen closes the next screen.
struct OutlivingTimer: PlantedBug {
  var isBroken: Bool

  struct State: Hashable, Sendable {
    var screen: Int?
    var opened = 0
  }
  enum Action: Sendable { case open, close, timeout(Int) }
  enum Effect: Hashable, Sendable { case wait(Int) }

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .open:
      state.opened += 1
      state.screen = state.opened
      return .run(.wait(state.opened), id: "wait", isBroken ? .concurrent : .replace, .after(.seconds(10)))
    case .close:
      state.screen = nil
      return isBroken ? .none : .cancel("wait")
    case .timeout:
      state.screen = nil
      return .none
    }
  }

  static func explorer(isBroken: Bool) -> Explorer<Self, NoServer> {
    var explorer = Explorer(State(), Self(isBroken: isBroken))
    explorer.action(.open, when: { $0.screen == nil && $0.opened < 3 })
    explorer.action(.close, when: { $0.screen != nil })
    explorer.outcomes { effect in
      switch effect {
      case .wait(let screen): [.answer(.timeout(screen))]
      }
    }
    explorer.everyStep("a timeout closes only its own screen") { before, action, _ in
      if case .timeout(let screen) = action { before.screen == screen } else { true }
    }
    return explorer
  }
}
