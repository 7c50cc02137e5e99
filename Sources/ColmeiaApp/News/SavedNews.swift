/// The state of the news reader that is saved on the device (O6, O11).
public struct SavedNews: Sendable, Equatable, Codable {
  /// The name of the newspaper that is logged in, if any.
  public var newspaper: String?
  /// The names of the subscribed newspapers, in the order in which they were chosen.
  public var subscriptions: [String] = []
  /// The newest items, up to a limit.
  public var items: [NewsItem] = []
  /// The keys of items that must not be shown again.
  public var keys: [NewsItem.Key] = []
  /// The ID of the item after which the stream resumes.
  public var resume: String?

  /// The maximum number of saved items, and their maximum total size in bytes.
  static let itemLimit = 100, byteLimit = 1 << 20
  /// The maximum number of saved keys.
  static let memoryLimit = 1_000
}

extension SavedNews {
  /// Creates the part of a state to save.
  init(_ state: News.State) {
    let (items, keys) = state.feed.list.newest(Self.itemLimit, bytes: Self.byteLimit, keys: Self.memoryLimit)
    self.init(
      newspaper: state.reader.newspaper, subscriptions: state.subscriptions, items: items, keys: keys,
      resume: state.feed.resume)
  }
}
