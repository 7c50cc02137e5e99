import ColmeiaExplorer

/// Opening another file during a download starts a second download.
struct TwoDownloads: PlantedBug {
  var isBroken: Bool

  struct State: Hashable, Sendable { var files: Set<Int> = [] }
  enum Action: Sendable { case open(Int), loaded(Int) }
  enum Effect: Hashable, Sendable { case load(Int) }

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .open(let file): return .run(.load(file), id: EffectID(isBroken ? "load \(file)" : "load"), .queue)
    case .loaded(let file):
      state.files.insert(file)
      return .none
    }
  }

  static func explorer(isBroken: Bool) -> Explorer<Self, NoServer> {
    var explorer = Explorer(State(), Self(isBroken: isBroken))
    for file in 1...3 { explorer.action(.open(file), when: { !$0.files.contains(file) }) }
    explorer.outcomes { effect in
      switch effect {
      case .load(let file): [.answer(.loaded(file))]
      }
    }
    explorer.always("one download at a time") { $1.running.count <= 1 }
    return explorer
  }
}
