import ColmeiaBase
import Foundation
import TestSupport
import Testing

@testable import Colmeia

@Suite struct StoreSendTests {
  @Test func `Without contention, an action has been reduced when send returns`() {
    let bench = Bench()
    bench.store.send(.add(2))
    #expect(bench.store.state.count == 2)
  }

  @Test func `Immediate answers of effects, and the actions that follow, have been reduced when send returns`() {
    let bench = Bench()
    bench.store.send(.many(["a", "b"]))
    #expect(bench.store.state.received == ["a", "b"])
    bench.store.send(.chain(Engine<Probe>.burst - 2))
    #expect(bench.store.state.count == Engine<Probe>.burst - 1)
  }

  @Test func `A subscriber's action is reduced at once, and subscribers are called again after it has returned`() {
    let bench = Bench()
    let seen = Guarded<[Int]>([])
    bench.store.subscribe(to: \.count) { [store = bench.store] count in
      seen.withLock { $0.append(count) }
      if count == 1 {
        store.send(.add(10))
        #expect(store.state.count == 11)
        store.send(.add(100))
      }
    }
    bench.store.send(.add(1))
    #expect(bench.store.state.count == 111)
    #expect(seen.withLock { $0 } == [0, 1, 111])
  }

  @Test func `An action that is sent inside withState is reduced after withState returns`() {
    let bench = Bench()
    let inside = bench.store.withState { state in
      bench.store.send(.add(1))
      return state.count
    }
    #expect(inside == 0)
    #expect(bench.store.state.count == 1)
  }

  @Test func `withState of another store does not affect sends to this one`() {
    let (one, two) = (Bench(), Bench())
    one.store.withState { _ in
      two.store.withState { _ in
        one.store.send(.add(1))
        two.store.send(.add(2))
      }
      #expect(two.store.state.count == 2)
    }
    #expect(one.store.state.count == 1)
  }

  @Test func `Subscribers are notified once of the actions of a burst`() {
    let bench = Bench()
    let counts = Guarded<[Int]>([])
    bench.store.subscribe(to: \.received.count) { count in counts.withLock { $0.append(count) } }
    bench.store.send(.many(["a", "b", "c"]))
    #expect(bench.store.state.received == ["a", "b", "c"])
    #expect(counts.withLock { $0 } == [0, 3])
  }

  @Test func `A full queue refuses sent actions, reports it, and loses no actions of effects`() {
    let refused = Guarded(0)
    let bench = Bench(queueLimit: 3) { event, _ in
      if case .refused(let count) = event { refused.withLock { $0 += count } }
    }
    let outcomes = Guarded<[Sent.Outcome]>([])
    bench.store.withState { _ in
      bench.store.send(.many(["a", "b", "c", "d", "e"]))
      for number in 0..<4 {
        let outcome = bench.store.send(.add(10 * number)).outcome
        outcomes.withLock { $0.append(outcome) }
      }
    }
    bench.executor.run()
    #expect(outcomes.withLock { $0 } == [.accepted, .accepted, .refused, .refused])
    #expect(bench.store.state.count == 10)
    #expect(bench.store.state.received == ["a", "b", "c", "d", "e"])
    bench.store.send(.add(0))
    #expect(refused.withLock { $0 } == 2)
  }

  @Test func `A queue that was full accepts as many actions again once it is empty`() {
    let bench = Bench(queueLimit: 2)
    let outcomes = Log<Sent.Outcome>()
    for _ in 0..<5 {
      bench.store.withState { _ in for _ in 0..<3 { outcomes.append(bench.store.send(.add(1)).outcome) } }
      bench.executor.run()
    }
    #expect(outcomes.elements == (0..<5).flatMap { _ in [.accepted, .accepted, .refused] })
    #expect(bench.store.state.count == 10)
  }

