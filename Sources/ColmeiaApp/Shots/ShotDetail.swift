/// One shot on the screen.
public struct ShotDetail: Sendable, Equatable, Codable {
  /// The number of the shot.
  public let id: Int
  /// The shot, as far as it is known: from the list at first.
  public var shot: Shot?
  /// Whether it is being asked for.
  public var isLoading = true
  /// Why it did not come the last time.
  public var failure: ShotsFailure?
  /// Whether the user has read that.
  public var isFailureRead = false
  /// Which version of the shot is shown.
  public var shown: Freshness?
}
