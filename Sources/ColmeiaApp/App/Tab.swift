/// The tabs of the app, first the one that is shown after signing in (D23).
public enum Tab: String, Sendable, Codable, CaseIterable {
  /// The dog feed.
  case feed
  /// Eventbee's events.
  case events
  /// Who is signed in, and the way out.
  case profile
}
