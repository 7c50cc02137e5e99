import Colmeia

/// The whole app below the pixels.
///
/// Whatever belongs to a session exists only while somebody is signed in. When the session ends, all of it
/// goes in one assignment, and what it had started is cancelled with it (law 4).
///
/// iddog and Eventbee are two systems with accounts of their own: one can be signed in to either, both or none.
public struct AppReducer: Reducer {
  private let auth = Auth()
  private let feed = Feed()
  private let members = Members()
  private let news = News()
  private let shots = Shots()

  /// The reducer.
  public init() {}

  /// Changes the state as the action demands.
  public func reduce(into state: inout State, action: Action) -> Effects<Effect> {
    switch action {
    case .auth(let action): return reduceAuth(&state, action)
    case .feed(let action): return reduceFeed(&state, action)
    case .members(let action): return reduceMembers(&state, action)
    case .events(let action): return reduceEvents(&state, action)
    case .profile(let action): return reduceProfile(&state, action)
    case .openProfile(let id): return openProfile(id, &state)
    case .closeProfile: state.profile = nil
    case .chat(let action): return reduceChat(&state, action)
    case .enterChat: return enterChat(&state)
    case .leaveChat: state.chat = nil
    case .shots(let action): return reduceShots(&state, action)
    case .news(let action): return news.reduce(into: &state.news, action: action).lift(Effect.news, in: "news")
    case .select(let tab): if state.feed != nil || !tab.needsAccount || !state.tab.needsAccount { state.tab = tab }
    case .open(let text): return open(text, &state)
    case .dismissLinkFailure: state.linkFailure = nil
    }
    if state.tab != .events {
      state.chat?.isShown = false
    } else if state.chat?.isShown == false {
      return reduceChat(&state, .show(true))
    }
    return state.tab == .shots && state.shots.isUntouched ? reduceShots(&state, .load) : .none
  }

  /// The chat's room is open while there is a chat, the streams of news while somebody reads them.
  public func longLived(in state: State) -> LongLivedEffects<Effect> {
    let streams = news.longLived(in: state.news).lift(Effect.news, in: "news")
    guard let chat = state.chat else { return streams }
    return Chat(me: state.members.session.member?.id).longLived(in: chat).lift(Effect.chat, in: "chat") + streams
  }

  /// The feed exists while somebody is signed in; session and sign-up always do.
  public func contains(_ child: EffectScope, in state: State) -> Bool {
    switch child.first {
    case "auth", "members", "events", "news", "shots": true
    case "feed": feed.contains(child.dropFirst(), ifPresent: state.feed)
    case "profile": Profile(me: nil).contains(child.dropFirst(), ifPresent: state.profile)
    case "chat": Chat(me: nil).contains(child.dropFirst(), ifPresent: state.chat)
    default: false
    }
  }
}

extension AppReducer {
  private func reduceAuth(_ state: inout State, _ action: Auth.Action) -> Effects<Effect> {
    let effects = auth.reduce(into: &state.auth, action: action).lift(Effect.auth, in: "auth")
    switch (state.auth.session.account, state.feed) {
    case (.some, nil): return effects + beginSession(&state)
    case (nil, .some):
      state = State(
        auth: state.auth, members: state.members, events: state.events, chat: state.chat, profile: state.profile,
        news: state.news, shots: state.shots)
      state.chat?.isShown = false
    case (.some, .some), (nil, nil): break
    }
    return effects
  }

  private func beginSession(_ state: inout State) -> Effects<Effect> {
    let link = state.pendingLink ?? FeedLink()
    state.pendingLink = nil
    state.feed = Feed.State()
    return reduceFeed(&state, .open(link))
  }

  private func reduceFeed(_ state: inout State, _ action: Feed.Action) -> Effects<Effect> {
    if let feed = state.feed, feed.isEndOfSession(action) { return reduceAuth(&state, .sessionExpired) }
    return feed.reduce(ifPresent: &state.feed, action).lift(Effect.feed, in: "feed")
  }

  private func reduceMembers(_ state: inout State, _ action: Members.Action) -> Effects<Effect> {
    let before = state.members.session.member
    let effects = members.reduce(into: &state.members, action: action).lift(Effect.members, in: "members")
    if before == nil || state.members.session.member != nil { return effects }
    // The events are there for everybody; what the member saw of them is not.
    state.events = Events.State()
    (state.chat, state.profile) = (nil, nil)
    return .cancelAll(in: "events") + effects
  }

  private func reduceEvents(_ state: inout State, _ action: Events.Action) -> Effects<Effect> {
    if action.failure == .sessionRefused, state.members.session.member != nil {
      return reduceMembers(&state, .sessionRefused)
    }
    return Events(me: state.members.session.member).reduce(into: &state.events, action: action)
      .lift(Effect.events, in: "events")
  }

  private func enterChat(_ state: inout State) -> Effects<Effect> {
    guard let detail = state.events.detail, let me = state.members.session.member,
      detail.isEnrolled(me) || detail.isOrganizer(me), state.chat?.event != detail.id
    else { return .none }
    let hadOther = state.chat != nil
    state.chat = Chat.State(event: detail.id)
    return hadOther ? .cancelAll(in: "chat") : .none
  }

  private func openProfile(_ id: Int?, _ state: inout State) -> Effects<Effect> {
    guard let me = state.members.session.member?.id, state.profile?.form?.isSaving != true else { return .none }
    let hadOther = state.profile != nil
    state.profile = Profile.State(id: id ?? me)
    return (hadOther ? .cancelAll(in: "profile") : .none) + reduceProfile(&state, .load)
  }

  private func reduceProfile(_ state: inout State, _ action: Profile.Action) -> Effects<Effect> {
    let refused: Bool =
      switch action {
      case .loadFailed(.sessionRefused), .textFailed(.sessionRefused), .linkFailed(.sessionRefused): true
      default: false
      }
    if refused, state.members.session.member != nil { return reduceMembers(&state, .sessionRefused) }
    let effects = Profile(me: state.members.session.member?.id).reduce(ifPresent: &state.profile, action)
      .lift(Effect.profile, in: "profile")
    // The session's own name is the profile's.
    if let info = state.profile?.info.value, case .signedIn(var member) = state.members.session, member.id == info.id {
      (member.name, member.about) = (info.name, info.about)
      state.members.session = .signedIn(member)
    }
    return effects
  }

  private func reduceChat(_ state: inout State, _ action: Chat.Action) -> Effects<Effect> {
    if case .historyFailed(.sessionRefused) = action, state.members.session.member != nil {
      return reduceMembers(&state, .sessionRefused)
    }
    return Chat(me: state.members.session.member?.id).reduce(ifPresent: &state.chat, action)
      .lift(Effect.chat, in: "chat")
  }

  private func reduceShots(_ state: inout State, _ action: Shots.Action) -> Effects<Effect> {
    shots.reduce(into: &state.shots, action: action).lift(Effect.shots, in: "shots")
  }

  private func open(_ text: String, _ state: inout State) -> Effects<Effect> {
    do throws(FeedLinkFailure) {
      let link = try FeedLink.parse(text)
      state.linkFailure = nil
      guard state.feed != nil else {
        state.pendingLink = link
        return .none
      }
      state.tab = .feed
      return reduceFeed(&state, .open(link))
    } catch {
      state.linkFailure = error
      return .none
    }
  }
}
