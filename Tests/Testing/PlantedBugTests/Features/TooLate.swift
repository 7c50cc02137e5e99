import ColmeiaExplorer

/// Three attempts with growing delays take longer than the guaranteed five seconds.
struct TooLate: PlantedBug {
  var isBroken: Bool

  struct State: Hashable, Sendable {
    var isWaiting = false
    var tries = 0
  }
  enum Action: Sendable { case load, loaded, failed }
  enum Effect: Hashable, Sendable { case load }

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .load:
      state = State(isWaiting: true)
      return .run(.load, id: "load", .replace)
    case .failed where state.tries < 2:
      state.tries += 1
      let pause = Duration.seconds(isBroken ? state.tries * 2 : state.tries)
      return .run(.load, id: "load", .replace, .after(pause))
    case .loaded, .failed:
      state = State()
      return .none
    }
  }

  static func explorer(isBroken: Bool) -> Explorer<Self, NoServer> {
    var explorer = Explorer(State(), Self(isBroken: isBroken))
    explorer.action(.load, when: { !$0.isWaiting })
    explorer.outcomes { _ in [.answer(.loaded), .answer(.failed)] }
    explorer.leadsTo("a waiting user is notified", within: .seconds(5), from: { $0.isWaiting }, to: { !$0.isWaiting })
    return explorer
  }
}
