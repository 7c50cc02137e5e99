/// The picture of the selected image (D25, D27). The state has only its status; the bytes are in the image cache.
public struct FeedPicture: Sendable, Equatable, Codable {
  /// The status of the picture.
  public enum Phase: Sendable, Equatable, Codable {
    /// The picture is being loaded; the payload is the progress in whole percents, or `nil` if unknown.
    case loading(percent: Int?)
    /// The picture is in the image cache; the payload is its size in bytes.
    case loaded(bytes: Int)
    /// The picture couldn't be loaded. The user can retry.
    case failed(RequestFailure)

    enum CodingKeys: String, CodingKey, CaseIterable { case loading, loaded, failed }
  }

  /// The image to which the picture belongs.
  public let image: ImageURL
  /// The status of the picture.
  public var phase = Phase.loading(percent: nil)

  /// Whether the picture is being loaded.
  public var isLoading: Bool { if case .loading = phase { true } else { false } }

  /// Why the picture couldn't be loaded.
  public var failure: RequestFailure? { if case .failed(let failure) = phase { failure } else { nil } }
}
