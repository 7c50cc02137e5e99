/// A page of the newspapers, as the server has it (O18).
public struct NewspaperPage: Sendable, Equatable, Codable {
  /// How many newspapers are asked for at a time.
  static let size = 10

  /// Which page, from 1.
  public var number: Int
  /// The newspapers, in the server's order.
  public var newspapers: [Newspaper]
  /// How many could not be understood.
  public var unreadable: Int
  /// Whether there are further pages.
  public var hasMore: Bool

  /// A page; by default the only one.
  public init(number: Int = 1, _ newspapers: [Newspaper], unreadable: Int = 0, hasMore: Bool = false) {
    self.number = number
    self.newspapers = newspapers
    self.unreadable = unreadable
    self.hasMore = hasMore
  }
}
