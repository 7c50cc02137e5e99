import ColmeiaTesting
import Testing

@testable import ReferenceApp

@Suite struct ShotsTests {
  private static let offline = ShotsFailure.undefined(.offline)

  // Pages.

  @Test func `The list grows page by page until the last one`() {
    var store = TestStore(Shots.State(), Shots())
    store.send(.more)
    store.send(.retry)
    store.send(.load, effects: [.page(1)]) { $0.loading = 1 }
    store.send(.more)
    store.answer(.page(1), with: .loaded(Shots.Page(1, Example.shots(1...2), next: 2))) {
      $0 = Example.list(2, next: 2)
    }
    store.send(.more, effects: [.page(2)]) { $0.loading = 2 }
    store.send(.more)
    store.answer(.page(2), with: .loaded(Shots.Page(2, Example.shots(3...3), next: nil))) {
      $0 = Example.list(3, next: nil)
    }
    #expect(store.state.isAtEnd)
    store.send(.more)
    store.finish()
  }

  @Test func `A shot that has moved to the next page isn't duplicated`() {
    var store = TestStore(Example.list(3, next: 2), Shots())
    store.send(.more, effects: [.page(2)]) { $0.loading = 2 }
    let nameless = Shot(id: nil, title: "no number")
    let page = Shots.Page(2, Example.shots([3, 4, 4]) + [nameless, nameless], next: nil)
    store.answer(.page(2), with: .loaded(page)) {
      $0 = Example.list(4, next: nil)
      $0.shots += [nameless, nameless]
    }
    store.finish()
  }

  @Test(arguments: [ShotsFailure.unauthorized, .jsonMapping(at: "[3]"), .undefined(.status(429)), offline])
  func `A page that fails removes nothing, and can be retried`(reason: ShotsFailure) {
    var store = TestStore(Example.list(2, next: 2), Shots())
    store.send(.more, effects: [.page(2)]) { $0.loading = 2 }
    store.answer(.page(2), with: .failed(2, reason)) {
      $0.loading = nil
      $0.failure = .init(page: 2, reason: reason)
    }
    #expect(!store.state.shots.isEmpty && !store.state.showsEmpty && store.state.error == reason)
    store.send(.more)
    store.send(.dismiss) { $0.failure?.isRead = true }
    #expect(store.state.message == nil && store.state.failure != nil)
    store.send(.retry, effects: [.page(2)]) {
      $0.loading = 2
      $0.failure = nil
    }
    store.send(.retry)
    store.answer(.page(2), with: .loaded(Shots.Page(2, Example.shots(3...4), next: nil))) {
      $0 = Example.list(4, next: nil)
    }
    store.finish()
  }

  @Test func `A list that is being reloaded stays until its first page arrives`() {
    var store = TestStore(Example.list(4, next: 3), Shots())
    store.send(.load, effects: [.page(1)]) { $0.loading = 1 }
    store.answer(.page(1), with: .failed(1, Self.offline)) {
      $0.loading = nil
      $0.failure = .init(page: 1, reason: Self.offline)
    }
    store.send(.retry, effects: [.page(1)]) {
      $0.loading = 1
      $0.failure = nil
    }
    store.answer(.page(1), with: .loaded(Shots.Page(1, Example.shots([9]), next: nil))) {
      $0 = Shots.State(shots: Example.shots([9]), shown: .fresh)
    }
    store.finish()
  }

  @Test func `Reloading while a page is loading cancels the page`() {
    var store = TestStore(Example.list(2, next: 2), Shots())
    store.send(.more, effects: [.page(2)]) { $0.loading = 2 }
    store.send(.load, effects: [.page(1)], cancels: [.page(2)]) { $0.loading = 1 }
    store.send(.loaded(Shots.Page(2, Example.shots(3...4), next: 3)))
    store.send(.failed(2, Self.offline))
    store.finish(leaving: [.page(1)])
  }

