import ColmeiaExplorer

/// A session that writes the newest token to disk. Concurrent writes may end in either order.
struct Session: Reducer {
  enum ID: String { case write }

  struct State: Hashable, Sendable {
    var token = 0
    var disk = 0
  }

  enum Action: Sendable {
    case renew
    case written(Int)
  }

  enum Effect: Sendable, Equatable { case write(Int) }

  var policy = Policy.queue

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .renew:
      state.token += 1
      return .run(.write(state.token), id: ID.write, policy)
    case .written(let token):
      state.disk = token
      return .none
    }
  }

  static func explorer(_ policy: Policy) -> Explorer<Session, NoServer> {
    var explorer = Explorer(State(), Session(policy: policy))
    explorer.action(.renew)
    explorer.outcomes { effect in
      switch effect {
      case .write(let token): [.answer(.written(token))]
      }
    }
    explorer.eventually("the disk has the newest token") { $0.disk == $0.token }
    explorer.sometimes("something is written") { $0.disk > 0 }
    return explorer
  }
}

/// An import that opens and closes a table, and a flush that must not happen while the table is open.
struct Import: Reducer {
  struct State: Hashable, Sendable {
    var isOpen = false
    var lost = 0
  }

  enum Action: Sendable {
    case start, flush
    case opened, closed, flushed
  }

  enum Effect: Sendable, Equatable { case rows, flush }

  var checksTable = true

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .start: return .run(.rows)
    case .flush: return .run(.flush)
    case .opened: state.isOpen = true
    case .closed: state.isOpen = false
    case .flushed: if state.isOpen && !checksTable { state.lost += 1 }
    }
    return .none
  }

  static func explorer(checksTable: Bool) -> Explorer<Import, NoServer> {
    var explorer = Explorer(State(), Import(checksTable: checksTable))
    explorer.action(.start)
    explorer.action(.flush)
    explorer.outcomes { effect in
      switch effect {
      case .rows: [.resolve([.opened, .closed], thenEnds: true), .finish]
      case .flush: [.answer(.flushed)]
      }
    }
    explorer.always("no row is lost") { $0.lost == 0 }
    explorer.sometimes("the table is open") { $0.isOpen }
    return explorer
  }
}
