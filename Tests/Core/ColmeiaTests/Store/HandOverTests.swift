import ColmeiaBase
import ColmeiaTesting
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Colmeia

/// Tests who continues when a thread meets another one: a reader, a caller of `stop`, or client code that sends.
@Suite(.blocking, .timeLimit(.minutes(10))) struct HandOverTests {
  @Test func `Actions are reduced although several threads read all the time`() async {
    let store = ReaderTests.store(isTraced: false)
    let (isOver, spent) = (Slot<Bool>(), Slot<Bool>())
    for _ in 0..<4 {
      Thread.detachNewThread {
        let deadline = ContinuousClock.now + .seconds(120)
        while isOver.value == nil, ContinuousClock.now < deadline {
          store.withState { state in _ = (0..<500).reduce(state.count, &+) }
        }
        if isOver.value == nil { spent.value = true }
      }
    }
    for _ in 0..<100 { await store.send(.add(1)).finish() }
    // A thread sees its own actions.
    let isSeen = Guarded(true)
    await inThreads([
      {
        for number in 101...200 {
          store.send(.add(1))
          if store.state.count != number { isSeen.withLock { $0 = false } }
        }
      }
    ])
    #expect(isSeen.withLock { $0 })
    isOver.value = true
    #expect(store.state.count == 200)
    #expect(spent.value == nil, "the actions had to wait for all reads")
  }

  /// Sends an action in the cancellation handler of its effect, and reads the state.
  struct Cancelling: EffectHandler {
    let store: Slot<Store<Probe>>
    func work(for effect: Probe.Effect) -> Work<Probe.Action> {
      .async { [store] _ in
        await withTaskCancellationHandler {
          for await _ in AsyncStream<Int>.makeStream().stream {}
        } onCancel: {
          store.value?.send(.note("cancelled"))
          if store.value?.state.received != ["cancelled"] { store.value?.send(.note("not seen")) }
        }
      }
    }
  }

  @Test func `A cancellation handler may send, and sees what it has sent`() {
    let slot = Slot<Store<Probe>>()
    let store = Store(Probe.State(), Probe(), Cancelling(store: slot))
    slot.value = store
    store.send(.start("a"))
    store.send(.cancel)
    #expect(store.state.received == ["cancelled"])
    slot.value = nil
  }

  /// Sends an action when it is released, and reads the state.
  final class Model: Sendable {
    let store: Slot<Store<Probe>>
    init(_ store: Slot<Store<Probe>>) { self.store = store }
    deinit {
      store.value?.send(.note("released"))
      if store.value?.state.received != ["released"] { store.value?.send(.note("not seen")) }
    }
  }

  @Test func `What a cancelled subscriber has captured may send and read when it is released`() {
    let slot = Slot<Store<Probe>>()
    let store = ReaderTests.store(isTraced: false)
    slot.value = store
    func subscribe() -> Subscription {
      let model = Model(slot)
      return store.subscribe(to: \.count) { _ in _ = model.store }
    }
    subscribe().cancel()
    store.send(.note("later"))
    #expect(store.state.received == ["released", "later"])
    slot.value = nil
  }

  /// Counts the objects that it receives.
  struct Carrying: Reducer {
    typealias State = Int
    typealias Action = Slot<Store<Carrying>>
    func reduce(into state: inout Int, action: Action) -> Effects {
      state += 1
      return .none
    }
  }

  @Test func `The last reference to a store may be in an action that another thread reduces`() async {
    let (entered, mayLeave) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let isOver = DispatchSemaphore(value: 0)
    func sendLast() -> Engine<Carrying> {
      let store = Store(0, Carrying())
      store.subscribe(to: \.self) { count in
        if count != 1 { return }
        entered.signal()
        mayLeave.wait()
      }
      // Like the thread of an effect, it has no reference to the store.
      Thread.detachNewThread { [engine = store.engine] in
        _ = engine.send(Slot(), at: SendSite(#fileID, #line))
        isOver.signal()
      }
      entered.wait()
      let last = Slot<Store<Carrying>>()
      last.value = store
      store.send(last)
      return store.engine
    }
    let engine = sendLast()
    await inThreads([
      {
        mayLeave.signal()
        isOver.wait()
      }
    ])
    #expect(engine.send(Slot(), at: SendSite(#fileID, #line)).outcome == .stopped)
  }

  @Test func `Whoever waits for effects finds that subscribers know their results, even behind a reader`() async {
    let (gates, executor, seen) = (Gates(), ManualExecutor(), Slot<[String]>())
    let store = Store(Probe.State(), Probe(), ProbeHandler(gates: gates), executor: executor)
    store.subscribe(to: \.received) { seen.value = $0 }
    let sent = store.send(.start("a"))
    executor.run()
    let (entered, mayLeave) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let hasLeft = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      store.withState { _ in
        entered.signal()
        mayLeave.wait()
      }
      hasLeft.signal()
    }
    await inThreads([{ entered.wait() }])
    gates.open("a")
    executor.run()  // the answer is in the inbox now
    let waiter = Task {
      await sent.finish()
      return seen.value
    }
    await inThreads([
      {
        // The wait is behind the answer and the end of the effect.
        while store.engine.inbox.withLock({ $0.entries.count }) < 3 { sched_yield() }
        mayLeave.signal()
        hasLeft.wait()
      }
    ])
    executor.run()  // the reader has left what waits to the store's own task
    #expect(await waiter.value == ["a 1", "a 2"])
  }

  @Test func `Nothing is idle before the immediate answers of effects are reduced`() async {
    let store = ReaderTests.store(isTraced: false)
    let received = await withCheckedContinuation { continuation in
      store.withState { _ in
        store.send(.many(["a", "b"]))
        store.whenIdle { continuation.resume(returning: store.state.received) }
      }
    }
    #expect(received == ["a", "b"])
  }

  /// Lets another thread stop the store while it returns the work of an effect.
  final class Slow: EffectHandler {
    let (entered, mayReturn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let log = Log<String>()
    func work(for effect: Probe.Effect) -> Work<Probe.Action> {
      entered.signal()
      mayReturn.wait()
      return .async { [log] _ in log.append("begins") }
    }
  }

  @Test func `An effect doesn't begin if the store is stopped while the handler returns its work`() async {
    let handler = Slow()
    let store = Store(Probe.State(), Probe(), handler)
    await inThreads([
      { store.send(.start("a")) },
      {
        handler.entered.wait()
        store.stop()
        handler.mayReturn.signal()
      },
    ])
    #expect(store.send(.note("later")).outcome == .stopped && handler.log.elements == [])
  }

  @Test(arguments: [false, true])
  func `An effect that ignores its cancellation is reported although the store was stopped`(isTraced: Bool) {
    let (problems, gates, clock, executor) = (Log<StoreProblem>(), Gates(), ManualClock(), ManualExecutor())
    let store = Store(
      Probe.State(), Probe(), ProbeHandler(gates: gates), clock: clock, executor: executor,
      trace: isTraced ? StopTests.listener(Probe.self) : nil, report: { problems.append($0) })
    store.send(.start("stubborn"))
    store.send(.start("cancelled before", .replace))
    executor.run()
    store.stop()
    for _ in 0..<3 {
      executor.run()
      clock.advance(by: .seconds(5))
      executor.run()
    }
    #expect(problems.elements == [.ignoredCancellation(nil)])
    gates.open("stubborn")
    gates.open("cancelled before")
    executor.run()
    #expect(clock.sleeperCount == 0)
  }
}
