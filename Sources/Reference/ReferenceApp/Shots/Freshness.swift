/// Whether data comes from the cache or from the server.
public enum Freshness: String, Sendable, Codable, CaseIterable {
  /// The data comes from the cache, and may be out of date.
  case cached
  /// The data has just come from the server.
  case fresh
}
