import ColmeiaExplorer

/// A search that shows late answers. The test that the explorer prints for it is compiled together with this file.
struct LateSearch: Reducer {
  enum Kind: String, Sendable, Codable { case books, maps }
  struct Hit: Hashable, Sendable {
    var title: String
    var price: Double?
  }
  struct State: Hashable, Sendable {
    var kind: Kind?
    var hits: [Hit] = []
    var byKind: [Kind: Int] = [:]
  }
  enum Action: Sendable { case choose(Kind), found(Kind, hits: [Hit]), refresh }
  enum Effect: Hashable, Sendable { case find(Kind, limit: Int) }

  var limit: Int

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .choose(let kind):
      state.kind = kind
      return .run(.find(kind, limit: limit), after: .milliseconds(1_500))
    case .found(_, let hits): state.hits = hits
    case .refresh: break
    }
    return .none
  }

  static var explorer: Explorer<LateSearch, NoServer> {
    var explorer = Explorer(State(), LateSearch(limit: 3))
    explorer.action(.choose(.books))
    explorer.action(.choose(.maps))
    explorer.outcomes { effect in
      switch effect {
      case .find(let kind, _): [.answer(.found(kind, hits: [Hit(title: "\(kind) \"1\"", price: 2.5)]))]
      }
    }
    explorer.always("the hits have the chosen kind") { state in
      state.hits.allSatisfy { $0.title.hasPrefix(state.kind?.rawValue ?? "?") }
    }
    return explorer
  }
}
