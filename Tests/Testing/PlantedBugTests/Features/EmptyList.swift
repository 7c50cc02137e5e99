import ColmeiaExplorer

/// Removing the last element of an empty list traps.
struct EmptyList: PlantedBug {
  var isBroken: Bool

  struct State: Hashable, Sendable { var rows: [Int] = [] }
  enum Action: Sendable { case load, loaded([Int]), takeLast }
  enum Effect: Hashable, Sendable { case load }

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .load: return .run(.load, id: "load", .replace)
    case .loaded(let rows): state.rows = rows
    case .takeLast: if isBroken || !state.rows.isEmpty { state.rows.removeLast() }
    }
    return .none
  }

  static func explorer(isBroken: Bool) -> Explorer<Self, NoServer> {
    var explorer = Explorer(State(), Self(isBroken: isBroken))
    explorer.action(.load)
    explorer.action(.takeLast)
    explorer.outcomes { _ in [.answer(.loaded([1, 2])), .answer(.loaded([]))] }
    explorer.sometimes("there are rows") { !$0.rows.isEmpty }
    return explorer
  }
}
