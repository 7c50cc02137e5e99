import ColmeiaExplorer

/// A retry doesn't cancel the original load, so both add their rows.
struct RetryBesideLoad: PlantedBug {
  var isBroken: Bool

  struct State: Hashable, Sendable { var rows: [Int] = [] }
  enum Action: Sendable { case load, retry, loaded([Int]) }
  enum Effect: Hashable, Sendable { case load }

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .load, .retry:
      state.rows = []
      return .run(.load, id: "load", isBroken ? .concurrent : .replace)
    case .loaded(let rows):
      state.rows += rows
      return .none
    }
  }

  static func explorer(isBroken: Bool) -> Explorer<Self, NoServer> {
    var explorer = Explorer(State(), Self(isBroken: isBroken))
    explorer.action(.load, when: { $0.rows.isEmpty })
    explorer.action(.retry)
    explorer.outcomes { _ in [.answer(.loaded([1, 2])), .finish] }
    explorer.always("each row occurs once") { Set($0.rows).count == $0.rows.count }
    return explorer
  }
}
