extension Feed {
  /// What the feature asks for (D14, B.1).
  public enum Effect: Sendable, Equatable, Codable {
    /// Ask the server for the breed's images, as the user who is signed in.
    case load(Breed)
    /// Have the picture in the image cache.
    case picture(ImageURL)

    enum CodingKeys: String, CodingKey, CaseIterable { case load, picture }
  }

  enum ID: String {
    /// The one request that counts.
    case load
    /// The one picture that is looked at.
    case picture
  }
}
