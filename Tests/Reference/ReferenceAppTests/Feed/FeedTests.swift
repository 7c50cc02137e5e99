import ColmeiaTesting
import Testing

@testable import ReferenceApp

@Suite struct FeedTests {
  private func loaded(_ breed: Breed = .husky) throws -> Feed.State {
    Feed.State(breed: breed, phase: .loaded(try Example.images(breed)))
  }

  @Test func `There are four breeds, hound first, with capitalized titles`() {
    #expect(Breed.allCases == [.hound, .husky, .pug, .labrador])
    #expect(Breed.allCases.map(\.title) == ["Hound", "Husky", "Pug", "Labrador"])
    #expect(Feed.State().breed == .husky)
  }

  @Test func `A breed is loaded and its images are listed`() throws {
    let images = try Example.images(.husky)
    var store = TestStore(Feed.State(), Feed())
    store.send(.load(.husky), effects: [.load(.husky)]) { $0.phase = .loading }
    #expect(store.state.isLoading)
    store.answer(.load(.husky), with: .loaded(.husky, images)) { $0.phase = .loaded(images) }
    #expect(!store.state.isLoading)
    #expect(store.state.images == images)
    store.finish()
  }

  @Test func `A late response is never shown under another breed`() throws {
    let pugs = try Example.images(.pug)
    var store = TestStore(Feed.State(), Feed())
    store.send(.load(.husky), effects: [.load(.husky)]) { $0.phase = .loading }
    store.send(.load(.pug), effects: [.load(.pug)], cancels: [.load(.husky)]) { $0.breed = .pug }
    store.answer(.load(.pug), with: .loaded(.pug, pugs)) { $0.phase = .loaded(pugs) }
    store.finish()
  }

  @Test func `A response for another breed is ignored`() throws {
    var store = TestStore(Feed.State(), Feed())
    store.send(.load(.pug), effects: [.load(.pug)]) { $0 = Feed.State(breed: .pug, phase: .loading) }
    store.send(.loaded(.husky, try Example.images(.husky)))
    store.send(.failed(.husky, .offline))
    store.finish(leaving: [.load(.pug)])
  }

  @Test func `An unexpected response is ignored`() throws {
    for state in [Feed.State(), try loaded(), Feed.State(phase: .failed(.offline))] {
      var store = TestStore(state, Feed())
      store.send(.loaded(.husky, []))
      store.send(.failed(.husky, .timedOut))
      store.finish()
    }
  }

  @Test func `Loading another breed hides the previous images and selection`() throws {
    var state = try loaded()
    state.selection = ImageReference(rawValue: "n0_1")
    var store = TestStore(state, Feed())
    store.send(.load(.pug), effects: [.load(.pug)]) { $0 = Feed.State(breed: .pug, phase: .loading) }
    #expect(store.state.images.isEmpty)
    store.finish(leaving: [.load(.pug)])
  }

  @Test(arguments: [
    RequestFailure.offline, .unreachable, .timedOut, .status(500), .undecodable(at: "list[0]"),
    .tokenUnreadable(.inputOutput),
  ])
  func `A failure is shown, ends loading, and can be retried`(failure: RequestFailure) throws {
    var store = TestStore(Feed.State(), Feed())
    store.send(.load(.hound), effects: [.load(.hound)]) { $0 = Feed.State(breed: .hound, phase: .loading) }
    store.answer(.load(.hound), with: .failed(.hound, failure)) { $0.phase = .failed(failure) }
    #expect(store.state.failure == failure)
    #expect(!store.state.isLoading)
    store.send(.retry, effects: [.load(.hound)]) { $0.phase = .loading }
    #expect(store.state.failure == nil)
    store.finish(leaving: [.load(.hound)])
  }

  @Test func `Without a failure, a retry is ignored`() throws {
    for state in [Feed.State(), Feed.State(phase: .loading), try loaded()] {
      var store = TestStore(state, Feed())
      store.send(.retry)
      store.finish()
    }
  }

  @Test func `A new load replaces the previous one under the same ID`() {
    let (_, effects) = Feed().reduced(Feed.State(), .load(.pug))
    #expect(effects == .run(.load(.pug), id: "load", .replace))
  }

  @Test func `Only an expected response with status 401 ends the session`() {
    let loading = Feed.State(phase: .loading)
    func effects(_ state: Feed.State, _ action: Feed.Action) -> Feed.Effects { Feed().reduced(state, action).effects }
    #expect(effects(loading, .failed(.husky, .status(401))) == .output(.sessionExpired))
    #expect(effects(loading, .failed(.pug, .status(401))) == .none)
    #expect(effects(loading, .failed(.husky, .status(403))) == .none)
    #expect(effects(Feed.State(), .failed(.husky, .status(401))) == .none)
  }
}
