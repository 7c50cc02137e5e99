import Colmeia

/// The whole app below the pixels.
///
/// What belongs to a session exists only while somebody is signed in. When the session ends, it is removed in one
/// assignment, and what it had started is cancelled (law 4).
///
/// This file is where the app's features are put together: state, actions, effects, and who reduces them. What a feature's tab
/// shows and where its links lead, its folder says (`TabFeature`, `FeatureLink`).
///
/// iddog and Eventbee are two systems with accounts of their own: one can be signed in to either, both or none.
public struct AppReducer: Reducer {
  let auth = Child(\State.auth, Auth(), Action.auth, Effect.auth)
  let feed = Child(\State.feed, Feed(), Action.feed, Effect.feed)
  let members = Child(\State.members, Members(), Action.members, Effect.members)
  let events = Child(
    \State.events, { Events(me: $0.members.session.member).endingSession() }, Action.events, Effect.events)
  let profile = Child(
    \State.profile, { Profile(me: $0.members.session.member?.id).endingSession() }, Action.profile, Effect.profile
  ).identified(by: \.id)
  let chat = Child(
    \State.chat, { Chat(me: $0.members.session.member?.id).endingSession() }, Action.chat, Effect.chat
  ).identified(by: \.event)
  let news = Child(\State.news, News(), Action.news, Effect.news)
  let shots = Child(\State.shots, Shots(), Action.shots, Effect.shots)
  let album = Child(\State.album, Album(), Action.album, Effect.album)

  /// Each feature of the app.
  public var children: Children { [auth, feed, members, events, profile, chat, news, shots, album] }

  /// The reducer.
  public init() {}

  /// Changes the state as the action demands. What follows from a tab, an account or a member that is another one follows
  /// whichever action has changed it.
  public func reduce(into state: inout State, action: Action) -> Effects {
    onChange(of: \.tab, in: &state, by: { reduceInSession(&$0, action) }, react: tabChanged)
  }

  private func reduceInSession(_ state: inout State, _ action: Action) -> Effects {
    onChange(of: \.auth.session.account, in: &state, by: { reduceAsMember(&$0, action) }, react: accountChanged)
  }

  private func reduceAsMember(_ state: inout State, _ action: Action) -> Effects {
    onChange(of: \.members.session.member?.id, in: &state, by: { reduceFeature(&$0, action) }, react: memberChanged)
  }

  private func reduceFeature(_ state: inout State, _ action: Action) -> Effects {
    switch action {
    case .auth(let action): return auth.reduce(&state, action)
    case .feed(let action): return feed.reduce(&state, action, hear: hear)
    case .members(let action): return members.reduce(&state, action)
    case .events(let action): return events.reduce(&state, action, hear: hear)
    case .profile(let action): return reduceProfile(&state, action)
    case .openProfile(let id): return openProfile(id, &state)
    case .closeProfile: state.profile = nil
    case .chat(let action): return chat.reduce(&state, action, hear: hear)
    case .enterChat: enterChat(&state)
    case .leaveChat: state.chat = nil
    case .shots(let action): return shots.reduce(&state, action)
    case .album(let action): return album.reduce(&state, action)
    case .news(let action): return news.reduce(&state, action)
    case .select(let tab): if state.feed != nil || !tab.needsAccount || !state.tab.needsAccount { state.tab = tab }
    case .open(let text): return open(text, &state)
    case .dismissLinkFailure: state.linkFailure = nil
    }
    return .none
  }
}

extension AppReducer {
  /// Everything the app knows.
  public struct State: Sendable, Equatable, Codable {
    /// Session and sign-up.
    public var auth = Auth.State()
    /// The dog feed; there exactly while somebody is signed in.
    public var feed: Feed.State?
    /// The session at Eventbee, which has nothing to do with iddog's.
    public var members = Members.State()
    /// The events.
    public var events = Events.State()
    /// The chat that is open.
    public var chat: Chat.State?
    /// The profile that is shown, before all else of Eventbee.
    public var profile: Profile.State?
    /// The newspapers, which have nothing to do with the other systems.
    public var news = News.State()
    /// Dribbble's shots, which need no account.
    public var shots = Shots.State()
    /// The album, which has an account of its own.
    public var album = Album.State()
    /// The tab that is shown.
    public var tab = AppTab.feed
    /// A link that waits until somebody is signed in.
    public var pendingLink: FeedLink?
    /// Why the last link could not be followed.
    public var linkFailure: FeedLinkFailure?

    /// The state of an app just started.
    public init() {}

    /// What is shown (D23).
    public var screen: Screen { auth.session.account == nil && tab.needsAccount ? .signUp : .tabs(tab) }
  }
}

extension AppReducer {
  /// What an app sends when it starts: what was kept on the device is there again.
  public static let start: [Action] = [.auth(.restore), .members(.restore), .news(.restore)]

