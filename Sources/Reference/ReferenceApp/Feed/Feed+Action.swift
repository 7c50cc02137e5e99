extension Feed {
  /// The actions of the dog feed (D17, D20, D23, D27).
  public enum Action: Sendable, Equatable, Codable {
    /// Loads and shows a breed.
    case load(Breed)
    /// Retries after a failure.
    case retry
    /// Navigates to the location of a link.
    case open(FeedLink)
    /// Selects one image to show alone.
    case select(ImageReference)
    /// Returns to all images.
    case deselect

    /// An intermediate result of ``Effect/load(_:)``: the images cached on this device, and their age in seconds. The
    /// server's response follows.
    case cached(Breed, [ImageURL], age: Int)
    /// The result of ``Effect/load(_:)``: the images of the requested breed. A response for a different breed is
    /// reported as `failed` with `.undecodable(at: "category")`.
    case loaded(Breed, [ImageURL])
    /// The failure of ``Effect/load(_:)``, with the requested breed.
    case failed(Breed, RequestFailure)
    /// An action of the selected image's picture.
    case picture(PictureAction)

    enum CodingKeys: String, CodingKey, CaseIterable {
      case load, retry, open, select, deselect, cached, loaded, failed, picture
    }
  }
}
