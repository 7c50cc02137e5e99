import ColmeiaBase
import TestSupport
import Testing

@testable import Colmeia

@Suite struct StoreEndTests {
  /// Starts waiting, and returns the task and a flag that is set when the wait has ended.
  func waiting(_ bench: Bench, _ body: @escaping @Sendable () async -> Void) -> (Task<Void, Never>, Guarded<Bool>.Box) {
    let box = Guarded<Bool>.Box(false)
    let task = Task(executorPreference: bench.executor) {
      await body()
      box.value.withLock { $0 = true }
    }
    bench.executor.run()
    return (task, box)
  }

  @Test func `finish waits for effects, for the effects of their actions, and for timers`() {
    let bench = Bench()
    let sent = bench.store.send(.start("a"))
    let (_, isBack) = waiting(bench) { await sent.finish() }
    #expect(!isBack.get)
    bench.open("a")
    #expect(isBack.get)

    let later = bench.store.send(.later("b", .after(.seconds(1))))
    let (_, isLaterBack) = waiting(bench) { await later.finish() }
    bench.advance(by: .seconds(1))
    #expect(!isLaterBack.get)
    bench.open("b")
    #expect(isLaterBack.get)
  }

  @Test func `finish does not wait for effects of other sends or for long-lived effects`() {
    let bench = Bench()
    bench.store.send(.start("other"))
    let sent = bench.store.send(.open(true))
    let (_, isBack) = waiting(bench) { await sent.finish() }
    #expect(isBack.get)
  }

  @Test func `finish of an enqueued send also waits for its reduction`() {
    let bench = Bench()
    let queued = Guarded<Sent?>(nil)
    bench.store.subscribe(to: \.count) { [store = bench.store] count in
      if count == 1 { queued.withLock { $0 = store.send(.start("a")) } }
    }
    bench.store.send(.add(1))
    let sent = queued.withLock { $0 }
    let (_, isBack) = waiting(bench) { await sent?.finish() }
    #expect(!isBack.get)
    bench.open("a")
    #expect(isBack.get)
  }

  @Test func `finish returns when another send drops the last waiting start`() {
    let bench = Bench()
    bench.store.send(.start("a", .queue))
    let sent = bench.store.send(.start("b", .queue))
    let (_, isBack) = waiting(bench) { await sent.finish() }
    #expect(!isBack.get)
    bench.store.send(.cancel)
    bench.executor.run()
    #expect(isBack.get)
  }

  @Test func `A cancelled waiter returns, and cancels no effects`() {
    let bench = Bench()
    let sent = bench.store.send(.start("a"))
    let (task, isBack) = waiting(bench) { await sent.finish() }
    task.cancel()
    bench.executor.run()
    #expect(isBack.get)
    bench.open("a")
    #expect(bench.gates.log == ["a begins", "a goes on"])
  }

  @Test func `Two waiters of one send return, even if one is cancelled before`() {
    let bench = Bench()
    let sent = bench.store.send(.start("a"))
    let (first, isFirstBack) = waiting(bench) { await sent.finish() }
    let (_, isSecondBack) = waiting(bench) { await sent.finish() }
    first.cancel()
    bench.executor.run()
    #expect(isFirstBack.get)
    #expect(!isSecondBack.get)
    bench.open("a")
    #expect(isSecondBack.get)
  }

  @Test func `finish returns at stop, even if its effect has not stopped`() {
    let bench = Bench()
    let sent = bench.store.send(.start("a"))
    let (_, isBack) = waiting(bench) { await sent.finish() }
    bench.store.stop()
    bench.executor.run()
    #expect(isBack.get)
  }

  @Test func `After stop, no action is reduced, no subscriber is called, and sends return stopped`() {
    let bench = Bench()
    let counts = Guarded<[Int]>([])
    bench.store.subscribe(to: \.count) { count in counts.withLock { $0.append(count) } }
    bench.store.send(.start("a"))
    bench.store.stop()
    #expect(bench.store.send(.add(1)).outcome == .stopped)
    bench.open("a")
    #expect(bench.gates.log == ["a begins", "a was cancelled"])
    #expect(bench.store.state == Probe.State(received: ["a 1"]))
    #expect(counts.withLock { $0 } == [0])
    bench.store.subscribe(to: \.count) { _ in Issue.record("a stopped store called a subscriber") }
  }

