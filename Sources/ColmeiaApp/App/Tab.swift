/// The tabs of the app, first the one that is shown after signing in (D23).
public enum Tab: String, Sendable, Codable, CaseIterable {
  /// The dog feed.
  case feed
  /// Eventbee's events.
  case events
  /// Dribbble's shots.
  case shots
  /// Who is signed in, and the way out.
  case profile

  /// Whether it is there also while nobody is signed in at iddog.
  public var isForEverybody: Bool {
    switch self {
    case .events, .shots: true
    case .feed, .profile: false
    }
  }
}
