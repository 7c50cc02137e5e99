import ColmeiaExplorer

/// The selection isn't cleared when a reload removes the selected row.
struct DanglingSelection: PlantedBug {
  var isBroken: Bool

  struct State: Hashable, Sendable {
    var rows: [Int] = []
    var selection: Int?
  }
  enum Action: Sendable { case load, loaded([Int]), select(Int) }
  enum Effect: Hashable, Sendable { case load }

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .load: return .run(.load, id: "load", .replace)
    case .loaded(let rows):
      state.rows = rows
      if !isBroken, let selection = state.selection, !rows.contains(selection) { state.selection = nil }
    case .select(let row): state.selection = row
    }
    return .none
  }

  static func explorer(isBroken: Bool) -> Explorer<Self, NoServer> {
    var explorer = Explorer(State(), Self(isBroken: isBroken))
    explorer.action(.load)
    explorer.action("select") { state, choices in choices.pick(from: state.rows).map { .select($0) } }
    explorer.outcomes { _ in [.answer(.loaded([1, 2])), .answer(.loaded([2]))] }
    explorer.always("the selected row exists") { $0.selection.map($0.rows.contains) ?? true }
    return explorer
  }
}