  @Test func `If a subscriber stops the store, no further subscriber is called`() {
    let bench = Bench()
    let notified = Log<String>()
    bench.store.subscribe(to: \.count) { [store = bench.store] count in
      notified.append("first \(count)")
      if count == 1 { store.stop() }
    }
    bench.store.subscribe(to: \.count) { notified.append("second \($0)") }
    bench.store.subscribe {
      $0.count
    } receive: {
      notified.append("third \($0)")
    }
    bench.store.send(.add(1))
    #expect(notified.elements == ["first 0", "second 0", "third 0", "first 1"])
  }

  @Test func `If an effect stops the store, earlier changes are not delivered to subscribers`() {
    let store = Slot<Store<Counting>>()
    let notified = Log<Int>()
    store.value = Store(Probe.State(), Counting(), Stopping(store: store))
    store.value?.subscribe(to: \.count) { notified.append($0) }
    store.value?.send(.add(1))
    #expect(notified.elements == [0])
    store.value = nil
  }

  struct Counting: Reducer {
    typealias State = Probe.State
    typealias Effect = Probe.Effect
    typealias Action = Probe.Action
    func reduce(into state: inout Probe.State, action: Probe.Action) -> Effects {
      state.count += 1
      return .run(.ignored(""))
    }
  }

  struct Stopping: EffectHandler {
    let store: Slot<Store<Counting>>
    func work(for effect: Probe.Effect) -> Work<Probe.Action> {
      store.value?.stop()
      return .done
    }
  }

  @Test func `If a subscriber stops the store, actions that are sent later are not reduced`() {
    let bench = Bench()
    bench.store.subscribe(to: \.count) { [store = bench.store] count in
      if count == 1 {
        store.stop()
        #expect(store.send(.add(10)).outcome == .stopped)
      }
    }
    bench.store.send(.add(1))
    #expect(bench.store.state.count == 1)
  }

  @Test func `shutdown waits for an effect that ignores its cancellation`() {
    let bench = Bench()
    bench.store.send(.start("a"))
    let (_, isBack) = waiting(bench) { [store = bench.store] in await store.shutdown() }
    #expect(!isBack.get)
    bench.open("a")
    #expect(isBack.get)
    let (_, isBackAtOnce) = waiting(bench) { [store = bench.store] in await store.shutdown() }
    #expect(isBackAtOnce.get)
  }

  @Test func `shutdown does not wait for timers`() {
    let bench = Bench()
    bench.store.send(.later("a", .after(.seconds(1))))
    let (_, isBack) = waiting(bench) { [store = bench.store] in await store.shutdown() }
    #expect(isBack.get)
    bench.advance(by: .seconds(1))
    #expect(bench.gates.log == [])
  }

  @Test func `Releasing the store cancels its effects and releases everything that it retained`() {
    let (gates, executor) = (Gates(), ManualExecutor())
    final class Witness: Sendable {}
    weak var released: Witness?
    do {
      let witness = Witness()
      released = witness
      let store = Store(Probe.State(), Probe(), ProbeHandler(gates: gates), executor: executor)
      store.subscribe(to: \.count) { _ in withExtendedLifetime(witness) {} }
      store.send(.start("a"))
    }
    gates.open("a")
    executor.run()
    #expect(gates.log == ["a begins", "a was cancelled"])
    #expect(released == nil)
  }

  /// A typical model of a front end: it retains its subscriptions, and the store retains it.
  final class Model: EffectHandler {
    let subscriptions = Guarded<[Subscription]>([])
    func work(for effect: Probe.Effect) -> Work<Probe.Action> { .async { _ in } }
  }

  @Test func `A subscription that outlives its store retains nothing of it`() {
    weak var released: Model?
    do {
      let model = Model()
      released = model
      let store = Store(Probe.State(), Probe(), model)
      let all = [
        store.subscribe(to: \.count) { _ in },
        store.subscribe({ $0.count }, receive: { _ in }),
        store.scope(\.list, Probe.Action.write).subscribe(to: \.count) { _ in },
      ]
      model.subscriptions.withLock { $0 = all }
      store.stop()
      let late = store.subscribe(to: \.count) { _ in }
      model.subscriptions.withLock { $0.append(late) }
    }
    #expect(released == nil)
  }
}

extension Guarded where Value == Bool {
  /// A flag that closures share.
  final class Box: Sendable {
    let value: Guarded<Bool>
    init(_ value: Bool) { self.value = Guarded(value) }
    var get: Bool { value.withLock { $0 } }
  }
}
