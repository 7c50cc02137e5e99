/// The picture of the image that is shown alone (D25, D27), as far as the state knows of it: the bytes are in the image
/// cache.
public struct FeedPicture: Sendable, Equatable, Codable {
  /// How far it is.
  public enum Phase: Sendable, Equatable, Codable {
    /// It is being loaded; how much of it has come, in whole percents, where that is known.
    case loading(percent: Int?)
    /// It is in the image cache, with so many bytes.
    case loaded(bytes: Int)
    /// It did not come; the user may retry.
    case failed(RequestFailure)

    enum CodingKeys: String, CodingKey, CaseIterable { case loading, loaded, failed }
  }

  /// Whose picture it is.
  public let image: ImageURL
  /// How far it is.
  public var phase = Phase.loading(percent: nil)

  /// Whether it is on its way.
  public var isLoading: Bool { if case .loading = phase { true } else { false } }

  /// Why it is not there.
  public var failure: RequestFailure? { if case .failed(let failure) = phase { failure } else { nil } }
}