  @Test func `An unexpected result is ignored`() {
    var store = TestStore(Example.list(2, next: 2), Shots())
    store.send(.loaded(Shots.Page(1, [], next: nil)))
    store.send(.loaded(Shots.Page(2, Example.shots([3]), next: nil)))
    store.send(.failed(2, Self.offline))
    store.send(.shot(1, Shot(id: 1), .fresh))
    store.send(.shotFailed(1, Self.offline))
    store.send(.dismiss)
    store.send(.close)
    store.send(.reload)
    store.finish()
  }

  @Test func `The list stops growing and loading pages at its limit`() {
    let most = Shots.limit
    var store = TestStore(Example.list(most - 1, next: 84), Shots())
    store.send(.more, effects: [.page(84)]) { $0.loading = 84 }
    store.answer(.page(84), with: .loaded(Shots.Page(84, Example.shots(most...(most + 10)), next: 85))) {
      $0 = Example.list(most, next: 85)
    }
    #expect(store.state.isFull && !store.state.canLoadMore)
    store.send(.more)
    store.finish()
  }

  // Cached pages.

  @Test func `A cached list is shown until the fresh one arrives`() {
    var store = TestStore(Shots.State(), Shots())
    store.send(.load, effects: [.page(1)]) { $0.loading = 1 }
    store.send(.loaded(Shots.Page(1, Example.shots(1...2), next: 2, .cached))) {
      $0 = Shots.State(shots: Example.shots(1...2), shown: .cached, cachedCount: 2, loading: 1, next: 2)
    }
    store.send(.more)
    store.answer(.page(1), with: .loaded(Shots.Page(1, Example.shots([7, 1]), next: nil))) {
      $0 = Shots.State(shots: Example.shots([7, 1]), shown: .fresh)
    }
    store.finish()
  }

  @Test func `A cached list stays if the fresh one fails, and never replaces a fresh one`() {
    var store = TestStore(Shots.State(), Shots())
    store.send(.load, effects: [.page(1)]) { $0.loading = 1 }
    store.send(.loaded(Shots.Page(1, Example.shots([1]), next: 2, .cached))) {
      $0 = Shots.State(shots: Example.shots([1]), shown: .cached, cachedCount: 1, loading: 1, next: 2)
    }
    store.answer(.page(1), with: .failed(1, Self.offline)) {
      $0.loading = nil
      $0.failure = .init(page: 1, reason: Self.offline)
    }
    #expect(!store.state.shots.isEmpty && !store.state.canLoadMore)
    store.send(.retry, effects: [.page(1)]) {
      $0.loading = 1
      $0.failure = nil
    }
    store.send(.loaded(Shots.Page(1, [], next: nil, .cached)))
    store.answer(.page(1), with: .loaded(Shots.Page(1, Example.shots([1]), next: 2))) { $0 = Example.list(1, next: 2) }
    store.finish()
  }

  @Test func `The fresh version of a page replaces only the cached version of that page`() {
    var store = TestStore(Example.list(2, next: 2), Shots())
    store.send(.more, effects: [.page(2)]) { $0.loading = 2 }
    store.send(.loaded(Shots.Page(2, Example.shots([3, 2, 4]), next: 3, .cached))) {
      $0 = Shots.State(shots: Example.shots(1...4), shown: .cached, cachedCount: 2, loading: 2, next: 3)
    }
    store.answer(.page(2), with: .failed(2, Self.offline)) {
      $0.loading = nil
      $0.failure = .init(page: 2, reason: Self.offline)
    }
    store.send(.retry, effects: [.page(2)]) {
      $0.loading = 2
      $0.failure = nil
    }
    store.send(.loaded(Shots.Page(2, Example.shots([3]), next: 3, .cached))) {
      $0.shots = Example.shots(1...3)
      $0.cachedCount = 1
    }
    store.answer(.page(2), with: .loaded(Shots.Page(2, Example.shots([5]), next: nil))) {
      $0 = Shots.State(shots: Example.shots([1, 2, 5]), shown: .fresh)
    }
    store.finish()
  }

