extension Feed {
  /// What can happen (D17, D20, D23, D27).
  public enum Action: Sendable, Equatable, Codable {
    /// Show this breed, freshly loaded.
    case load(Breed)
    /// Ask again after a failure.
    case retry
    /// Show what a link names.
    case open(FeedLink)
    /// Show this image alone.
    case select(ImageReference)
    /// Back to all images.
    case deselect

    /// News of ``Effect/load(_:)``: images of the breed that were kept on this device so many seconds ago. An answer of the
    /// server's follows.
    case cached(Breed, [ImageURL], age: Int)
    /// Answer to ``Effect/load(_:)``: the images of the breed that was asked for. A server's answer for
    /// another breed is not this, but `failed` with `.undecodable(at: "category")`.
    case loaded(Breed, [ImageURL])
    /// Answer to ``Effect/load(_:)``: no images of the breed that was asked for.
    case failed(Breed, RequestFailure)
    /// About the picture of the image that is shown alone.
    case picture(PictureAction)

    enum CodingKeys: String, CodingKey, CaseIterable {
      case load, retry, open, select, deselect, cached, loaded, failed, picture
    }
  }
}
