import ColmeiaExplorer

/// Reading a message twice decrements the unread count twice.
struct DriftingCount: PlantedBug {
  var isBroken: Bool

  struct State: Hashable, Sendable {
    var isRead: [Bool] = []
    var unread = 0
  }
  enum Action: Sendable { case receive, read(Int), readAll }

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .receive:
      state.isRead.append(false)
      state.unread += 1
    case .read(let position):
      if isBroken || !state.isRead[position] { state.unread = max(0, state.unread - 1) }
      state.isRead[position] = true
    case .readAll: state = State(isRead: state.isRead.map { _ in true })
    }
    return .none
  }

  static func explorer(isBroken: Bool) -> Explorer<Self, NoServer> {
    var explorer = Explorer(State(), Self(isBroken: isBroken))
    explorer.action(.receive, when: { $0.isRead.count < 4 })
    explorer.action("read") { state, choices in choices.pick(from: state.isRead.indices).map { .read($0) } }
    explorer.action(.readAll)
    explorer.always("the count is the number of unread messages") { state in
      state.unread == state.isRead.count { !$0 }
    }
    return explorer
  }
}
