import Colmeia

extension TabFeature {
  /// The album tab, which restores the session when it becomes visible for the first time.
  static var album: TabFeature {
    TabFeature(
      title: .album, links: AlbumLink.self,
      link: { $0.album.draft == nil ? AlbumLink() : nil },
      appear: { app, state in state.album.session == .unknown ? app.album.reduce(&state, .restore) : .none })
  }
}

/// The location of the album. The link returns to the photos and discards a draft, unless it is being sent.
public struct AlbumLink: FeatureLink {
  /// Creates the only location of the album: the list of photos.
  public init() {}

  init?(_ parts: [String]) { if parts != ["album"] { return nil } }

  var text: String { "/album" }

  func open(_ app: AppReducer, _ state: inout AppReducer.State) -> AppReducer.Effects {
    state.tab = .album
    if state.album.draft?.isSending == false { (state.album.draft, state.album.failure) = (nil, nil) }
    return .none
  }
}
