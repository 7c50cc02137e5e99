import ColmeiaExplorer

/// A failed save also rolls back later edits.
struct RolledBackEdit: PlantedBug {
  var isBroken: Bool

  struct State: Hashable, Sendable {
    var text = 0
    var edits = 0
  }
  enum Action: Sendable { case edit, failed(old: Int, edit: Int) }
  enum Effect: Hashable, Sendable { case save(old: Int, edit: Int) }

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .edit:
      let old = state.text
      state.edits += 1
      state.text = state.edits
      return .run(.save(old: old, edit: state.edits))
    case .failed(let old, let edit):
      if isBroken || state.text == edit { state.text = old }
      return .none
    }
  }

  static func explorer(isBroken: Bool) -> Explorer<Self, NoServer> {
    var explorer = Explorer(State(), Self(isBroken: isBroken))
    explorer.action(.edit, when: { $0.edits < 6 })
    explorer.outcomes { effect in
      switch effect {
      case .save(let old, let edit): [.finish, .answer(.failed(old: old, edit: edit))]
      }
    }
    explorer.everyStep("a failure reverts only its own edit") { before, action, after in
      guard case .failed(_, let edit) = action else { return true }
      return before.text == edit || before.text == after.text
    }
    return explorer
  }
}
