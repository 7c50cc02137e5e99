/// The tabs of the app, first the one that is shown after signing in (D23).
public enum AppTab: String, Sendable, Codable, CaseIterable {
  /// The dog feed.
  case feed
  /// Eventbee's events.
  case events
  /// Newspapers and their news.
  case news
  /// Dribbble's shots.
  case shots
  /// Photos of an account of its own.
  case album
  /// Who is signed in, and the way out.
  case profile

  var feature: TabFeature {
    switch self {
    case .feed: .feed
    case .events: .events
    case .news: .news
    case .shots: .shots
    case .album: .album
    case .profile: .profile
    }
  }

  /// Whether it is there only for somebody who is signed in at iddog.
  var needsAccount: Bool { feature.needsAccount }

  /// What it is called.
  public var title: Phrase { feature.title }
}
