/// The tabs of the app. The first one is selected after signing in (D23).
public enum AppTab: String, Sendable, Codable, CaseIterable {
  /// The dog feed.
  case feed
  /// Eventbee's events.
  case events
  /// Newspapers and their news.
  case news
  /// Dribbble shots.
  case shots
  /// Photos, stored under the album's own account.
  case album
  /// The profile of the signed-in member, with a button to sign out.
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

  /// Whether the tab exists only while an account is signed in at iddog.
  var needsAccount: Bool { feature.needsAccount }

  /// The title of the tab.
  public var title: Phrase { feature.title }
}
