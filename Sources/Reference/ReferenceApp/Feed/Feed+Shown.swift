extension Feed.State {
  /// The freshness of the images that are shown.
  public enum Shown: Sendable, Equatable, Codable {
    /// The server has just sent or confirmed the images.
    case fresh
    /// The images come from this device's cache, with their age in seconds. Newer ones are being requested, or the
    /// request failed and the user can retry it.
    case cached(age: Int, failure: RequestFailure? = nil)

    enum CodingKeys: String, CodingKey, CaseIterable { case fresh, cached }
  }

  /// Whether cached images are shown while newer ones are being requested.
  public var isRefreshing: Bool { if case .cached(_, failure: nil) = shown { true } else { false } }

  /// Why the cached images couldn't be refreshed.
  public var refreshFailure: RequestFailure? {
    if case .cached(_, let failure) = shown { failure } else { nil }
  }

  /// Shows images from the server, or cached ones until the server has responded.
  mutating func show(_ images: [ImageURL], _ shown: Shown) { (phase, self.shown) = (.loaded(images), shown) }

  /// Records a failure. If cached images are shown, they stay.
  mutating func fail(_ failure: RequestFailure) {
    if case .cached(let age, _) = shown {
      shown = .cached(age: age, failure: failure)
    } else {
      phase = .failed(failure)
    }
  }
}
