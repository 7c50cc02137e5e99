import ColmeiaTesting
import Testing

@testable import ReferenceApp

@Suite struct AppTests {
  private let signedIn = AppReducer.State(
    auth: Auth.State(session: .signedIn(Example.account)), feed: Feed.State(phase: .loading), tab: .profile)

  @Test func `Signing up opens the tabs and loads hounds first, although a new feed shows huskies`() throws {
    let signUp = AppReducer.Effect.auth(.signUp(try Example.email()))
    let images = try Example.images(.hound)
    var store = TestStore(AppReducer.State(auth: Auth.State(form: Example.form)), AppReducer())
    #expect(store.state.screen == .signUp)
    store.send(.auth(.submit), effects: [signUp]) { $0.auth.form.isInProgress = true }
    store.answer(signUp, with: .auth(.signedUp(Example.account)), effects: [.feed(.load(.hound))]) {
      $0.auth = Auth.State(session: .signedIn(Example.account))
      $0.feed = Feed.State(breed: .hound, phase: .loading)
    }
    #expect(store.state.screen == .tabs(.feed))
    store.answer(.feed(.load(.hound)), with: .feed(.loaded(.hound, images))) {
      $0.feed?.phase = .loaded(images)
    }
    store.send(.select(.profile)) { $0.tab = .profile }
    #expect(store.state.screen == .tabs(.profile))
    store.finish()
  }

  @Test func `A restored session opens the tabs`() {
    var store = TestStore(AppReducer.State(), AppReducer())
    store.send(.auth(.restore), effects: [.auth(.restore)]) { $0.auth.session = .restoring }
    #expect(store.state.screen == .signUp)
    store.answer(.auth(.restore), with: .auth(.restored(Example.account)), effects: [.feed(.load(.hound))]) {
      $0.auth.session = .signedIn(Example.account)
      $0.feed = Feed.State(breed: .hound, phase: .loading)
    }
    store.finish(leaving: [.feed(.load(.hound))])
  }

  @Test func `Signing out removes the feed and cancels its requests`() throws {
    var store = TestStore(signedIn, AppReducer())
    store.send(.feed(.load(.pug)), effects: [.feed(.load(.pug))]) { $0.feed?.breed = .pug }
    store.send(.auth(.signOut), effects: [.auth(.forget)], cancels: [.feed(.load(.pug))]) {
      $0 = AppReducer.State(auth: Auth.State(session: .signedOut(.byUser)))
    }
    store.finish(leaving: [.auth(.forget)])
  }

  @Test func `The next session's feed doesn't receive responses of the previous session`() throws {
    let signUp = AppReducer.Effect.auth(.signUp(try Example.email()))
    var store = TestStore(signedIn, AppReducer())
    store.send(.feed(.load(.pug)), effects: [.feed(.load(.pug))]) { $0.feed?.breed = .pug }
    store.send(.auth(.signOut), effects: [.auth(.forget)], cancels: [.feed(.load(.pug))]) {
      $0 = AppReducer.State(auth: Auth.State(session: .signedOut(.byUser)))
    }
    store.finish(.auth(.forget))
    store.send(.auth(.typed("Ana@Example.com"))) { $0.auth.form.typed = "Ana@Example.com" }
    store.send(.auth(.submit), effects: [signUp]) { $0.auth.form.isInProgress = true }
    store.answer(signUp, with: .auth(.signedUp(Example.account)), effects: [.feed(.load(.hound))]) {
      $0.auth = Auth.State(session: .signedIn(Example.account))
      $0.feed = Feed.State(breed: .hound, phase: .loading)
    }
    store.finish(leaving: [.feed(.load(.hound))])
  }

  @Test func `A 401 response to the feed ends the session`() {
    var store = TestStore(signedIn, AppReducer())
    store.send(.feed(.load(.husky)), effects: [.feed(.load(.husky))])
    store.answer(
      .feed(.load(.husky)), with: .feed(.failed(.husky, .status(401))), effects: [.auth(.forget)],
      cancels: []
    ) { $0 = AppReducer.State(auth: Auth.State(session: .signedOut(.expired))) }
    #expect(store.state.screen == .signUp)
    #expect(store.state.auth.message == .sessionExpired)
    store.finish(leaving: [.auth(.forget)])
  }

  @Test func `Another failure of the feed doesn't end the session`() {
    var store = TestStore(signedIn, AppReducer())
    store.send(.feed(.failed(.husky, .status(500)))) { $0.feed?.phase = .failed(.status(500)) }
    store.finish()
  }

  @Test func `Without a session, tabs that need one are ignored, and so are actions of the feed, which are reported`() {
    var store = TestStore(AppReducer.State(), AppReducer(), reporting: FailureSink { _, _ in })
    store.send(.select(.profile))
    #expect(store.failures.isEmpty)
    store.send(.feed(.load(.pug)))
    store.send(.feed(.failed(.husky, .status(401))))
    #expect(store.failures.count == 2)
    #expect(store.failures.allSatisfy { $0.message.hasPrefix("an action for 'feed' was ignored") })
    #expect(store.state == AppReducer.State())
    store.finish()
  }

  @Test func `The user's own profile is opened without a number`() {
    let members = Members.State(session: .signedIn(MembersTests.ana))
    var store = TestStore(AppReducer.State(members: members), AppReducer())
    store.send(.openProfile(nil), effects: [.profile(.load(MembersTests.ana.id))]) {
      $0.profile = Profile.State(id: MembersTests.ana.id)
      $0.profile?.info.isLoading = true
    }
    store.finish(leaving: [.profile(.load(MembersTests.ana.id))])
    var signedOut = TestStore(AppReducer.State(), AppReducer())
    signedOut.send(.openProfile(nil))
    signedOut.finish()
  }

  @Test func `Each feature is declared under the name of its property`() {
    let names = declaredChildren(of: AppReducer()).map(\.name)
    #expect(names == ["auth", "feed", "members", "events", "profile", "chat", "news", "shots", "album"])
  }
}