  /// Everything that can happen.
  public enum Action: Sendable, Equatable, Codable {
    /// To session and sign-up.
    case auth(Auth.Action)
    /// To the dog feed; nothing happens while nobody is signed in.
    case feed(Feed.Action)
    /// To the session at Eventbee.
    case members(Members.Action)
    /// To the events.
    case events(Events.Action)
    /// To the profile that is shown.
    case profile(Profile.Action)
    /// Show a member's profile; one's own, where no number is given.
    case openProfile(Int?)
    /// Leave the profile.
    case closeProfile
    /// To the chat that is open.
    case chat(Chat.Action)
    /// Open the chat of the event that is shown; only who is in it, or organizes it, is let in.
    case enterChat
    /// Close the chat.
    case leaveChat
    /// To the newspapers.
    case news(News.Action)
    /// To the shots.
    case shots(Shots.Action)
    /// To the album.
    case album(Album.Action)
    /// The user chose a tab. The feed's and the profile's are there while somebody is signed in at iddog, the others always.
    /// The shots are loaded, and the album's session is restored, when their tab is chosen for the first time.
    case select(AppTab)
    /// A link was opened (D27), see ``AppLink``; the whole text, from the path on. One into the feed waits while nobody is
    /// signed in.
    case open(String)
    /// The user has read that a link could not be followed.
    case dismissLinkFailure

    enum CodingKeys: String, CodingKey, CaseIterable {
      case auth, feed, members, events, profile, openProfile, closeProfile, chat, enterChat, leaveChat, news, shots,
        album, select, open, dismissLinkFailure
    }
  }

  /// Everything the app asks for.
  public enum Effect: Sendable, Equatable, Codable {
    /// Of session and sign-up.
    case auth(Auth.Effect)
    /// Of the dog feed.
    case feed(Feed.Effect)
    /// Of the session at Eventbee.
    case members(Members.Effect)
    /// Of the events.
    case events(Events.Effect)
    /// Of the chat.
    case chat(Chat.Effect)
    /// Of the profile.
    case profile(Profile.Effect)
    /// Of the newspapers.
    case news(News.Effect)
    /// Of the shots.
    case shots(Shots.Effect)
    /// Of the album.
    case album(Album.Effect)

    enum CodingKeys: String, CodingKey, CaseIterable {
      case auth, feed, members, events, chat, profile, news, shots, album
    }
  }
}

// What follows from a change.
extension AppReducer {
  /// The chat is seen on its tab alone.
  private func tabChanged(from old: AppTab, to tab: AppTab, _ state: inout State) -> Effects {
    if old == .events { state.chat?.isShown = false }
    return tab.feature.appear(self, &state)
  }

  private func accountChanged(from old: Account?, to account: Account?, _ state: inout State) -> Effects {
    if account != nil { return beginSession(&state) }
    (state.feed, state.tab, state.pendingLink, state.linkFailure) = (nil, .feed, nil, nil)
    return .none
  }

  /// The events are there for everybody; what the member saw of them is not.
  private func memberChanged(from old: Member.ID?, to member: Member.ID?, _ state: inout State) -> Effects {
    if old == nil { return state.events.list.value == nil ? .none : events.reduce(&state, .loadMine, hear: hear) }
    let list = state.events.list
    state.events = Events.State(list: Loaded(list.value))
    (state.chat, state.profile) = (nil, nil)
    return events.cancelAll() + (list.isLoading ? events.reduce(&state, .load, hear: hear) : .none)
  }
}

extension AppReducer {
  private func beginSession(_ state: inout State) -> Effects {
    let link = state.pendingLink ?? FeedLink(breed: .hound)
    state.pendingLink = nil
    state.feed = Feed.State()
    return feed.reduce(&state, .open(link), hear: hear)
  }

  /// Reduces an output of the feed.
  func hear(_ state: inout State, _ output: Feed.Output) -> Effects {
    switch output {
    case .sessionExpired: auth.reduce(&state, .sessionExpired)
    }
  }

  /// Reduces an output of a feature that calls Eventbee.
  func hear(_ state: inout State, _ output: EventbeeOutput) -> Effects {
    switch output {
    case .sessionRefused: members.reduce(&state, .sessionRefused)
    }
  }

  func enterChat(_ state: inout State) {
    guard let detail = state.events.detail, let me = state.members.session.member,
      detail.isEnrolled(me) || detail.isOrganizer(me), state.chat?.event != detail.id
    else { return }
    state.chat = Chat.State(event: detail.id, isShown: state.tab == .events)
  }

  func openProfile(_ id: Int?, _ state: inout State) -> Effects {
    guard let me = state.members.session.member?.id, state.profile?.form?.isSaving != true else { return .none }
    state.profile = Profile.State(id: id ?? me)
    return reduceProfile(&state, .load)
  }

  private func reduceProfile(_ state: inout State, _ action: Profile.Action) -> Effects {
    let effects = profile.reduce(&state, action, hear: hear)
    // The session's own name is the profile's.
    if let info = state.profile?.info.value, case .signedIn(var member) = state.members.session, member.id == info.id {
      (member.name, member.about) = (info.name, info.about)
      state.members.session = .signedIn(member)
    }
    return effects
  }
}
