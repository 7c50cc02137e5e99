import ColmeiaTesting
import Testing

@testable import ReferenceApp

@Suite struct CachedFeedTests {
  private let old = Result { try Example.images(.husky, 2) }
  private let new = Result { try Example.images(.husky, 3) }

  private func showing(_ shown: Feed.State.Shown) throws -> Feed.State {
    Feed.State(phase: .loaded(try old.get()), shown: shown)
  }

  @Test func `Cached images are shown first, then the server's`() throws {
    let (old, new) = (try old.get(), try new.get())
    var store = TestStore(Feed.State(), Feed())
    store.send(.load(.husky), effects: [.load(.husky)]) { $0.phase = .loading }
    store.resolve(.load(.husky), with: .cached(.husky, old, age: 60)) {
      $0.phase = .loaded(old)
      $0.shown = .cached(age: 60)
    }
    #expect(store.state.isRefreshing && !store.state.isLoading && store.state.images == old)
    store.answer(.load(.husky), with: .loaded(.husky, new)) {
      $0.phase = .loaded(new)
      $0.shown = .fresh
    }
    #expect(!store.state.isRefreshing)
    store.finish()
  }

  @Test func `If the server can't be reached, cached images stay with a failure that can be retried`() throws {
    var store = TestStore(try showing(.cached(age: 60)), Feed())
    store.send(.failed(.husky, .offline)) { $0.shown = .cached(age: 60, failure: .offline) }
    #expect(store.state.refreshFailure == .offline && store.state.failure == nil && store.state.images.count == 2)
    store.send(.retry, effects: [.load(.husky)]) { $0.shown = .cached(age: 60) }
    store.send(.retry)
    store.finish(leaving: [.load(.husky)])
  }

  @Test func `Cached images are ignored after the server's response`() throws {
    for shown in [Feed.State.Shown.fresh, .cached(age: 60, failure: .offline)] {
      var store = TestStore(try showing(shown), Feed())
      store.send(.cached(.husky, [], age: 1))
      store.finish()
    }
  }

  @Test func `Cached images of another breed are ignored`() throws {
    var store = TestStore(Feed.State(breed: .pug, phase: .loading), Feed())
    store.send(.cached(.husky, try old.get(), age: 1))
    store.finish()
  }

  @Test func `A rejected token ends the session while cached images are shown`() throws {
    #expect(
      Feed().reduced(try showing(.cached(age: 1)), .failed(.husky, .status(401))).effects == .output(.sessionExpired))
    #expect(Feed().reduced(try showing(.fresh), .failed(.husky, .status(401))).effects == .none)
  }
}
