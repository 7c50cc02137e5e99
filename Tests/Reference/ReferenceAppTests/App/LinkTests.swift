import ColmeiaTesting
import Testing

@testable import ReferenceApp

@Suite struct LinkTests {
  private let text = "/feed?category=pug&id=n0_1"
  private let link = FeedLink(breed: .pug, image: ImageReference(rawValue: "n0_1"))
  private let signedIn = AppReducer.State(
    auth: Auth.State(session: .signedIn(Example.account)), feed: Feed.State(phase: .loading), tab: .profile)

  @Test func `A link shows the feed and its image`() {
    var store = TestStore(signedIn, AppReducer())
    store.send(.open(text), effects: [.feed(.load(.pug))]) {
      $0.tab = .feed
      $0.feed = Feed.State(breed: .pug, phase: .loading, selection: link.image)
    }
    store.finish(leaving: [.feed(.load(.pug))])
  }

  @Test func `A link that arrives before the session stays pending until it starts`() {
    var store = TestStore(AppReducer.State(), AppReducer())
    store.send(.auth(.restore), effects: [.auth(.restore)]) { $0.auth.session = .restoring }
    store.send(.open(text)) { $0.pendingLink = link }
    store.answer(.auth(.restore), with: .auth(.restored(Example.account)), effects: [.feed(.load(.pug))]) {
      $0.auth.session = .signedIn(Example.account)
      $0.pendingLink = nil
      $0.feed = Feed.State(breed: .pug, phase: .loading, selection: link.image)
    }
    store.finish(leaving: [.feed(.load(.pug))])
  }

  @Test func `An invalid link shows why, until it is dismissed or another link is opened`() {
    var store = TestStore(signedIn, AppReducer())
    store.send(.open("/cats")) { $0.linkFailure = .notTheFeed("/cats") }
    #expect(store.state.message == .linkRefused(.notTheFeed("/cats")))
    store.send(.dismissLinkFailure) { $0.linkFailure = nil }
    store.send(.open("/cats")) { $0.linkFailure = .notTheFeed("/cats") }
    store.send(.open("/feed")) {
      $0.linkFailure = nil
      $0.tab = .feed
    }
    store.finish()
  }

  @Test func `Signing out clears the image that a link selected`() {
    var state = signedIn
    state.feed?.selection = link.image
    state.linkFailure = .emptyID
    var store = TestStore(state, AppReducer())
    store.send(.auth(.signOut), effects: [.auth(.forget)]) {
      $0 = AppReducer.State(auth: Auth.State(session: .signedOut(.byUser)))
    }
    store.finish(leaving: [.auth(.forget)])
  }
}
