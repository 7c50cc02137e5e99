import Colmeia

/// The whole app below the pixels.
///
/// Whatever belongs to a session exists only while somebody is signed in. When the session ends, all of it
/// goes in one assignment, and what it had started is cancelled with it (law 4).
public struct AppReducer: Reducer {
  private let auth = Auth()
  private let feed = Feed()

  /// The reducer.
  public init() {}

  /// Changes the state as the action demands.
  public func reduce(into state: inout State, action: Action) -> Effects<Effect> {
    switch action {
    case .auth(let action): return reduceAuth(&state, action)
    case .feed(let action): return reduceFeed(&state, action)
    case .select(let tab): if state.feed != nil { state.tab = tab }
    case .open(let text): return open(text, &state)
    case .dismissLinkFailure: state.linkFailure = nil
    }
    return .none
  }

  /// The feed exists while somebody is signed in; session and sign-up always do.
  public func contains(_ child: EffectScope, in state: State) -> Bool {
    switch child.first {
    case "auth": true
    case "feed": feed.contains(child.dropFirst(), ifPresent: state.feed)
    default: false
    }
  }
}

extension AppReducer {
  private func reduceAuth(_ state: inout State, _ action: Auth.Action) -> Effects<Effect> {
    let effects = auth.reduce(into: &state.auth, action: action).lift(Effect.auth, in: "auth")
    switch (state.auth.session.account, state.feed) {
    case (.some, nil): return effects + beginSession(&state)
    case (nil, .some): state = State(auth: state.auth)
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
