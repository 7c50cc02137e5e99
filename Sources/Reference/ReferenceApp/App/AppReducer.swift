import Colmeia

/// The reducer of the whole app, without its user interface.
///
/// State that belongs to a session exists only while an account is signed in. When the session ends, one assignment
/// removes that state, and the effects it started are cancelled (law 4).
///
/// This file composes the app from its features: state, actions, effects and reducers. Where a feature's links lead is
/// defined beside it (`TabFeature`, `FeatureLink`), and what its tab shows in the folder `Screen`.
///
/// iddog and Eventbee are two systems with separate accounts. The user can be signed in to either, both or neither.
public struct AppReducer: Reducer {
  let auth = Child(\State.auth, Auth(), Action.auth, Effect.auth)
  let feed = Child(\State.feed, Feed(), Action.feed, Effect.feed)
  let members = Child(\State.members, Members(), Action.members, Effect.members)
  let events = Child(\State.events, Events().endingSession(), Action.events, Effect.events)
    .configured { $0.base.me = $1.members.session.member }
  let profile = Child(\State.profile, Profile().endingSession(), Action.profile, Effect.profile)
    .identified(by: \.id).configured { $0.base.me = $1.members.session.member?.id }
  let chat = Child(\State.chat, Chat().endingSession(), Action.chat, Effect.chat)
    .identified(by: \.event).configured { $0.base.me = $1.members.session.member?.id }
  let news = Child(\State.news, News(), Action.news, Effect.news)
  let shots = Child(\State.shots, Shots(), Action.shots, Effect.shots)
  let album = Child(\State.album, Album(), Action.album, Effect.album)

  /// The features of the app.

  /// Creates the reducer.
  public init() {}

  /// Updates the state in response to an action. Changes of the tab, the account or the member trigger their reactions,
  /// whichever action caused them.
  public func reduce(into state: inout State, action: Action) -> Effects {
    onChange(of: \.tab, in: &state, by: { reduceInSession(&$0, action) }, react: tabChanged)
  }

  private func reduceInSession(_ state: inout State, _ action: Action) -> Effects {
    onChange(of: \.auth.session.account, in: &state, by: { reduceAsMember(&$0, action) }, react: accountChanged)
  }

  private func reduceAsMember(_ state: inout State, _ action: Action) -> Effects {
    onChange(of: \.members.session.member?.id, in: &state, by: { reducePhoto(&$0, action) }, react: memberChanged)
  }

  private func reducePhoto(_ state: inout State, _ action: Action) -> Effects {
    onChange(of: \.profile?.unusedPhoto, in: &state, by: { reduceFeature(&$0, action) }, react: photoChanged)
  }

  private func reduceFeature(_ state: inout State, _ action: Action) -> Effects {
    switch action {
    case .auth(let action): return auth.reduce(&state, action)
    case .feed(let action): return feed.reduce(&state, action, onOutput: reduceOutput)
    case .members(let action): return members.reduce(&state, action)
    case .events(let action):
      let effects = events.reduce(&state, action, onOutput: reduceOutput)
      enterPendingChat(&state)
      return effects
    case .profile(let action): return reduceProfile(&state, action)
    case .openProfile(let id): return openProfile(id, &state)
    case .closeProfile: if state.profile?.form?.isSaving != true { state.profile = nil }
    case .chat(let action): return reduceChat(&state, action)
    case .enterChat: enterChat(&state)
    case .leaveChat: leaveChat(&state)
    case .shots(let action): return shots.reduce(&state, action)
    case .album(let action): return album.reduce(&state, action)
    case .news(let action): return news.reduce(&state, action)
    case .select(let tab):
      guard state.feed != nil || !tab.needsAccount || !state.tab.needsAccount else { return .none }
      (state.tab, state.pendingEventsLink) = (tab, nil)
      if tab == .profile, state.profile?.form == nil { state.profile = nil }
    case .open(let text): return open(text, &state)
    case .dismissLinkFailure: state.linkFailure = nil
    }
    return .none
  }
}

extension AppReducer {
  /// The state of the whole app.
  public struct State: Sendable, Equatable, Codable {
    /// The session and the sign-up form.
    public var auth = Auth.State()
    /// The dog feed; non-`nil` exactly while an account is signed in.
    public var feed: Feed.State?
    /// The session at Eventbee, which is independent of iddog's.
    public var members = Members.State()
    /// The events.
    public var events = Events.State()
    /// The open chat.
    public var chat: Chat.State?
    /// What the user has written in chats that were left, newest last; at most ``AppReducer/keptChatLimit``.
    public var keptChats: [Chat.Kept] = []
    /// The open profile, which is shown in place of Eventbee's other screens.
    public var profile: Profile.State?
    /// The newspapers, which are independent of the other systems.
    public var news = News.State()
    /// Dribbble's shots, which need no account.
    public var shots = Shots.State()
    /// The album, which has its own account.
    public var album = Album.State()
    /// The selected tab.
    public var tab = AppTab.feed
    /// A link to open once an account is signed in.
    public var pendingLink: FeedLink?
    /// A link to a profile, to open once a member is signed in, or to a chat, to open once it is known whether the
    /// member may enter it. Selecting a tab or opening another link discards it.
    public var pendingEventsLink: EventsLink?
    /// Why the last link couldn't be followed.
    public var linkFailure: FeedLinkFailure?

