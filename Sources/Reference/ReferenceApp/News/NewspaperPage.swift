/// One of the server's pages of newspapers (O18).
public struct NewspaperPage: Sendable, Equatable, Codable {
  /// The number of newspapers requested per page.
  static let size = 10

  /// The number of the page, starting at 1.
  public var number = 1
  /// The newspapers, in the server's order.
  public var newspapers: [Newspaper]
  /// The number of newspapers that couldn't be decoded.
  public var unreadable = 0
  /// Whether there are further pages.
  public var hasMore = false
}
