import ColmeiaSync
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Colmeia

/// Tests law 2 while another thread reads.
@Suite(.blocking, .timeLimit(.minutes(10))) struct ReaderTests {
  /// A timeout that is long enough for a busy machine.
  static var patience: DispatchTime { .now() + .seconds(60) }

  static func store(isTraced: Bool) -> Store<Probe> {
    let trace = isTraced ? StopTests.listener(Probe.self) : nil
    return Store(Probe.State(), Probe(), ProbeHandler(gates: Gates()), trace: trace)
  }

  /// Lets one thread read the store while another one executes `body`. Returns whether `body` has ended in time, and
  /// the counts that the reader has seen inside `withState` and after it.
  static func whileReading(
    _ store: Store<Probe>, _ body: @escaping @Sendable () -> Void
  ) async -> (isDone: Bool, counts: [Int]) {
    let (entered, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let result = Guarded((false, [Int]()))
    await StopTests.inThreads([
      {
        let (isDone, inside) = store.withState { state in
          entered.signal()
          return (done.wait(timeout: patience) == .success, state.count)
        }
        let after = store.state.count
        result.withLock { $0 = (isDone, [inside, after]) }
      },
      {
        entered.wait()
        body()
        done.signal()
      },
    ])
    return result.withLock { $0 }
  }

  @Test(arguments: [false, true])
  func `send does not wait for a reader, which reduces when it leaves`(isTraced: Bool) async {
    let store = Self.store(isTraced: isTraced)
    let result = await Self.whileReading(store) { store.send(.add(1)) }
    #expect(result.isDone)
    #expect(result.counts == [0, 1])
  }

  @Test(arguments: [false, true])
  func `A drainer that encounters a reader leaves the rest to the reader`(isTraced: Bool) async {
    let store = Self.store(isTraced: isTraced)
    let slot = Slot<Store<Probe>>()
    slot.value = store
    let (entered, leaving) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let result = Guarded((false, 0))
    store.subscribe(to: \.count) { count in
      if count != 1 { return }
      slot.value?.send(.add(10))  // stays in the queue while another thread reads
      leaving.signal()
      entered.wait()
    }
    await StopTests.inThreads([
      {
        leaving.wait()
        let isDone = store.withState { _ in
          entered.signal()
          return leaving.wait(timeout: Self.patience) == .success
        }
        result.withLock { $0 = (isDone, store.state.count) }
      },
      {
        store.send(.add(1))
        leaving.signal()
      },
    ])
    slot.value = nil
    #expect(result.withLock { $0.0 })
    #expect(result.withLock { $0.1 } == 11)
  }

  @Test func `stop does not wait for a reader`() async {
    let store = Self.store(isTraced: false)
    let result = await Self.whileReading(store) {
      store.stop()
      #expect(store.send(.add(1)).outcome == .stopped)
    }
    #expect(result.isDone)
    #expect(result.counts == [0, 0])
  }

  @Test(arguments: 0..<20)
  func `Two threads may send to each other's store inside withState`(round: Int) async {
    let (one, two) = (Self.store(isTraced: false), Self.store(isTraced: round % 2 == 0))
    await StopTests.inThreads([
      { for _ in 0..<500 { one.withState { _ in _ = two.send(.add(1)) } } },
      { for _ in 0..<500 { two.withState { _ in _ = one.send(.add(1)) } } },
    ])
    await one.send(.note("behind")).finish()
    await two.send(.note("behind")).finish()
    #expect(one.state.count == 500)
    #expect(two.state.count == 500)
  }

  /// Counts actions, and records the threads that reduce them. At the tenth action, it lets the reader begin, and
  /// continues once the reader waits for the lock. The reducer is impure, to observe the store from inside.
  struct Counting: Reducer {
    struct State: Sendable {
      var count = 0
      var threads: Set<UInt> = []
    }
    let entered = DispatchSemaphore(value: 0)
    let store = Slot<Store<Counting>>()
    typealias Action = Int
    func reduce(into state: inout State, action: Int) -> Effects {
      state.count += 1
      state.threads.insert(currentThread())
      if state.count == 10, let engine = store.value?.engine {
        entered.signal()
        let deadline = ContinuousClock.now + .seconds(60)
        while engine.waitingReaders.load(ordering: .relaxed) == 0, ContinuousClock.now < deadline { sched_yield() }
      }
      return .none
    }
  }

  @Test(arguments: [false, true])
  func `A reader waits for a few actions rather than a burst, and reduces none of it`(isCopy: Bool) async {
    let reducer = Counting()
    let store = Store(Counting.State(), reducer)
    reducer.store.value = store
    let seen = Guarded((0, UInt(0)))
    store.subscribe(to: \.count) { count in
      if count == 1 { for _ in 0..<1_000 { reducer.store.value?.send(1) } }
    }
    await StopTests.inThreads([
      { store.send(1) },
      {
        reducer.entered.wait()
        let count = isCopy ? store.state.count : store.withState { $0.count }
        seen.withLock { $0 = (count, isCopy ? currentThread() : 0) }
      },
    ])
    await store.send(1).finish()
    reducer.store.value = nil
    let (count, reader) = seen.withLock { $0 }
    #expect((10...12).contains(count))
    #expect(!store.state.threads.contains(reader))
    #expect(store.state.count == 1_002)
  }
}
