extension News {
  /// The state of the newspapers.
  public struct State: Sendable, Equatable, Codable {
    /// The reader: loggedOut, a guest or a newspaper.
    public enum Reader: Sendable, Equatable, Codable {
      /// The state saved on the device is being read.
      case restoring
      /// Not logged in.
      case loggedOut
      /// A guest, who can only read.
      case guest
      /// A newspaper, which can also publish; the payload is its name.
      case newspaper(String)

      enum CodingKeys: String, CodingKey, CaseIterable { case restoring, loggedOut, guest, newspaper }

      /// The name of the newspaper that is logged in, if any.
      public var newspaper: String? { if case .newspaper(let name) = self { name } else { nil } }
      /// Whether the reader has entered, as a guest or as a newspaper.
      public var isIn: Bool { self == .guest || newspaper != nil }
    }

    /// The page that is shown while no other screen is open.
    public enum Page: String, Sendable, Codable, CaseIterable {
      /// The items received from the stream.
      case feed
      /// The list of all newspapers, to subscribe to.
      case newspapers
    }

    /// The progress of saving the state on the device.
    public enum Saving: String, Sendable, Codable, CaseIterable {
      /// Nothing is being written.
      case idle
      /// The state is being written.
      case writing
      /// An older state is being written. The newest follows.
      case outdated
    }

    /// The current reader.
    public var reader = Reader.loggedOut
    /// The form for logging in or creating a newspaper.
    public var form = NewspaperForm()
    /// The page that is shown while no other screen is open.
    public var page = Page.feed
    /// The newspapers of the pages loaded so far, in the server's order, or `nil` before the first page has loaded.
    public var newspapers: [Newspaper]?
    /// The number of the next page, or `nil` if there is none.
    public var nextPage: Int?
    /// The number of newspapers from the server that couldn't be decoded.
    public var unreadable = 0
    /// Whether the newspapers are being loaded.
    public var isLoadingNewspapers = false
    /// Why the last attempt to load the newspapers failed.
    public var newspapersFailure: NewspaperFailure?
    /// The names of the subscribed newspapers, in the order in which they were chosen.
    public var subscriptions: [String] = []
    /// The stream of the subscribed newspapers.
    public var feed = NewsStream()
    /// The name of the newspaper whose archive is open.
    public var archived: String?
    /// The stream of the archive.
    public var archive = NewsStream()
    /// The open item.
    public var selection: NewsItem?
    /// The item that is being written.
    public var draft: NewsForm?
    /// The item that was published last, until the user goes to a page or writes another one.
    public var published: NewsItem?
    /// The edited description of the user's own newspaper, while its screen is open.
    public var edit: NewspaperEdit?
    /// Whether the state is being saved on the device.
    public var saving = Saving.idle
    /// Why the state couldn't be saved on the device.
    public var storeFailure: TokenStoreFailure?
    /// Why the state saved on the device couldn't be read. It isn't replaced then.
    public var restoreFailure: TokenStoreFailure?

    /// The published item while it hasn't arrived over the stream, or never will, because the newspaper isn't
    /// subscribed.
    var unlisted: NewsItem? { published.flatMap { feed.list[$0.key] == nil ? $0 : nil } }
  }
}
