import ColmeiaExplorer

/// A failure leaves the document locked on the server.
struct KeptLock: PlantedBug {
  var isBroken: Bool

  struct State: Hashable, Sendable { var isEditing = false }
  struct Model: Hashable, Sendable { var isLocked = false }
  enum Action: Sendable { case edit, close, failed }
  enum Effect: Hashable, Sendable { case lock, unlock }

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .edit:
      state.isEditing = true
      return .run(.lock, id: "lock", .queue)
    case .close, .failed:
      if case .failed = action, isBroken {
        state.isEditing = false
        return .none
      }
      state.isEditing = false
      return .run(.unlock, id: "lock", .queue)
    }
  }

  static func explorer(isBroken: Bool) -> Explorer<Self, Model> {
    var explorer = Explorer(State(), Self(isBroken: isBroken), server: Model())
    explorer.action(.edit, when: { !$0.isEditing })
    explorer.action(.close, when: { $0.isEditing })
    explorer.outcomes { effect, _ in
      switch effect {
      case .lock: [.finish { $0.isLocked = true }, .answer(.failed) { $0.isLocked = true }, .answer(.failed)]
      case .unlock: [.finish { $0.isLocked = false }]
      }
    }
    explorer.eventually("a text that is not being edited is not locked") { $0.isEditing || !$1.server.isLocked }
    return explorer
  }
}
