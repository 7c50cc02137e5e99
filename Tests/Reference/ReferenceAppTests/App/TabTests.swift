import ColmeiaTesting
import Testing

@testable import ReferenceApp

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

  @Test func `The events are loaded when their tab appears without them, and a profile that is open is left`() {
    var store = TestStore(Self.chatting, AppReducer())
    store.send(.select(.news)) { $0.tab = .news }
    store.send(.select(.events), effects: [.events(.load), .events(.mine(1))]) {
      $0.tab = .events
      $0.events.list.isLoading = true
      $0.events.mine.isLoading = true
    }
    store.send(.openProfile(2), effects: [.profile(.load(2))]) {
      $0.profile = Profile.State(id: 2, info: Loaded(isLoading: true))
    }
    store.send(.select(.profile), cancels: [.profile(.load(2))]) {
      ($0.tab, $0.profile) = (.profile, nil)
    }
    store.send(.open("/feed?category=husky")) { $0.tab = .feed }
    store.send(.auth(.signOut), effects: [.auth(.forget)]) {
      // Only what belongs to the account ends.
      $0.auth = Auth.State(session: .signedOut(.byUser))
      $0.feed = nil
    }
    store.finish(leaving: [.events(.load), .events(.mine(1)), .auth(.forget)])
  }
}
