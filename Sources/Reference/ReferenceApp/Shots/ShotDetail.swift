/// The shot that is open.
public struct ShotDetail: Sendable, Equatable, Codable {
  /// The number of the shot.
  public let id: Int
  /// The shot as far as it's known, at first from the list.
  public var shot: Shot?
  /// Whether the shot is being loaded.
  public var isLoading = true
  /// Why the last attempt to load the shot failed.
  public var failure: ShotsFailure?
  /// Whether the user has dismissed the failure.
  public var isFailureRead = false
  /// Whether the shown version is cached or fresh, or `nil` if there is none.
  public var shown: Freshness?
}