    /// Creates the state of an app that has just started.
    public init() {}

    /// The screen to show (D23).
    public var screen: Screen { auth.session.account == nil && tab.needsAccount ? .signUp : .tabs(tab) }
  }
}

extension AppReducer {
  /// The actions to send when the app starts. They restore what was stored on the device.
  public static let start: [Action] = [.auth(.restore), .members(.restore), .news(.restore)]

  /// The actions of the app.
  public enum Action: Sendable, Equatable, Codable {
    /// An action of the session and the sign-up form.
    case auth(Auth.Action)
    /// An action of the dog feed; ignored while no account is signed in.
    case feed(Feed.Action)
    /// An action of the session at Eventbee.
    case members(Members.Action)
    /// An action of the events.
    case events(Events.Action)
    /// An action of the open profile.
    case profile(Profile.Action)
    /// Opens the profile of a member, or the user's own if the number is `nil`.
    case openProfile(Int?)
    /// Closes the profile. Ignored while it's being saved.
    case closeProfile
    /// An action of the open chat.
    case chat(Chat.Action)
    /// Opens the chat of the open event. Only participants and the organizer are admitted.
    case enterChat
    /// Closes the chat.
    case leaveChat
    /// An action of the newspapers.
    case news(News.Action)
    /// An action of the shots.
    case shots(Shots.Action)
    /// An action of the album.
    case album(Album.Action)
    /// The user selected a tab. The feed and profile tabs exist only while an account is signed in at iddog; the others
    /// always exist. The shots are loaded, and the album's session is restored, when their tab is selected for the
    /// first time.
    case select(AppTab)
    /// The user opened a link (D27), given as its whole text from the path on; see ``AppLink``. A link to the feed
    /// stays pending until an account is signed in.
    case open(String)
    /// The user dismissed the message that a link couldn't be followed.
    case dismissLinkFailure

    enum CodingKeys: String, CodingKey, CaseIterable {
      case auth, feed, members, events, profile, openProfile, closeProfile, chat, enterChat, leaveChat, news, shots,
        album, select, open, dismissLinkFailure
    }
  }

  /// The effects of the app.
  public enum Effect: Sendable, Equatable, Codable {
    /// An effect of the session and the sign-up form.
    case auth(Auth.Effect)
    /// An effect of the dog feed.
    case feed(Feed.Effect)
    /// An effect of the session at Eventbee.
    case members(Members.Effect)
    /// An effect of the events.
    case events(Events.Effect)
    /// An effect of the chat.
    case chat(Chat.Effect)
    /// An effect of the profile.
    case profile(Profile.Effect)
    /// An effect of the newspapers.
    case news(News.Effect)
    /// An effect of the shots.
    case shots(Shots.Effect)
    /// An effect of the album.
    case album(Album.Effect)

    enum CodingKeys: String, CodingKey, CaseIterable {
      case auth, feed, members, events, chat, profile, news, shots, album
    }
  }
}

// Reactions to state changes.
extension AppReducer {
  private func tabChanged(from old: AppTab, to tab: AppTab, _ state: inout State) -> Effects {
    tab.feature.appear(self, &state)
  }

  /// Removes a photo that was uploaded, unless it is to be used now. The profile's own effects would be cancelled with
  /// the profile. If the session ends, the photo stays, because nothing could find out whether the profile refers to it.
  private func photoChanged(from old: String?, to new: String?, _ state: inout State) -> Effects {
    guard let old, let me = state.members.session.member?.id,
      state.profile?.form?.photoStep != .linking(key: old)
    else { return .none }
    return .run(.profile(.remove(old, user: me)))
  }

  private func accountChanged(from old: Account?, to account: Account?, _ state: inout State) -> Effects {
    if account != nil { return beginSession(&state) }
    (state.feed, state.pendingLink, state.linkFailure) = (nil, nil, nil)
    // The other tabs don't depend on the account.
    if state.tab.needsAccount { state.tab = .feed }
    return .none
  }

