import ColmeiaExplorer

/// The second undo discards the redo of the first one.
struct LostRedo: PlantedBug {
  var isBroken: Bool

  struct State: Hashable, Sendable {
    var text = 0
    var past: [Int] = []
    var future: [Int] = []
  }
  enum Action: Sendable { case write(Int), undo, redo }

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .write(let text):
      state.past.append(state.text)
      state.text = text
      state.future = []
    case .undo:
      guard let text = state.past.popLast() else { return .none }
      state.future = (isBroken ? [] : state.future) + [state.text]
      state.text = text
    case .redo:
      guard let text = state.future.popLast() else { return .none }
      state.past.append(state.text)
      state.text = text
    }
    return .none
  }

  static func explorer(isBroken: Bool) -> Explorer<Self, NoServer> {
    var explorer = Explorer(State(), Self(isBroken: isBroken))
    explorer.action("write") { state, choices in .write(choices.number(below: 3)) }
    explorer.action(.undo)
    explorer.action(.redo)
    explorer.everyStep("only writing removes a redo step") { before, action, after in
      if case .write = action { return true }
      return before.past.count + before.future.count == after.past.count + after.future.count
    }
    return explorer
  }
}
