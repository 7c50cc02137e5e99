extension News {
  /// What the feature knows.
  public struct State: Sendable, Equatable, Codable {
    /// Who is reading: nobody yet, a guest, or a newspaper.
    public enum Reader: Sendable, Equatable, Codable {
      /// What is kept on the device is being read.
      case restoring
      /// Nobody is signed in, as a guest or as a newspaper.
      case nobody
      /// Somebody who only reads.
      case guest
      /// A newspaper, which also publishes.
      case newspaper(String)

      enum CodingKeys: String, CodingKey, CaseIterable { case restoring, nobody, guest, newspaper }

      /// The newspaper that is signed in, if one is.
      public var newspaper: String? { if case .newspaper(let name) = self { name } else { nil } }
      /// Whether somebody is logged in, as a guest or as a newspaper.
      public var isIn: Bool { self == .guest || newspaper != nil }
    }

    /// What is shown while nothing else is.
    public enum Page: String, Sendable, Codable, CaseIterable {
      /// What has come over the stream.
      case feed
      /// All newspapers, to choose from.
      case newspapers
    }

    /// Who is reading: nobody yet, a guest, or a newspaper.
    public var reader = Reader.nobody
    /// The form to log in with.
    public var form = NewspaperForm()
    /// What is shown while nothing else is.
    public var page = Page.feed
    /// The newspapers of the pages that were loaded, in the server's order; `nil` before they came for the first time.
    public var newspapers: [Newspaper]?
    /// The page behind those; `nil` when there is none.
    public var nextPage: Int?
    /// How many newspapers the server has that could not be understood.
    public var unreadable = 0
    /// Whether the newspapers are being asked for.
    public var isLoadingNewspapers = false
    /// Why they did not come the last time.
    public var newspapersFailure: NewspaperFailure?
    /// Which newspapers are read, in the order in which they were chosen.
    public var subscriptions: [String] = []
    /// The stream of those.
    public var feed = NewsStream()
    /// The newspaper whose items are shown, all of them.
    public var archived: String?
    /// The stream of that one.
    public var archive = NewsStream()
    /// The item that is shown.
    public var selection: NewsItem?
    /// What is being written.
    public var draft: NewsForm?
    /// What one's own newspaper says of itself, while that is changed.
    public var edit: NewspaperEdit?
    /// What could not be kept on the device, or read from there.
    public var storeFailure: TokenStoreFailure?
  }
}
