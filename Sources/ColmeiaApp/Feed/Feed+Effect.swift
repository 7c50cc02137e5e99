extension Feed {
  /// What the feature asks for (D14, B.1).
  public enum Effect: Sendable, Equatable, Codable {
    /// Ask the server for the breed's images, as whoever is signed in.
    case load(Breed)
  }

  enum ID: String {
    /// The one request that counts.
    case load
  }
}
