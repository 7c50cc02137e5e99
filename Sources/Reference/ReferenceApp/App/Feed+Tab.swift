import Colmeia

extension TabFeature {
  static var feed: TabFeature {
    TabFeature(
      title: .feed, needsAccount: true, links: FeedLink.self, link: { $0.feed?.link })
  }
}

extension FeedLink: FeatureLink {
  /// Returns `nil`, because a link into the feed isn't fully described by its path; see ``FeedLink/parse(_:)``.
  init?(_ parts: [String]) { nil }

  func open(_ app: AppReducer, _ state: inout AppReducer.State) -> AppReducer.Effects {
    state.tab = .feed
    guard state.feed != nil else {
      state.pendingLink = self
      return .none
    }
    return app.feed.reduce(&state, .open(self), onOutput: app.reduceOutput)
  }
}

extension Feed.State {
  fileprivate var link: FeedLink {
    FeedLink(breed: breed, image: selectedImage.flatMap { ImageReference(rawValue: $0.name) })
  }
}
