import ColmeiaBase
import Testing

@testable import ColmeiaTesting

/// The exact messages for several effects in one step and for errors in the reducer.
@Suite struct TestStoreEffectMessageTests {
  /// A reducer whose actions state what it does.
  struct Puppet: Reducer {
    struct State: Equatable, Sendable {
      var sockets: [Int] = []
      var rows: [Int] = [7]
    }
    enum Action: Sendable { case run([Int]), runMany([Int]), queue(Int), keep(Int), later(Int), odd, open([Int]) }
    enum Effect: Sendable, Equatable {
      case work(Int)
      case many([Int])
      case odd(Odd)
      case socket(Int)
    }
    struct Odd: Sendable, Equatable {
      static func == (left: Self, right: Self) -> Bool { false }
    }
    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .run(let works): return works.reduce(.none) { $0 + .run(.work($1)) }
      case .runMany(let works): return .run(.many(works))
      case .queue(let work): return .run(.work(work), id: "queue", .queue)
      case .keep(let work): return .run(.work(work), id: "keep", .keep)
      case .later(let work): return .run(.work(work), after: .seconds(5))
      case .odd: return .run(.odd(Odd()))
      case .open(let sockets):
        state.sockets = sockets
        return .none
      }
    }
    func longLived(in state: State) -> LongLivedEffects<Effect> {
      state.sockets.reduce(.none) { $0 + .running(.socket($1), id: "socket") }
    }
  }

  private func messages(_ test: (inout TestStore<Puppet>) -> Void) -> [String] {
    var store = TestStore(Puppet.State(), Puppet(), reporting: .silently)
    test(&store)
    store.finish(leaving: store.pendingEffects + store.waitingEffects)
    return store.failures.map(\.message)
  }

  @Test func `Effects that start in another order are reported`() {
    let messages = messages { $0.send(.run([1, 2]), effects: [.work(2), .work(1)]) }
    #expect(
      messages == [
        """
        send(.run([1, 2])) started the expected effects in a different order (− expected, + actual):

          [
        −   [0]: .work(2)
            [1→0]: .work(1)
        +   [1]: .work(2)
          ]

        If the actual ones are right, write effects: [.work(1), .work(2)]
        """
      ])
  }

  @Test func `An expected effect that was ignored is explained`() {
    let messages = messages {
      $0.send(.keep(1), effects: [.work(1)])
      $0.send(.keep(2))
      $0.send(.keep(3), effects: [.work(3)])
    }
    let explanation = """
      send(.keep(3)) did not start the expected effects:

      − .work(3)

      If there should be none, omit the argument 'effects'.

      send(.keep(3)) ignored effects with the policy keep, because another effect of the same id waits or runs:

        .work(3)
      """
    #expect(messages == [explanation])
    var store = PartialTestStore(Puppet.State(), Puppet(), reporting: .silently)
    store.send(.keep(1))
    store.send(.keep(3), effects: [.work(3)])
    #expect(
      store.failures.first?.message.hasSuffix("because another effect of the same id waits or runs:\n\n  .work(3)")
        == true)
  }

  @Test func `An expected effect that is not due yet is explained`() {
    let messages = messages {
      $0.send(.later(1), waits: [.work(1)])
      $0.advance(by: .seconds(4), effects: [.work(1)])
    }
    let explanation = """
      advance(by: .seconds(4)) did not start the expected effects:

      − .work(1)

      If there should be none, omit the argument 'effects'.

      Still waiting to start:

        .work(1), for .seconds(1)
      """
    #expect(messages == [explanation])
  }

  @Test func `Effects that print the same but are not equal are reported`() {
    let store = messages { $0.send(.odd, effects: [.odd(Puppet.Odd())]) }
    #expect(
      store.first == """
        send(.odd) started effects that print the same as the expected ones, but are not equal to them:

          .odd(TestStoreEffectMessageTests.Puppet.Odd())

        == compares a property that isn't printed.
        """)
  }

  @Test func `A step with a queued effect says that it is not running`() {
    let messages = messages {
      $0.send(.queue(1), effects: [.work(1)])
      $0.send(.queue(2), waits: [.work(2)])
      $0.resolve(.work(2), with: .run([]))
    }
    #expect(
      messages == [
        """
        resolve(.work(2), with: .run([])): .work(2) is not running. It has not started yet.

        It is queued. First finish the running effect with its id.

        The step was skipped, and the rest of this test is not checked.
        """
      ])
  }

  @Test func `A step with an index beyond the equal effects says how many are running`() {
    let tooFar = messages {
      $0.send(.run([1, 1]), effects: [.work(1), .work(1)])
      $0.finish(.work(1), at: 2)
    }
    #expect(
      tooFar == [
        """
        finish(.work(1), at: 2): .work(1) is not running at that index. 2 effects equal to it are running; \
        at: counts from 0.

        The step was skipped, and the rest of this test is not checked.
        """
      ])
    let negative = messages {
      $0.send(.run([1]), effects: [.work(1)])
      $0.finish(.work(1), at: -1)
    }
    #expect(
      negative == [
        """
        finish(.work(1), at: -1): .work(1) is not running at that index. at: counts from 0, the oldest.

        The step was skipped, and the rest of this test is not checked.
        """
      ])
  }

  @Test func `An answer while no effect is running is reported`() {
    let messages = messages { $0.answer(.work(1), with: .run([])) }
    #expect(
      messages == [
        """
        answer(.work(1), with: .run([])): .work(1) is not running. No effect is running.

        The step was skipped, and the rest of this test is not checked.
        """
      ])
  }

  @Test func `A long-lived id that is used twice is reported`() {
    let messages = messages { $0.send(.open([1, 2]), effects: [.socket(1)]) { $0.sockets = [1, 2] } }
    #expect(
      messages == [
        """
        longLived(in:) lists the id 'socket' twice; the second entry is ignored. Give each entry a unique id.
        """
      ])
  }

  @Test func `Effects that the initial state starts must be listed`() {
    var store = TestStore(Puppet.State(sockets: [1]), Puppet(), reporting: .silently)
    store.finish(leaving: [.socket(1)])
    #expect(
      store.failures.map(\.message) == [
        """
        The initial state started unexpected effects:

        + .socket(1)

        If that is right, write effects: [.socket(1)]
        """
      ])
  }

  /// Returns what is reported when a store is released after the test.
  private func reports(_ test: (inout TestStore<Puppet>) -> Void) -> [String] {
    let reports = Guarded<[String]>([])
    do {
      var store = TestStore(
        Puppet.State(), Puppet(), reporting: FailureSink { text, _ in reports.withLock { $0.append(text) } })
      test(&store)
    }
    return reports.withLock { $0 }
  }

  @Test func `A step after finish() is reported, unless another finish() follows`() {
    let line: UInt = #line + 3
    let late = reports { store in
      store.finish()
      store.send(.run([]))
      store.send(.run([]))
    }
    #expect(
      late == [
        """
        The step at line \(line) comes after finish(). Call finish() after the last step.

        No effect is running or waiting. End the test with store.finish()
        """
      ])
    let finished = reports { store in
      store.finish()
      store.send(.run([]))
      store.finish()
    }
    #expect(finished.isEmpty)
  }

  @Test func `Large effects and many effects are shortened`() throws {
    let many = messages { $0.send(.run(Array(repeating: 7, count: 1_000))) }
    #expect(many.count == 1)
    let lines = many.joined().split(separator: "\n")
    try #require(lines.count == 103)
    #expect(lines[101] == "… (900 more)" && lines[102].hasSuffix(", .work(7), …]") && lines[102].count < 2_100)
    let large = messages { $0.send(.runMany(Array(0..<1_000)), effects: [.many([])]) }.joined()
    #expect(large.split(separator: "\n").count < 210 && large.count < 10_000)
    #expect(large.hasSuffix("…]"))
    let left = reports { $0.send(.runMany(Array(0..<1_000)), effects: [.many(Array(0..<1_000))]) }.joined()
    #expect(left.count < 1_500 && left.contains("…, since line") && left.hasSuffix("…])"))
  }

  @Test func `A store without pending effects must still be finished`() {
    #expect(
      reports { $0.send(.run([])) } == [
        """
        This test store was released without a call to finish(). If the test ended early because of a thrown error \
        or a failed requirement, look at that first.

        No effect is running or waiting. End the test with store.finish()
        """
      ])
  }

  @Test func `A failure is reported to the current Swift test, at the line of the step`() {
    let lines = Guarded<[Int]>([])
    let start = #line
    withKnownIssue {
      var store = TestStore(Puppet.State(), Puppet())
      store.send(.run([1]))
      store.finish()
      store.send(.run([]))
    } matching: { issue in
      lines.withLock { $0.append((issue.sourceLocation?.line ?? 0) - start) }
      return true
    }
    #expect(lines.withLock { $0 } == [3, 4, 2])
  }
}
