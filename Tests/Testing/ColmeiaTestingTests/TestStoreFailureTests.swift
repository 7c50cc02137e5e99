import ColmeiaBase
import Foundation
import Testing

@testable import ColmeiaTesting

/// The exact messages of the test stores.
@Suite struct TestStoreFailureTests {
  static func store(_ state: Shop.State = Shop.State()) -> TestStore<Shop> {
    TestStore(state, Shop(), reporting: .silently)
  }

  @Test func `An unexpected state change is reported`() {
    var store = Self.store()
    store.send(.load("a"), effects: [.fetch("a")])
    store.finish(leaving: [.fetch("a")])
    #expect(
      store.failures.map(\.message) == [
        """
        send(.load("a")) changed the state, but the test expects no change (− expected, + actual):

          Shop.State(
            items: []
        −   isLoading: false
        +   isLoading: true
            isOpen: false
            detail: nil
          )

        If the change is right, expect it: { $0.isLoading = true }
        """
      ])
  }

  @Test func `An unexpected state and an unexpected effect are reported as one failure`() {
    var store = Self.store()
    store.send(.load("a"), effects: [.fetch("b")]) {
      $0.isLoading = true
      $0.items = ["q"]
    }
    store.finish(leaving: [.fetch("a")])
    #expect(
      store.failures.map(\.message) == [
        """
        After send(.load("a")) the state differs from the expected state (− expected, + actual):

          Shop.State(
        −   items: [
        −     [0]: "q"
        −   ]
        +   items: []
            … (3 unchanged)
          )

        If the actual state is right, the closure also needs: $0.items = []

        send(.load("a")) started different effects than expected (− expected, + actual):

          [
        −   [0]: .fetch("b")
        +   [0]: .fetch("a")
          ]

        If the actual ones are right, write effects: [.fetch("a")]
        """
      ])
  }

  @Test func `Unexpected started, cancelled and delayed effects are reported`() {
    var store = Self.store()
    store.send(.load("a")) { $0.isLoading = true }
    store.send(.load("b"), effects: [.fetch("b")])
    store.send(.save("1"), effects: [.save("1")])
    store.send(.save("2"))
    store.finish(leaving: [.fetch("b"), .save("1"), .save("2")])
    #expect(
      store.failures.map(\.message) == [
        """
        send(.load("a")) started unexpected effects:

        + .fetch("a")

        If that is right, write effects: [.fetch("a")]
        """,
        """
        send(.load("b")) cancelled unexpected effects:

        + .fetch("a")

        If that is right, write cancels: [.fetch("a")]
        """,
        """
        send(.save("2")) scheduled or queued unexpected effects:

        + .save("2")

        If that is right, write waits: [.save("2")]
        """,
      ])
  }

  @Test func `An expected effect that does not start is reported`() {
    var store = Self.store()
    store.send(.nothing, effects: [.socket])
    store.finish()
    #expect(
      store.failures.map(\.message) == [
        """
        send(.nothing) did not start the expected effects:

        − .socket

        If there should be none, omit the argument 'effects'.
        """
      ])
  }

  @Test func `An answer to an effect that is not running is reported, and the rest of the test is not checked`() {
    var store = Self.store()
    store.send(.load("a"), effects: [.fetch("a")]) { $0.isLoading = true }
    store.send(.save("1"), effects: [.save("1")])
    let line: UInt = #line - 2
    store.answer(.fetch("b"), with: .nothing)
    store.send(.load("c"))
    store.finish()
    #expect(
      store.failures.map(\.message) == [
        """
        answer(.fetch("b"), with: .nothing): .fetch("b") is not running. Running, nearest first:

          .fetch("a"), since line \(line)
          .save("1"), since line \(line + 1)

        The step was skipped, and the rest of this test is not checked.
        """
      ])
  }

  @Test func `A step with an effect that has not started yet says when it starts`() {
    var store = Self.store()
    store.send(.search("a"), waits: [.fetch("a")])
    store.advance(by: .milliseconds(100))
    store.finish(.fetch("a"))
    #expect(
      store.failures.map(\.message) == [
        """
        finish(.fetch("a")): .fetch("a") is not running. It has not started yet.

        First write: store.advance(by: .milliseconds(200), effects: [.fetch("a")])

        The step was skipped, and the rest of this test is not checked.
        """
      ])
  }

  @Test func `Advancing by a negative duration is reported`() {
    var store = Self.store()
    store.advance(by: .seconds(-1))
    store.finish()
    #expect(
      store.failures.map(\.message) == [
        "advance(by: .seconds(-1)): the duration is negative. The clock was not moved."
      ])
  }

  @Test func `Finishing with running and waiting effects is reported`() {
    var store = Self.store()
    store.send(.search("a"), waits: [.fetch("a")])
    store.send(.save("1"), effects: [.save("1")])
    store.send(.save("2"), waits: [.save("2")])
    store.send(.open(true), effects: [.socket]) { $0.isOpen = true }
    let line: UInt = #line - 3
    store.finish()
    #expect(
      store.failures.map(\.message) == [
        """
        finish(): not all effects are accounted for.

        Still running:

          .save("1"), since line \(line)
          .socket, since line \(line + 2) (long-lived)

        Still waiting to start:

          .fetch("a"), for .milliseconds(300)
          .save("2"), for the running effect with its id

        End it with answer, finish or an action that cancels it, or leave it on purpose: \
        store.finish(leaving: [.save("1"), .socket, .fetch("a"), .save("2")])
        """
      ])
    #expect(store.failures.first?.line == line + 4)
  }

  @Test func `A child that its parent does not store is reported once`() {
    var store = TestStore(Shop.State(detail: 1), ForgetfulShop(), reporting: .silently)
    store.send(.startInDetail, effects: [.detail])
    store.send(.startInDetail, effects: [.detail])
    store.finish(leaving: [.detail, .detail])
    #expect(
      store.failures.map(\.message) == [
        "'detail' isn't a stored property of `ForgetfulShop`, so its removal can't be detected, and its long-lived "
          + "effects don't run. Declare it there with `let`."
      ])
  }

  @Test func `An effect to leave that is not running is reported`() {
    var store = Self.store()
    store.finish(leaving: [.socket])
    #expect(
      store.failures.map(\.message) == [
        """
        finish(): not all effects are accounted for.

        Listed in leaving, but neither running nor waiting:

          .socket

        Write: store.finish()
        """
      ])
  }

  @Test func `A failed step says which of several equal effects it referred to`() {
    var store = Self.store()
    for _ in 0..<2 { store.send(.poll("a"), effects: [.fetch("a")]) }
    store.answer(.fetch("a"), with: .loaded(["x"]))
    store.finish(leaving: [.fetch("a")])
    let notes: [String?] = store.failures.map { $0.message.components(separatedBy: "\n\n").last }
    #expect(
      notes == [
        """
        Note: 2 effects equal to .fetch("a") were running. The step uses at: 0; at: 0 is the oldest, at: 1 the newest.
        """
      ])
  }

  @Test func `A state that prints as expected but is not equal is reported`() {
    struct Secret: Equatable, CustomReflectable, CustomStringConvertible {
      var value = 0
      var description: String { "secret" }
      var customMirror: Mirror { Mirror(self, children: []) }
    }
    struct Odd: Reducer {
      typealias State = Secret
      typealias Action = Int
      func reduce(into state: inout Secret, action: Int) -> Effects {
        state.value = action
        return .none
      }
    }
    var store = TestStore(Secret(), Odd(), reporting: .silently)
    store.send(1)
    store.finish()
    #expect(
      store.failures.map(\.message) == [
        """
        After send(1) the state is not equal to the expected state, but both print the same:

        secret

        == compares something that isn't printed, such as a closure, an object, or what is more than 24 levels deep.
        """
      ])
  }

  @Test func `A store that is dropped without finish() is reported`() {
    let reports = Guarded<[String]>([])
    do {
      var store = TestStore(
        Shop.State(), Shop(),
        reporting: FailureSink { text, site in reports.withLock { $0.append("\(site.line) " + text) } },
        at: CallSite(line: 7))
      store.send(.save("1"), effects: [.save("1")])
    }
    let report = reports.withLock { $0 }
    #expect(report.count == 1)
    #expect(
      report.first?.hasPrefix(
        """
        7 This test store was released without a call to finish(). If the test ended early because of a thrown \
        error or a failed requirement, look at that first.

        Still running:

          .save("1"), since line
        """) == true, "\(report)")
  }

  @Test func `A partial test store reports missing effects and those that started instead`() {
    var store = PartialTestStore(Shop.State(), Shop(), reporting: .silently)
    store.send(.load("a"), effects: [.fetch("b")])
    #expect(
      store.failures.map(\.message) == [
        """
        send(.load("a")) did not start the expected effects:

        − .fetch("b")

        It started, nearest first:

          .fetch("a")
        """
      ])
  }
}
