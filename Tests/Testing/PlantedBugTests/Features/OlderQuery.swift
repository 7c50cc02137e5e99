import ColmeiaExplorer

/// The debounce replaces a waiting query, but not an older one that is running and whose hits may arrive last.
struct OlderQuery: PlantedBug {
  var isBroken: Bool

  struct State: Hashable, Sendable {
    var text = 0
    var hits = 0
  }
  enum Action: Sendable { case type(Int), found(Int) }
  enum Effect: Hashable, Sendable { case find(Int) }

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .type(let text):
      state.text = text
      return .run(.find(text), id: "find", isBroken ? .concurrent : .replace, .debounce(.milliseconds(300)))
    case .found(let text):
      state.hits = text
      return .none
    }
  }

  static func explorer(isBroken: Bool) -> Explorer<Self, NoServer> {
    var explorer = Explorer(State(), Self(isBroken: isBroken))
    explorer.action("type") { _, choices in .type(choices.number(in: 1...2)) }
    explorer.outcomes { effect in
      switch effect {
      case .find(let text): [.answer(.found(text))]
      }
    }
    explorer.eventually("the hits match the text") { $0.hits == $0.text }
    return explorer
  }
}
