import ColmeiaExplorer

/// A search field with a debounce.
struct Search: Reducer {
  enum ID: String { case find }

  struct State: Hashable, Sendable {
    var text = ""
    var hits: [String] = []
  }

  enum Action: Sendable {
    case type(String)
    case clear
    case found([String])
  }

  enum Effect: Sendable, Equatable { case find(String) }

  var forgetsTimer = false

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .type(let text):
      state.text = text
      return .run(.find(text), id: ID.find, .replace, .debounce(.milliseconds(300)))
    case .clear:
      state = State()
      return forgetsTimer ? .none : .cancel(ID.find)
    case .found(let hits):
      state.hits = hits
      return .none
    }
  }

  static func explorer(forgetsTimer: Bool) -> Explorer<Search, NoServer> {
    var explorer = Explorer(State(), Search(forgetsTimer: forgetsTimer))
    explorer.action("type") { _, choices in .type(String("husky".prefix(choices.number(in: 1...5)))) }
    explorer.action(.clear, when: { !$0.text.isEmpty })
    explorer.outcomes { effect in
      switch effect {
      case .find(let text): [.answer(.found([text])), .never]
      }
    }
    explorer.always("an empty field has no hits") { !$0.text.isEmpty || $0.hits.isEmpty }
    explorer.sometimes("there are hits") { !$0.hits.isEmpty }
    return explorer
  }
}
