/// The state of the news reader that is saved on the device (O6, O11).
public struct SavedNews: Sendable, Equatable, Codable {
  /// The name of the newspaper that is logged in, if any.
  public var newspaper: String?
  /// The names of the subscribed newspapers, in the order in which they were chosen.
  public var subscriptions: [String] = []
  /// The items, the newest first.
  public var items: [NewsItem] = []
  /// The keys of all items that have arrived, the oldest first.
  public var keys: [NewsItem.Key] = []
  /// The part of the list that isn't visible in the items and keys.
  public var pending: NewsList.Pending?
  /// The ID of the last item that was received, after which the stream goes on.
  public var resume: String?
}

extension SavedNews {
  /// Creates the part of a state to save.
  init(_ state: News.State) {
    let list = state.feed.list
    self.init(
      newspaper: state.reader.newspaper, subscriptions: state.subscriptions, items: list.items, keys: list.keys,
      pending: list.pending, resume: state.feed.resume)
  }

  /// The saved stream. It isn't connected.
  var feed: NewsStream {
    NewsStream(list: NewsList(items, remembering: keys, pending: pending), resume: resume)
  }
}
