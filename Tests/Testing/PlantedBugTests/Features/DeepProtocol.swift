import ColmeiaExplorer

/// A protocol with many steps, in which an invalid step resets the connection. After a pause a client can resume
/// without the key.
struct DeepProtocol: PlantedBug {
  var isBroken: Bool

  enum Phase: Hashable, Sendable { case closed, greeted, proven, joined, ready, paused, resumed, open }
  struct State: Hashable, Sendable {
    var phase = Phase.closed
    var hasKey = false
  }
  enum Action: Sendable, CaseIterable { case greet, prove, join, exchangeKey, pause, resume, open, close }

  func reduce(into state: inout State, action: Action) -> Effects {
    switch (state.phase, action) {
    case (.closed, .greet): state.phase = .greeted
    case (.greeted, .prove): state.phase = .proven
    case (.proven, .join): state.phase = .joined
    case (.joined, .exchangeKey): state = State(phase: .ready, hasKey: true)
    case (.ready, .pause): state = State(phase: .paused)
    case (.paused, .resume): state = State(phase: .resumed, hasKey: !isBroken)
    case (.ready, .open), (.resumed, .open): state.phase = .open
    default: state = State()
    }
    return .none
  }

  static func explorer(isBroken: Bool) -> Explorer<Self, NoServer> {
    var explorer = Explorer(State(), Self(isBroken: isBroken))
    for action in Action.allCases { explorer.action(action) }
    explorer.always("an open connection has a key") { $0.phase != .open || $0.hasKey }
    return explorer
  }
}
