import ColmeiaExplorer

/// The total is computed before the row changes.
struct ReducerOrder: PlantedBug {
  var isBroken: Bool

  struct State: Hashable, Sendable {
    var counts = [0, 0]
    var total = 0
  }
  enum Action: Sendable { case add(Int), clear }

  func reduce(into state: inout State, action: Action) -> Effects {
    if isBroken { state.total = state.counts.reduce(0, +) }
    switch action {
    case .add(let row): state.counts[row] = min(3, state.counts[row] + 1)
    case .clear: state.counts = [0, 0]
    }
    if !isBroken { state.total = state.counts.reduce(0, +) }
    return .none
  }

  static func explorer(isBroken: Bool) -> Explorer<Self, NoServer> {
    var explorer = Explorer(State(), Self(isBroken: isBroken))
    explorer.action("add") { _, choices in .add(choices.number(below: 2)) }
    explorer.action(.clear)
    explorer.always("the total is the sum of the rows") { $0.total == $0.counts.reduce(0, +) }
    return explorer
  }
}
