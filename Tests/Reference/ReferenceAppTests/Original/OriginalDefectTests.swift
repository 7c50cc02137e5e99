import ColmeiaTesting
import Testing

@testable import ReferenceApp

@Suite struct OriginalDefectTests {
  private let original = OriginalApp.State(account: Example.account)
  private let ours = AppReducer.State(
    auth: Auth.State(session: .signedIn(Example.account)), feed: Feed.State())

  @Test func `The original's activity indicator is stuck after a failed load`() {
    var store = TestStore(original, OriginalApp())
    store.send(.load(.pug), effects: [.feed(.pug)]) {
      $0.feed.breed = .pug
      $0.feed.isLoading = true
    }
    store.answer(.feed(.pug), with: .failFeed)
    #expect(store.state.feed.isLoading)
    store.finish()
  }

  @Test func `Our activity indicator disappears after a failure, which is shown`() {
    var store = TestStore(ours, AppReducer())
    store.send(.feed(.load(.pug)), effects: [.feed(.load(.pug))]) {
      $0.feed = Feed.State(breed: .pug, phase: .loading)
    }
    store.answer(.feed(.load(.pug)), with: .feed(.failed(.pug, .offline))) {
      $0.feed?.phase = .failed(.offline)
    }
    #expect(store.state.feed?.isLoading == false)
    #expect(store.state.feed?.message == .requestFailed(.offline))
    store.finish()
  }

  @Test func `The original shows a late response under another breed`() throws {
    let huskies = try Example.images(.husky)
    let pugs = try Example.images(.pug)
    var store = TestStore(original, OriginalApp())
    store.send(.load(.husky), effects: [.feed(.husky)]) { $0.feed.isLoading = true }
    store.send(.load(.pug), effects: [.feed(.pug)]) { $0.feed.breed = .pug }
    store.answer(.feed(.pug), with: .receive(pugs)) {
      $0.feed.isLoading = false
      $0.feed.images = pugs
    }
    store.answer(.feed(.husky), with: .receive(huskies)) { $0.feed.images = huskies }
    #expect(store.state.feed.breed == .pug)
    store.finish()
  }

  @Test func `Our app ignores a late response`() throws {
    let pugs = try Example.images(.pug)
    var store = TestStore(ours, AppReducer())
    store.send(.feed(.load(.husky)), effects: [.feed(.load(.husky))]) { $0.feed?.phase = .loading }
    store.send(.feed(.load(.pug)), effects: [.feed(.load(.pug))], cancels: [.feed(.load(.husky))]) {
      $0.feed?.breed = .pug
    }
    store.answer(.feed(.load(.pug)), with: .feed(.loaded(.pug, pugs))) { $0.feed?.phase = .loaded(pugs) }
    store.finish()
  }

  @Test func `The original's feed survives signing out, and a response still fills it`() throws {
    let pugs = try Example.images(.pug)
    var store = TestStore(original, OriginalApp())
    store.send(.load(.pug), effects: [.feed(.pug)]) {
      $0.feed.breed = .pug
      $0.feed.isLoading = true
    }
    store.send(.signOut, effects: [.delete]) { $0.account = nil }
    store.answer(.feed(.pug), with: .receive(pugs)) {
      $0.feed.isLoading = false
      $0.feed.images = pugs
    }
    #expect(store.state.account == nil)
    store.finish(leaving: [.delete])
  }

  @Test func `Our feed ends with the session`() throws {
    var store = TestStore(ours, AppReducer())
    store.send(.feed(.load(.pug)), effects: [.feed(.load(.pug))]) {
      $0.feed = Feed.State(breed: .pug, phase: .loading)
    }
    store.send(.auth(.signOut), effects: [.auth(.forget)], cancels: [.feed(.load(.pug))]) {
      $0 = AppReducer.State(auth: Auth.State(session: .signedOut(.byUser)))
    }
    store.finish(leaving: [.auth(.forget)])
  }
}