  /// After a log-in, loads the member's enrollments and the participants of the open event. When the member changes,
  /// removes what the previous one saw. The list of events stays, because it's public.
  private func memberChanged(from old: Member.ID?, to member: Member.ID?, _ state: inout State) -> Effects {
    if old == nil { return showWhatMembersSee(&state) }
    let list = state.events.list
    state.events = Events.State(list: Loaded(list.value))
    (state.chat, state.profile, state.pendingEventsLink, state.keptChats) = (nil, nil, nil, [])
    return events.cancelAll() + (list.isLoading ? events.reduce(&state, .load, onOutput: reduceOutput) : .none)
  }
}

extension AppReducer {
  private func beginSession(_ state: inout State) -> Effects {
    let link = state.pendingLink ?? FeedLink(breed: .hound)
    state.pendingLink = nil
    state.feed = Feed.State()
    return feed.reduce(&state, .open(link), onOutput: reduceOutput)
  }

  /// Reduces an output of the feed.
  func reduceOutput(_ state: inout State, _ output: Feed.Output) -> Effects {
    switch output {
    case .sessionExpired: auth.reduce(&state, .sessionExpired)
    }
  }

  /// Reduces an output of a feature that uses Eventbee.
  func reduceOutput(_ state: inout State, _ output: EventbeeOutput) -> Effects {
    switch output {
    case .sessionRefused: members.reduce(&state, .sessionRefused)
    }
  }

  private func showWhatMembersSee(_ state: inout State) -> Effects {
    let list = state.events.list
    var effects = Effects.none
    if list.value != nil || list.isLoading { effects += events.reduce(&state, .loadMine, onOutput: reduceOutput) }
    if state.events.detail != nil { effects += events.reduce(&state, .reload, onOutput: reduceOutput) }
    guard case .person(let id) = state.pendingEventsLink else { return effects }
    state.pendingEventsLink = nil
    return effects + openPerson(id, &state)
  }

  func enterChat(_ state: inout State) {
    guard let detail = state.events.detail, let me = state.members.session.member,
      state.events.enrollment(of: me) == true || detail.isOrganizer(me), state.chat?.event != detail.id
    else { return }
    let kept = state.keptChats.firstIndex { $0.event == detail.id }.map { state.keptChats.remove(at: $0) }
    state.chat = Chat.State(event: detail.id, kept: kept)
  }

  /// If the server refuses the user, who was removed from the event, reloads the event.
  private func reduceChat(_ state: inout State, _ action: Chat.Action) -> Effects {
    let wasRefused = state.chat?.connection == .refused
    let effects = chat.reduce(&state, action, onOutput: reduceOutput)
    if wasRefused || state.chat?.connection != .refused { return effects }
    return effects + events.reduce(&state, .reload, onOutput: reduceOutput)
      + events.reduce(&state, .loadMine, onOutput: reduceOutput)
  }

  /// The maximum number of chats whose unsent messages and drafts are kept. Beyond it, the oldest are discarded.
  public static let keptChatLimit = 10

  /// Closes the chat. What the user has written is kept until the chat is opened again.
  func leaveChat(_ state: inout State) {
    if let kept = state.chat?.kept { state.keptChats = state.keptChats.suffix(Self.keptChatLimit - 1) + [kept] }
    state.chat = nil
  }

  /// Opens the chat that a link led to, as soon as it is known that the member may enter it. Forgets the link if the
  /// member may not, or has closed the event.
  func enterPendingChat(_ state: inout State) {
    guard case .chat(let id) = state.pendingEventsLink else { return }
    if state.events.detail?.id == id {
      enterChat(&state)
      if state.chat == nil, !isEnrollmentKnown(state) { return }
    }
    state.pendingEventsLink = nil
  }

  /// Whether nothing is being loaded on which it depends whether the user may enter the chat of the open event.
  private func isEnrollmentKnown(_ state: State) -> Bool {
    guard state.members.session.member != nil, let detail = state.events.detail else { return false }
    return !detail.event.isLoading && !detail.participants.isLoading && !state.events.mine.isLoading
  }

  func openProfile(_ id: Int?, _ state: inout State) -> Effects {
    guard let me = state.members.session.member?.id, state.profile?.form?.isSaving != true else { return .none }
    state.profile = Profile.State(id: id ?? me)
    return reduceProfile(&state, .load)
  }

  private func reduceProfile(_ state: inout State, _ action: Profile.Action) -> Effects {
    let effects = profile.reduce(&state, action, onOutput: reduceOutput)
    // Keep the member's name and description in the session in step with the profile.
    if let info = state.profile?.info.value, case .signedIn(var member) = state.members.session, member.id == info.id {
      (member.name, member.about) = (info.name, info.about)
      state.members.session = .signedIn(member)
    }
    return effects
  }
}
