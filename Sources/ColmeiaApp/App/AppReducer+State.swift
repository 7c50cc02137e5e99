extension AppReducer {
  /// Everything the app knows.
  public struct State: Sendable, Equatable, Codable {
    /// Session and sign-up.
    public var auth: Auth.State
    /// The dog feed; there exactly while somebody is signed in.
    public var feed: Feed.State?
    /// The session at Eventbee, which has nothing to do with iddog's.
    public var members: Members.State
    /// The events.
    public var events: Events.State
    /// The chat that is open.
    public var chat: Chat.State?
    /// The profile that is shown, before all else of Eventbee.
    public var profile: Profile.State?
    /// The newspapers, which have nothing to do with the other systems.
    public var news: News.State
    /// Dribbble's shots, which need no account.
    public var shots: Shots.State
    /// The tab that is shown.
    public var tab: AppTab
    /// A link that waits until somebody is signed in.
    public var pendingLink: FeedLink?
    /// Why the last link could not be followed.
    public var linkFailure: FeedLinkFailure?

    /// A state; by default that of an app just started.
    public init(
      auth: Auth.State = Auth.State(), feed: Feed.State? = nil, members: Members.State = Members.State(),
      events: Events.State = Events.State(), chat: Chat.State? = nil, profile: Profile.State? = nil,
      news: News.State = News.State(), shots: Shots.State = Shots.State(), tab: AppTab = .feed,
      pendingLink: FeedLink? = nil, linkFailure: FeedLinkFailure? = nil
    ) {
      self.auth = auth
      self.feed = feed
      self.members = members
      self.events = events
      self.chat = chat
      self.profile = profile
      self.news = news
      self.shots = shots
      self.tab = tab
      self.pendingLink = pendingLink
      self.linkFailure = linkFailure
    }

    /// What is shown (D23).
    public var screen: Screen { auth.session.account == nil && tab.needsAccount ? .signUp : .tabs(tab) }
  }
}
