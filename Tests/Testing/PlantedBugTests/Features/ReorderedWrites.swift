import ColmeiaExplorer

/// A write cancels the previous one, which may still reach the server, and later than the new one.
struct ReorderedWrites: PlantedBug {
  var isBroken: Bool

  struct State: Hashable, Sendable { var text = 0 }
  struct Model: Hashable, Sendable { var text = 0 }
  enum Action: Sendable { case write }
  enum Effect: Hashable, Sendable { case save(Int) }

  func reduce(into state: inout State, action: Action) -> Effects {
    state.text += 1
    return .run(.save(state.text), id: "save", isBroken ? .replace : .queue)
  }

  static func explorer(isBroken: Bool) -> Explorer<Self, Model> {
    var explorer = Explorer(State(), Self(isBroken: isBroken), server: Model())
    explorer.action(.write, when: { $0.text < 5 })
    explorer.outcomes { effect, _ in
      switch effect {
      case .save(let text): [.finish { $0.text = text }]
      }
    }
    explorer.eventually("the server has the shown text") { $0.text == $1.server.text }
    return explorer
  }
}
