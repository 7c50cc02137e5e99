import ColmeiaBase
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
    await inThreads([
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

  @Test(arguments: 0..<20)
  func `Two threads may send to each other's store inside withState`(round: Int) async {
    let (one, two) = (Self.store(isTraced: false), Self.store(isTraced: round % 2 == 0))
    await inThreads([
      { for _ in 0..<500 { one.withState { _ in _ = two.send(.add(1)) } } },
      { for _ in 0..<500 { two.withState { _ in _ = one.send(.add(1)) } } },
    ])
    await one.send(.note("behind")).finish()
    await two.send(.note("behind")).finish()
    #expect(one.state.count == 500)
    #expect(two.state.count == 500)
  }

  @Test(arguments: [false, true])
  func `A reader sees all that its thread has sent, even more than a burst, and performs nothing`(isTraced: Bool) {
    let (executor, seen) = (ManualExecutor(), Log<Int>())
    let trace = isTraced ? StopTests.listener(Probe.self) : nil
    let store = Store(Probe.State(), Probe(), ProbeHandler(gates: Gates()), executor: executor, trace: trace)
    store.subscribe(to: \.count) { seen.append($0) }
    store.withState { _ in for _ in 0..<3_000 { store.send(.add(1)) } }
    #expect(store.state.count == 3_000)
    #expect(seen.elements == [0])
    executor.run()
    #expect(seen.elements == [0, 3_000])
  }

  @Test func `Whoever reads or stops a store inside withState ends the process, instead of waiting for itself`()
    async
  {
    await #expect(processExitsWith: .failure) {
      let store = ReaderTests.store(isTraced: false)
      store.withState { _ in _ = store.state }
    }
    await #expect(processExitsWith: .failure) {
      let store = ReaderTests.store(isTraced: false)
      store.withState { _ in store.stop() }
    }
  }
}