  @Test func `A page of which only a copy is shown is loaded again before the next one`() {
    var store = TestStore(Example.list(2, next: 2), Shots())
    store.send(.more, effects: [.page(2)]) { $0.loading = 2 }
    store.send(.loaded(Shots.Page(2, Example.shots([3, 4]), next: 3, .cached))) {
      $0 = Shots.State(shots: Example.shots(1...4), shown: .cached, cachedCount: 2, loading: 2, next: 3)
    }
    store.answer(.page(2), with: .failed(2, Self.offline)) {
      $0.loading = nil
      $0.failure = .init(page: 2, reason: Self.offline)
    }
    store.send(.dismiss) { $0.failure?.isRead = true }
    store.send(.more, effects: [.page(2)]) {
      $0.loading = 2
      $0.failure = nil
    }
    store.answer(.page(2), with: .loaded(Shots.Page(2, Example.shots([3, 4]), next: 3))) {
      $0 = Shots.State(shots: Example.shots(1...4), shown: .fresh, next: 3)
    }
    store.finish()
  }

  // A single shot.

  @Test func `A shot opens with the data already known, and its fresh version also updates the list`() {
    var store = TestStore(Example.list(2, next: nil), Shots())
    store.send(.open(2), effects: [.shot(2)]) {
      $0.detail = ShotDetail(id: 2, shot: Example.shots([2])[0], shown: .cached)
    }
    let newer = Shot(id: 2, title: "newer")
    store.send(.shot(2, Shot(id: 2, title: "kept"), .cached)) {
      $0.detail?.shot?.title = "kept"; $0.detail?.shot?.views = nil
    }
    store.answer(.shot(2), with: .shot(2, newer, .fresh)) {
      $0.detail?.shot = newer
      $0.detail?.isLoading = false
      $0.detail?.shown = .fresh
      $0.shots[1] = newer
    }
    store.send(.shot(2, Shot(id: 2), .fresh))
    store.send(.close) { $0.detail = nil }
    store.finish()
  }

  @Test func `Opening another shot or going back cancels the first request`() {
    var store = TestStore(Shots.State(), Shots())
    store.send(.open(1), effects: [.shot(1)]) { $0.detail = ShotDetail(id: 1) }
    store.send(.open(2), effects: [.shot(2)], cancels: [.shot(1)]) { $0.detail = ShotDetail(id: 2) }
    store.send(.shot(1, Shot(id: 1), .fresh))
    store.send(.close, cancels: [.shot(2)]) { $0.detail = nil }
    store.send(.shotFailed(2, .unauthorized))
    store.finish()
  }

  @Test func `A shot that fails to load reports why, keeps the data already known, and can be retried`() {
    var store = TestStore(Example.list(1, next: nil), Shots())
    let known = Example.shots([1])[0]
    store.send(.open(1), effects: [.shot(1)]) { $0.detail = ShotDetail(id: 1, shot: known, shown: .cached) }
    store.answer(.shot(1), with: .shotFailed(1, .undefined(.status(404)))) {
      $0.detail?.isLoading = false
      $0.detail?.failure = .undefined(.status(404))
    }
    #expect(store.state.message == .shotsFailed(.undefined(.status(404))))
    store.send(.dismiss) { $0.detail?.isFailureRead = true }
    #expect(store.state.message == nil)
    store.send(.reload, effects: [.shot(1)]) { $0.detail = ShotDetail(id: 1, shot: known, shown: .cached) }
    store.finish(leaving: [.shot(1)])
  }

  @Test func `The list and the shot load independently`() {
    var store = TestStore(Example.list(1, next: 2), Shots())
    store.send(.more, effects: [.page(2)]) { $0.loading = 2 }
    store.send(.open(1), effects: [.shot(1)]) {
      $0.detail = ShotDetail(id: 1, shot: Example.shots([1])[0], shown: .cached)
    }
    store.answer(.page(2), with: .failed(2, Self.offline)) {
      $0.loading = nil
      $0.failure = .init(page: 2, reason: Self.offline)
    }
    #expect(store.state.message == nil)
    store.send(.close, cancels: [.shot(1)]) { $0.detail = nil }
    #expect(store.state.message == .shotsFailed(Self.offline))
    store.finish()
  }
}
