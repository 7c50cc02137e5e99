extension Feed {
  /// The effects of the dog feed (D14, B.1).
  public enum Effect: Sendable, Equatable, Codable {
    /// Requests the images of a breed, with the token of the account that is signed in.
    case load(Breed)
    /// Loads the picture into the image cache.
    case picture(ImageURL)

    enum CodingKeys: String, CodingKey, CaseIterable { case load, picture }
  }

  enum ID: String {
    /// The ID of the request for images, of which only the latest counts.
    case load
    /// The ID of the download of the selected picture.
    case picture
  }
}
