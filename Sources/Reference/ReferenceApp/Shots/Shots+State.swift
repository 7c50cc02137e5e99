extension Shots {
  /// The state of the shots.
  public struct State: Sendable, Equatable, Codable {
    /// The shots of all pages loaded so far, in the server's order and without duplicate numbers; at most
    /// ``Shots/limit``.
    public var shots: [Shot] = []
    /// Whether the shown version of the list is cached or fresh. It's `cached` while the most recently requested page
    /// has arrived only from the cache, and `nil` before the first page.
    public var shown: Freshness?
    /// The number of shots at the end of the list that come from a cached page, and are replaced by the fresh one.
    public var cachedCount = 0
    /// The number of the page that is being loaded.
    public var loading: Int?
    /// The number of the next page, if there is one.
    public var next: Int?
    /// Why the last attempt to load a page failed.
    public var failure: PageFailure?
    /// The shot that is open.
    public var detail: ShotDetail?

    /// Creates the state of an app that has just started.
    public init() {}
  }

  /// A failed attempt to load a page.
  public struct PageFailure: Sendable, Equatable, Codable {
    /// The number of the page that failed.
    public var page: Int
    /// The reason for the failure.
    public var reason: ShotsFailure
    /// Whether the user has dismissed the failure. The page can still be retried then.
    public var isRead = false
  }

  /// A page that has been loaded.
  public struct Page: Sendable, Equatable, Codable {
    /// The number of the page, starting at 1.
    public var number: Int
    /// The shots of the page, in the server's order.
    public var shots: [Shot]
    /// The number of the next page, if there is one.
    public var next: Int?
    /// Whether the page comes from the cache or from the server.
    public var freshness: Freshness

    /// Creates a page.
    public init(_ number: Int, _ shots: [Shot], next: Int?, _ freshness: Freshness = .fresh) {
      self.number = number
      self.shots = shots
      self.next = next
      self.freshness = freshness
    }
  }
}

// Properties that a front end displays (M9).
extension Shots.State {
  /// Whether nothing has been requested yet.
  public var isUntouched: Bool { shown == nil && loading == nil && failure == nil }
  /// Whether an activity indicator is shown, from the request until its final response or failure.
  public var isLoading: Bool { loading != nil }
  /// Whether the placeholder for an empty list is shown, because there are no shots or they couldn't be loaded.
  public var showsEmpty: Bool { shots.isEmpty && !isLoading && !isUntouched }
  /// The failure of the list, until the user dismisses it or retries.
  public var error: ShotsFailure? { failure.flatMap { $0.isRead ? nil : $0.reason } }
  /// Whether the next page can be requested now.
  public var canLoadMore: Bool { next != nil && !isLoading && failure?.isRead != false && !isFull }
  /// Whether the list has reached ``Shots/limit``.
  public var isFull: Bool { shots.count >= Shots.limit }
  /// Whether the last page has been loaded.
  public var isAtEnd: Bool { shown == .fresh && next == nil }

  /// The message about the open shot, or about the list if no shot is open.
  public var message: Phrase? {
    guard let detail else { return error.map(Phrase.shotsFailed) ?? (showsEmpty && failure == nil ? .noShots : nil) }
    return detail.isFailureRead ? nil : detail.failure.map(Phrase.shotsFailed)
  }
}
