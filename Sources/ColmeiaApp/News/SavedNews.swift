/// What is kept on the device over restarts (O6, O11).
public struct SavedNews: Sendable, Equatable, Codable {
  /// The newspaper as which one has logged in.
  public var newspaper: String?
  /// Which newspapers are read, in the order in which they were chosen.
  public var subscriptions: [String] = []
  /// The newest items, up to a limit.
  public var items: [NewsItem] = []
  /// What need not be shown again.
  public var keys: [NewsItem.Key] = []
  /// Behind which item the stream goes on.
  public var resume: String?

  /// How many items are kept, and how many bytes they may have together.
  static let itemLimit = 100, byteLimit = 1 << 20
  /// How many items are known again.
  static let memoryLimit = 1_000
}

extension SavedNews {
  /// What is to be kept of a state.
  init(_ state: News.State) {
    let (items, keys) = state.feed.list.newest(Self.itemLimit, bytes: Self.byteLimit, keys: Self.memoryLimit)
    self.init(
      newspaper: state.reader.newspaper, subscriptions: state.subscriptions, items: items, keys: keys,
      resume: state.feed.resume)
  }
}
