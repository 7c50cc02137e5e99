import ColmeiaExplorer

/// An optimistic update isn't undone when the server rejects it.
struct KeptLike: PlantedBug {
  var isBroken: Bool

  struct State: Hashable, Sendable { var isLiked = false }
  struct Model: Hashable, Sendable { var isLiked = false }
  enum Action: Sendable { case like, refused }
  enum Effect: Hashable, Sendable { case like }

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .like:
      state.isLiked = true
      return .run(.like, id: "like", .keep)
    case .refused: if !isBroken { state.isLiked = false }
    }
    return .none
  }

  static func explorer(isBroken: Bool) -> Explorer<Self, Model> {
    var explorer = Explorer(State(), Self(isBroken: isBroken), server: Model())
    explorer.action(.like, when: { !$0.isLiked })
    explorer.outcomes { _, _ in [.finish { $0.isLiked = true }, .answer(.refused)] }
    explorer.eventually("the server has the same like") { $0.isLiked == $1.server.isLiked }
    return explorer
  }
}
