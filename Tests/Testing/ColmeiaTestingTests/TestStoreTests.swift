import ColmeiaTesting
import Testing

/// What a test store accepts. The stores report to the current test, so their failures fail it.
@Suite struct TestStoreTests {
  @Test func `A step states the state change and the effects that start`() {
    var store = TestStore(Shop.State(), Shop())
    store.send(.load("a"), effects: [.fetch("a")]) { $0.isLoading = true }
    store.answer(.fetch("a"), with: .loaded(["x"])) {
      $0.items = ["x"]
      $0.isLoading = false
    }
    store.send(.nothing)
    store.finish()
    #expect(store.failures.isEmpty)
  }

  @Test func `A replaced effect is listed among the cancelled ones`() {
    var store = TestStore(Shop.State(), Shop())
    store.send(.load("a"), effects: [.fetch("a")]) { $0.isLoading = true }
    store.send(.load("b"), effects: [.fetch("b")], cancels: [.fetch("a")])
    store.send(.cancel, cancels: [.fetch("b")]) { $0.isLoading = false }
    store.finish()
  }

  @Test func `A debounced start waits for the clock, and a newer one replaces it`() {
    var store = TestStore(Shop.State(), Shop())
    store.send(.search("a"), waits: [.fetch("a")])
    store.advance(by: .milliseconds(200))
    store.send(.search("ab"), waits: [.fetch("ab")], cancels: [.fetch("a")])
    store.advance(by: .milliseconds(299))
    #expect(store.waitingEffects == [.fetch("ab")])
    store.advance(by: .milliseconds(1), effects: [.fetch("ab")])
    #expect(store.now == .milliseconds(500))
    #expect(store.pendingEffects == [.fetch("ab")])
    store.finish(.fetch("ab"))
    store.finish()
  }

  @Test func `A queued start begins in the step that ends the one before it`() {
    var store = TestStore(Shop.State(), Shop())
    store.send(.save("1"), effects: [.save("1")])
    store.send(.save("2"), waits: [.save("2")])
    store.send(.save("3"), waits: [.save("3")])
    store.finish(.save("1"), effects: [.save("2")])
    store.answer(.save("2"), with: .nothing, effects: [.save("3")])
    store.finish(.save("3"))
    store.finish()
  }

  @Test func `Long-lived effects start and end with the state`() {
    var store = TestStore(Shop.State(isOpen: true), Shop(), effects: [.socket])
    store.resolve(.socket, with: .loaded(["news"])) { $0.items = ["news"] }
    store.send(.open(false), cancels: [.socket]) { $0.isOpen = false }
    store.send(.open(true), effects: [.socket]) { $0.isOpen = true }
    store.finish(leaving: [.socket])
  }

  @Test func `Equal effects are distinguished by age`() {
    var store = TestStore(Shop.State(), Shop())
    for _ in 0..<2 { store.send(.poll("a"), effects: [.fetch("a")]) }
    store.finish(.fetch("a"), at: 1)
    store.finish(.fetch("a"))
    store.finish()
  }

  @Test func `Effects that a removed child has started are cancelled`() {
    var store = TestStore(Shop.State(detail: 1), Shop())
    store.send(.startInDetail, effects: [.detail])
    store.send(.detail(nil), cancels: [.detail]) { $0.detail = nil }
    store.finish()
  }

  @Test func `A partial test store checks only what is named`() {
    var store = PartialTestStore(Shop.State(), Shop())
    store.send(.load("a"))
    store.send(.load("b"), effects: [.fetch("b")]) { #expect($0.isLoading) }
    store.answer(.fetch("b"), with: .loaded(["x"])) { #expect($0.items == ["x"]) }
    store.send(.search("c"))
    store.advance(by: .seconds(1), effects: [.fetch("c")])
    #expect(store.failures.isEmpty)
    #expect(store.pendingEffects == [.fetch("c")])
  }
}
