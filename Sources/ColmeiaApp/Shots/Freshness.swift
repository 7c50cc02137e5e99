/// Whether something has just come from the server.
public enum Freshness: String, Sendable, Codable, CaseIterable {
  /// It was kept from an earlier time; the server may say something else now.
  case cached
  /// It has come from the server.
  case fresh
}
