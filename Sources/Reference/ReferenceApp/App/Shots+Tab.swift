import Colmeia

extension TabFeature {
  /// The shots tab, which loads the shots when it becomes visible for the first time.
  static var shots: TabFeature {
    TabFeature(
      title: .shots, links: ShotsLink.self,
      link: { $0.shots.detail.map { ShotsLink.shot($0.id) } ?? .list },
      appear: { app, state in state.shots.isUntouched ? app.shots.reduce(&state, .load) : .none })
  }
}

/// A location within the shots.
public enum ShotsLink: FeatureLink {
  /// The list of shots.
  case list
  /// One shot.
  case shot(Int)

  init?(_ parts: [String]) {
    switch (parts.first, parts.count, parts.last.flatMap { Int($0) }) {
    case ("shots", 1, _): self = .list
    case ("shots", 2, let id?): self = .shot(id)
    default: return nil
    }
  }

  var text: String {
    switch self {
    case .list: "/shots"
    case .shot(let id): "/shots/\(id)"
    }
  }

  func open(_ app: AppReducer, _ state: inout AppReducer.State) -> AppReducer.Effects {
    state.tab = .shots
    switch self {
    case .list: return app.shots.reduce(&state, .close)
    case .shot(let id): return app.shots.reduce(&state, .open(id))
    }
  }
}
