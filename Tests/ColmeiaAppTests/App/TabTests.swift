import ColmeiaTesting
import Testing

@testable import ColmeiaApp

/// Reactions to a change of the tab, whichever action caused it.
@Suite struct TabTests {
  /// A state that is signed in to both systems, with an open chat on the Events tab.
  private static let chatting: AppReducer.State = {
    var state = AppReducer.State(
      auth: Auth.State(session: .signedIn(Example.account)), feed: Feed.State(phase: .loaded([])),
      chat: Chat.State(event: 7, connection: .refused), tab: .events)
    state.members = MembersTests.signedIn
    return state
  }()

  @Test func `A chat is visible only on its tab, whether the tab changes by selection or link`() {
    var store = TestStore(Self.chatting, AppReducer())
    store.send(.select(.news)) {
      $0.tab = .news
      $0.chat?.isShown = false
    }
    store.send(.select(.events)) {
      $0.tab = .events
      $0.chat?.isShown = true
    }
    store.send(.open("/feed?category=husky")) {
      $0.tab = .feed
      $0.chat?.isShown = false
    }
    store.send(.select(.events)) {
      $0.tab = .events
      $0.chat?.isShown = true
    }
    store.send(.auth(.signOut), effects: [.auth(.forget)]) {
      // Only what belongs to the account ends.
      $0.auth = Auth.State(session: .signedOut(.byUser))
      $0.feed = nil
    }
    store.finish(leaving: [.auth(.forget)])
  }

  @Test func `A chat that is entered from another tab isn't visible`() {
    var state = Self.chatting
    (state.chat, state.tab) = (nil, .news)
    state.events.detail = EventDetail(
      id: 7, event: Event(id: 7, name: "Party", organizer: MembersTests.signedIn.session.member?.id))
    var store = TestStore(state, AppReducer())
    store.send(.enterChat, effects: [.chat(.room(event: 7))]) { $0.chat = Chat.State(event: 7, isShown: false) }
    store.finish(leaving: [.chat(.room(event: 7))])
  }
}
