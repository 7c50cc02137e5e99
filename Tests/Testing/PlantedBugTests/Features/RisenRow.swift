import ColmeiaExplorer

/// The answer to a save restores a row that was deleted in the meantime.
struct RisenRow: PlantedBug {
  var isBroken: Bool

  struct State: Hashable, Sendable {
    var rows: [Int: Int] = [:]
    var deleted: Set<Int> = []
  }
  enum Action: Sendable { case edit(Int), delete(Int), saved(Int, Int) }
  enum Effect: Hashable, Sendable { case save(Int, Int) }

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .edit(let row):
      if state.deleted.contains(row) { return .none }
      let text = (state.rows[row] ?? 0) + 1
      state.rows[row] = text
      return .run(.save(row, text))
    case .delete(let row):
      state.rows[row] = nil
      state.deleted.insert(row)
    case .saved(let row, let text):
      if isBroken || state.rows[row] != nil { state.rows[row] = text }
    }
    return .none
  }

  static func explorer(isBroken: Bool) -> Explorer<Self, NoServer> {
    var explorer = Explorer(State(), Self(isBroken: isBroken))
    explorer.action("edit") { _, choices in .edit(choices.number(below: 4)) }
    explorer.action("delete") { _, choices in .delete(choices.number(below: 4)) }
    explorer.outcomes { effect in
      switch effect {
      case .save(let row, let text): [.answer(.saved(row, text)), .finish]
      }
    }
    explorer.always("a deleted row is not shown") { state in state.deleted.allSatisfy { state.rows[$0] == nil } }
    return explorer
  }
}
