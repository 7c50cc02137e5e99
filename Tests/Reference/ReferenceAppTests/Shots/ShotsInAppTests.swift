import ColmeiaTesting
import Testing

@testable import ReferenceApp

@Suite struct ShotsInAppTests {
  @Test func `The shots tab needs no account, and loads the shots when first selected`() {
    var store = TestStore(AppReducer.State(), AppReducer())
    store.send(.select(.shots), effects: [.shots(.page(1))]) {
      $0.tab = .shots
      $0.shots.loading = 1
    }
    #expect(store.state.screen == .tabs(.shots))
    store.answer(.shots(.page(1)), with: .shots(.loaded(Shots.Page(1, Example.shots([1]), next: nil)))) {
      $0.shots = Example.list(1, next: nil)
    }
    store.send(.select(.feed)) { $0.tab = .feed }
    #expect(store.state.screen == .signUp)
    store.send(.select(.shots)) { $0.tab = .shots }
    store.finish()
  }

  @Test func `A tab whose shots failed to load doesn't retry automatically`() {
    let failed = Shots.State(failure: .init(page: 1, reason: .unauthorized))
    var store = TestStore(AppReducer.State(shots: failed), AppReducer())
    store.send(.select(.shots)) { $0.tab = .shots }
    store.finish()
  }

  @Test func `The shots are independent of both sessions`() {
    var state = AppReducer.State(
      auth: Auth.State(session: .signedIn(Example.account)), feed: Feed.State(), shots: Example.list(2, next: 2))
    state.members = MembersTests.signedIn
    var store = TestStore(state, AppReducer())
    store.send(.shots(.more), effects: [.shots(.page(2))]) { $0.shots.loading = 2 }
    store.send(.auth(.signOut), effects: [.auth(.forget)]) {
      $0.auth = Auth.State(session: .signedOut(.byUser))
      $0.feed = nil
    }
    store.send(.members(.sessionRefused), effects: [.members(.forget)]) {
      $0.members = Members.State(session: .signedOut(.expired))
    }
    store.answer(.shots(.page(2)), with: .shots(.failed(2, .unauthorized))) {
      $0.shots.loading = nil
      $0.shots.failure = .init(page: 2, reason: .unauthorized)
    }
    store.finish(leaving: [.auth(.forget), .members(.forget)])
  }

}