  @Test func `The limit holds for what is sent while the trace receives an event`() {
    let slot = Slot<Store<Probe>>()
    let outcomes = Log<Sent.Outcome>()
    let bench = Bench(queueLimit: 3) { event, _ in
      guard outcomes.elements.isEmpty, case .step = event, let store = slot.value else { return }
      for _ in 0..<5 { outcomes.append(store.send(.add(10)).outcome) }
    }
    slot.value = bench.store
    bench.store.send(.add(1))
    slot.value = nil
    #expect(outcomes.elements == [.accepted, .accepted, .accepted, .refused, .refused])
    #expect(bench.store.state.count == 31)
  }

  @Test func `A refusal is reported even if no event follows`() {
    let refused = Log<Int>()
    let bench = Bench(queueLimit: 0) { event, _ in if case .refused(let count) = event { refused.append(count) } }
    #expect(bench.store.withState { _ in bench.store.send(.add(1)).outcome } == .refused)
    bench.executor.run()
    #expect(refused.elements == [1])
  }

  @Test func `A caller reduces at most 1,024 actions, and the store continues by itself`() async {
    let bench = Bench()
    let sent = bench.store.send(.chain(5_000))
    #expect(bench.store.engine.core.withLock { $0.machine.sequence } == UInt64(Engine<Probe>.burst))
    bench.executor.run()
    #expect(bench.store.state.count == 5_001)
    await sent.finish()
  }

  @Test func `Subscribers are notified every 1,024 actions of a long burst`() {
    let bench = Bench()
    let counts = Guarded<[Int]>([])
    bench.store.subscribe(to: \.count) { count in counts.withLock { $0.append(count) } }
    bench.store.send(.chain(3_000))
    bench.executor.run()
    #expect(counts.withLock { $0 } == [0, 1_024, 2_048, 3_001])
  }

  @Test func `A subscriber that sends for ever is reported after 1,000 rounds, and its caller isn't held`() {
    let (problems, executor) = (Log<StoreProblem>(), ManualExecutor())
    let store = Store(
      Probe.State(), Probe(), ProbeHandler(gates: Gates()), executor: executor, report: { problems.append($0) })
    store.subscribe(to: \.count) { [weak store] count in if count > 0, count < 5_000 { store?.send(.add(1)) } }
    store.send(.add(1))
    #expect((1_000...1_030).contains(store.state.count))
    executor.run()
    #expect(store.state.count == 5_000)
    #expect(problems.elements == [.endlessSubscriber(rounds: 1_000)])
  }

  @Test func `A subscriber that is called often because others send is not reported`() {
    let (problems, executor) = (Log<StoreProblem>(), ManualExecutor())
    let store = Store(
      Probe.State(), Probe(), ProbeHandler(gates: Gates()), executor: executor, report: { problems.append($0) })
    let (begin, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    Thread.detachNewThread {
      for _ in 1..<3_000 {
        begin.wait()
        store.send(.add(1))
        done.signal()
      }
    }
    store.subscribe(to: \.count) { count in
      if count == 0 || count == 3_000 { return }
      begin.signal()
      done.wait()
    }
    store.send(.add(1))
    executor.run()
    #expect(store.state.count == 3_000 && problems.elements == [])
  }

  /// Adds a subscription that adds another one whenever it is called, up to a number of times.
  static func subscribe(_ store: Store<Probe>, _ notified: Guarded<Int>.Counter, _ times: Int) {
    store.subscribe {
      $0.count
    } receive: { [weak store] _ in
      if notified.add() < times, let store { subscribe(store, notified, times) }
    }
  }

  @Test func `A caller handles at most 1,024 endless subscriptions, and the store continues by itself`() {
    let bench = Bench()
    let notified = Guarded<Int>.Counter()
    Self.subscribe(bench.store, notified, 3_000)
    #expect((1...Engine<Probe>.burst + 1).contains(notified.value))
    bench.executor.run()
    #expect(notified.value == 3_000)
  }
}

extension Guarded where Value == Int {
  /// A counter that closures share.
  final class Counter: Sendable {
    private let content = Guarded(0)
    var value: Int { content.withLock { $0 } }
    func add() -> Int {
      content.withLock {
        $0 += 1
        return $0
      }
    }
  }
}
