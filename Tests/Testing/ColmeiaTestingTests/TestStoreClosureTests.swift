import Testing

@testable import ColmeiaTesting

/// The closure of a step states a change. A step without a change has no closure.
@Suite struct TestStoreClosureTests {
  @Test func `A closure that changes nothing is reported if the step changes nothing either`() {
    var store = TestStoreFailureTests.store(Shop.State(items: ["a"]))
    store.send(.loaded(["a"])) { $0.items = ["a"] }
    store.send(.nothing) { _ in }
    store.send(.load("a"), effects: [.fetch("a")]) { $0.isLoading = true }
    store.resolve(.fetch("a"), with: .nothing) { _ in }
    store.answer(.fetch("a"), with: .nothing) { $0.isLoading = true }
    store.finish()
    #expect(
      store.failures.map(\.message) == [
        #"send(.loaded(["a"])): the closure changes nothing, and neither does the step. Omit the closure."#,
        "send(.nothing): the closure changes nothing, and neither does the step. Omit the closure.",
        #"resolve(.fetch("a"), with: .nothing): the closure changes nothing, and neither does the step. "#
          + "Omit the closure.",
        #"answer(.fetch("a"), with: .nothing): the closure changes nothing, and neither does the step. "#
          + "Omit the closure.",
      ])
  }

  @Test func `A closure that changes nothing while the step changes something is reported as an unexpected change`() {
    var store = TestStoreFailureTests.store()
    store.send(.load("a"), effects: [.fetch("a")]) { _ in }
    store.finish(leaving: [.fetch("a")])
    #expect(store.failures.count == 1)
    #expect(store.failures.first?.message.hasSuffix("expect it: { $0.isLoading = true }") == true)
  }
}
