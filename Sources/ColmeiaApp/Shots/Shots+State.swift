extension Shots {
  /// What the feature knows.
  public struct State: Sendable, Equatable, Codable {
    /// The shots of all pages so far, in the server's order, each number once; at most ``Shots/limit``.
    public var shots: [Shot] = []
    /// Which version of them is shown: `cached` while the last page that was asked for has come from a cache only. `nil`
    /// before anything came.
    public var shown: Freshness?
    /// How many shots at the end are such a cached version, to be replaced by the fresh one.
    public var provisional = 0
    /// The page that is being asked for.
    public var loading: Int?
    /// The next page, if there is one.
    public var next: Int?
    /// Why the last page that was asked for did not come.
    public var failure: PageFailure?
    /// The shot that is shown alone.
    public var detail: ShotDetail?

    /// The state of an app just started.
    public init() {}
  }

  /// Why a page did not come.
  public struct PageFailure: Sendable, Equatable, Codable {
    /// The number of the page that failed.
    public var page: Int
    /// Why the page did not come.
    public var reason: ShotsFailure
    /// Whether the user has read it; the page can be asked for again also then.
    public var isRead = false
  }

  /// A page that came.
  public struct Page: Sendable, Equatable, Codable {
    /// Which one, from 1.
    public var number: Int
    /// Its shots, in the server's order.
    public var shots: [Shot]
    /// The page behind it, if there is one.
    public var next: Int?
    /// Whether the server has just sent it.
    public var freshness: Freshness

    /// A page.
    public init(_ number: Int, _ shots: [Shot], next: Int?, _ freshness: Freshness = .fresh) {
      self.number = number
      self.shots = shots
      self.next = next
      self.freshness = freshness
    }
  }
}

// What a front end shows of the list (M9).
extension Shots.State {
  /// Whether nothing was asked for yet.
  public var isUntouched: Bool { shown == nil && loading == nil && failure == nil }
  /// Whether a spinner is shown: from the request to its answer, whatever that is.
  public var isLoading: Bool { loading != nil }
  /// Whether the list is shown: whenever something is in it, also while more is loading and after a failure.
  public var showsList: Bool { !shots.isEmpty }
  /// Whether it is shown that there is nothing: because the list is empty, or because it did not come.
  public var showsEmpty: Bool { shots.isEmpty && !isLoading && !isUntouched }
  /// What went wrong with the list, until the user has read it or asks again.
  public var error: ShotsFailure? { failure.flatMap { $0.isRead ? nil : $0.reason } }
  /// Whether more can be asked for now.
  public var canLoadMore: Bool { next != nil && !isLoading && failure == nil && !isFull }
  /// Whether no more shots are kept.
  public var isFull: Bool { shots.count >= Shots.limit }
  /// Whether all that there is has come.
  public var isAtEnd: Bool { shown == .fresh && next == nil }

  /// What is said: about the shot that is shown alone, else about the list.
  public var message: Phrase? {
    guard let detail else { return error.map(Phrase.shotsFailed) ?? (showsEmpty ? .noShots : nil) }
    return detail.isFailureRead ? nil : detail.failure.map(Phrase.shotsFailed)
  }
}
