import ColmeiaExplorer

/// A room sends its history again when it is reopened, and the messages are appended a second time.
struct DoubledAfterReconnect: PlantedBug {
  var isBroken: Bool

  struct State: Hashable, Sendable {
    var isOpen = false
    var messages: [Int] = []
  }
  enum Action: Sendable { case open, close, received(Int) }
  enum Effect: Hashable, Sendable { case room }

  func longLived(in state: State) -> LongLivedEffects<Effect> { state.isOpen ? .running(.room, id: "room") : .none }

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .open: state.isOpen = true
    case .close: state.isOpen = false
    case .received(let message):
      if isBroken || message > state.messages.last ?? 0 { state.messages.append(message) }
    }
    return .none
  }

  static func explorer(isBroken: Bool) -> Explorer<Self, NoServer> {
    var explorer = Explorer(State(), Self(isBroken: isBroken))
    explorer.action(.open)
    explorer.action(.close)
    explorer.outcomes { _ in [.resolve([.received(1), .received(2)]), .never] }
    explorer.always("each message occurs once") { Set($0.messages).count == $0.messages.count }
    return explorer
  }
}
