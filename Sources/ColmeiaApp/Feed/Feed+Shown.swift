extension Feed.State {
  /// How new the images are that are shown.
  public enum Shown: Sendable, Equatable, Codable {
    /// The server has just given or confirmed them.
    case fresh
    /// They are from this device, and so many seconds old. The server is being asked for newer ones, or could not be, and
    /// then the user may retry.
    case cached(age: Int, failure: RequestFailure? = nil)

    enum CodingKeys: String, CodingKey, CaseIterable { case fresh, cached }
  }

  /// Whether older images are shown while newer ones are awaited.
  public var isRefreshing: Bool { if case .cached(_, failure: nil) = shown { true } else { false } }

  /// Why there are no newer images than those that are shown.
  public var refreshFailure: RequestFailure? {
    if case .cached(_, let failure) = shown { failure } else { nil }
  }

  /// Shows images of the server, or those of this device until the server has answered.
  mutating func show(_ images: [ImageURL], _ shown: Shown) { (phase, self.shown) = (.loaded(images), shown) }

  /// What is shown stays; if nothing is, the failure is.
  mutating func fail(_ failure: RequestFailure) {
    if case .cached(let age, _) = shown {
      shown = .cached(age: age, failure: failure)
    } else {
      phase = .failed(failure)
    }
  }
}
