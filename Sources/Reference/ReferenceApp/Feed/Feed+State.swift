extension Feed {
  /// The state of the dog feed: the images of one breed (D16).
  public struct State: Sendable, Equatable, Codable {
    /// The status of the images.
    public enum Phase: Sendable, Equatable, Codable {
      /// The images haven't been requested.
      case idle
      /// The images are being loaded.
      case loading
      /// The images have loaded, in the server's order.
      case loaded([ImageURL])
      /// The images couldn't be loaded. The user can retry.
      case failed(RequestFailure)

      enum CodingKeys: String, CodingKey, CaseIterable { case idle, loading, loaded, failed }
    }

    /// The breed of the images.
    public var breed = Breed.husky
    /// The status of the images.
    public var phase = Phase.idle
    /// The selected image, which is shown alone if it's among the images of the breed.
    public var selection: ImageReference?
    /// The picture of the selected image.
    public var picture: FeedPicture?
    /// The freshness of the images, once they have loaded.
    public var shown = Shown.fresh

    /// Creates the state of a feed that hasn't been loaded yet.
    public init() {}
  }
}

extension Feed.State {
  /// Whether an activity indicator is shown (D24). It disappears after every response, including failures (unlike D20).
  public var isLoading: Bool { phase == .loading }

  /// The images to show; empty unless they have loaded.
  public var images: [ImageURL] {
    if case .loaded(let images) = phase { images } else { [] }
  }

  /// Why the images couldn't be loaded.
  public var failure: RequestFailure? {
    if case .failed(let failure) = phase { failure } else { nil }
  }

  /// The image that is shown alone. An image selected by a link appears once the images of its breed have loaded.
  ///
  /// - Complexity: O(images).
  public var selectedImage: ImageURL? { selection?.find(in: images) }

  /// Whether the selected image is not among the images of the breed.
  ///
  /// - Complexity: O(images).
  public var isSelectionMissing: Bool {
    guard case .loaded(let images) = phase, let selection else { return false }
    return selection.find(in: images) == nil
  }

  func awaits(_ breed: Breed) -> Bool { (isLoading || isRefreshing) && self.breed == breed }
}
