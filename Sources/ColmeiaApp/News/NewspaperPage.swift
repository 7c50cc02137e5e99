/// A page of the newspapers, as the server has it (O18).
public struct NewspaperPage: Sendable, Equatable, Codable {
  /// How many newspapers are asked for at a time.
  static let size = 10

  /// Which page, from 1.
  public var number = 1
  /// The newspapers, in the server's order.
  public var newspapers: [Newspaper]
  /// How many could not be understood.
  public var unreadable = 0
  /// Whether there are further pages.
  public var hasMore = false
}
