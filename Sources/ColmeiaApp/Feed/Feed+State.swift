extension Feed {
  /// One breed's images (D16).
  public struct State: Sendable, Equatable, Codable {
    /// How far the images of the breed are.
    public enum Phase: Sendable, Equatable, Codable {
      /// Nobody has asked for them.
      case idle
      /// They have been asked for.
      case loading
      /// Here they are, in the server's order.
      case loaded([ImageURL])
      /// They did not come; the user may retry.
      case failed(RequestFailure)

      enum CodingKeys: String, CodingKey, CaseIterable { case idle, loading, loaded, failed }
    }

    /// Whose images these are.
    public var breed = Breed.husky
    /// How far they are.
    public var phase = Phase.idle
    /// The image that is shown alone, if it is among them.
    public var selection: ImageReference?
    /// The picture of the image that is shown alone.
    public var picture: FeedPicture?
    /// How new they are, once they are there.
    public var shown = Shown.fresh

    /// A state; by default that of a feed that was not loaded yet.
    public init() {}
  }
}

extension Feed.State {
  /// Whether a spinner is shown (D24); ends with any answer, also a failure (unlike D20).
  public var isLoading: Bool { phase == .loading }

  /// The images to show; none unless they have been loaded.
  public var images: [ImageURL] {
    if case .loaded(let images) = phase { images } else { [] }
  }

  /// Why there are none.
  public var failure: RequestFailure? {
    if case .failed(let failure) = phase { failure } else { nil }
  }

  /// The image that is shown alone; a link's image as soon as its breed is there.
  ///
  /// - Complexity: O(images).
  public var selectedImage: ImageURL? { selection?.find(in: images) }

  /// Whether an image was asked for that the breed does not have.
  ///
  /// - Complexity: O(images).
  public var isSelectionMissing: Bool {
    guard case .loaded(let images) = phase, let selection else { return false }
    return selection.find(in: images) == nil
  }

  func awaits(_ breed: Breed) -> Bool { (isLoading || isRefreshing) && self.breed == breed }
}
