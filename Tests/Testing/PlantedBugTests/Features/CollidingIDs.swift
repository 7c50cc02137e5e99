import ColmeiaExplorer

/// The id of a new row is derived from the number of rows, so it may already be in use.
struct CollidingIDs: PlantedBug {
  var isBroken: Bool

  struct State: Hashable, Sendable {
    var ids: [Int] = []
    var next = 1
  }
  enum Action: Sendable { case add, remove(Int) }

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .add:
      state.ids.append(isBroken ? state.ids.count + 1 : state.next)
      state.next += 1
    case .remove(let id): state.ids.removeAll { $0 == id }
    }
    return .none
  }

  static func explorer(isBroken: Bool) -> Explorer<Self, NoServer> {
    var explorer = Explorer(State(), Self(isBroken: isBroken))
    explorer.action(.add, when: { $0.ids.count < 5 })
    explorer.action("remove") { state, choices in choices.pick(from: state.ids).map { .remove($0) } }
    explorer.always("no two rows have the same id") { Set($0.ids).count == $0.ids.count }
    return explorer
  }
}
