import ColmeiaBase
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Colmeia

/// Tests law 7 when one thread stops the store while another one reduces.
@Suite(.blocking, .timeLimit(.minutes(10))) struct StopTests {
  /// A trace that does nothing.
  static func listener<R: Reducer>(_ type: R.Type) -> Trace<R>? {
    { (_: TraceEvent<R.Action, R.Effect>, _: borrowing R.State) in }
  }

  /// Synchronizes two threads.
  final class Meeting: Sendable {
    let entered = DispatchSemaphore(value: 0)
    let stopping = DispatchSemaphore(value: 0)
    let stopped = DispatchSemaphore(value: 0)
    let hasStopped = Atomic<Bool>(false)

    /// A step that is long enough for the other thread to return too early.
    func step() {
      entered.signal()
      stopping.wait()
      _ = stopped.wait(timeout: .now() + .milliseconds(20))
    }
  }

  /// The reducer is impure, to observe the store from inside.
  struct Slow: Reducer {
    let meeting: Meeting
    typealias State = [Bool]
    typealias Action = Int
    func reduce(into state: inout [Bool], action: Int) -> Effects {
      if action == 1 { meeting.step() }
      state.append(meeting.hasStopped.load(ordering: .sequentiallyConsistent))
      return .none
    }
  }

  @Test(arguments: [false, true])
  func `stop returns after the step of another thread has ended`(isTraced: Bool) async {
    let meeting = Meeting()
    let trace = isTraced ? Self.listener(Slow.self) : nil
    let store = Store([], Slow(meeting: meeting), trace: trace)
    await inThreads([
      {
        store.send(1)
        store.send(2)
      },
      {
        meeting.entered.wait()
        meeting.stopping.signal()
        store.stop()
        meeting.hasStopped.store(true, ordering: .sequentiallyConsistent)
        meeting.stopped.signal()
      },
    ])
    #expect(store.state == [false])
  }

  @Test(arguments: 0..<40)
  func `The state does not change after stop, even if other threads still send`(round: Int) async {
    let trace = round % 2 == 0 ? nil : Self.listener(Probe.self)
    let store = Store(Probe.State(), Probe(), ProbeHandler(gates: Gates()), trace: trace)
    let seen = Guarded<Int?>(nil)
    let isFarEnough = DispatchSemaphore(value: 0)
    store.subscribe(to: \.count) { if $0 >= round * 5 { isFarEnough.signal() } }
    let sender: @Sendable () -> Void = { while store.send(Probe.Action.add(1)).outcome == .accepted {} }
    await inThreads([
      sender, sender, sender,
      {
        isFarEnough.wait()
        store.stop()
        let count = store.state.count
        seen.withLock { $0 = count }
      },
    ])
    #expect(store.state.count == seen.withLock { $0 })
  }

  @Test func `If its trace stops the store, all further actions are discarded`() {
    let log = Log<String>()
    let slot = Slot<Store<Probe>>()
    let bench = Bench { event, _ in
      guard case .step(let step) = event else { return }
      log.append(TraceTests.name(step.input) + (step.isDiscarded ? " discarded" : ""))
      guard case .send(.add(1)) = step.input else { return }
      slot.value?.send(.add(10))
      slot.value?.stop()
    }
    slot.value = bench.store
    bench.store.send(.add(1))
    #expect(log.elements == ["send", "shutDown", "send discarded"])
    #expect(bench.store.state.count == 1)
    slot.value = nil
  }

  private struct Pair: Reducer {
    struct State: Equatable, Sendable {}
    enum Action: Sendable { case begin }
    enum Effect: Equatable, Sendable { case stop, write }
    func reduce(into state: inout State, action: Action) -> Effects { .run(.stop) + .run(.write) }
  }

  private struct PairHandler: EffectHandler {
    let store = Slot<Store<Pair>>()
    let begun = Log<Pair.Effect>()
    func work(for effect: Pair.Effect) -> Work<Pair.Action> {
      begun.append(effect)
      if effect == .stop { store.value?.stop() }
      return .done
    }
  }

  @Test func `No effect begins after the store was stopped, even one that was requested before`() {
    let handler = PairHandler()
    let store = Store(Pair.State(), Pair(), handler)
    handler.store.value = store
    store.send(.begin)
    handler.store.value = nil
    #expect(handler.begun.elements == [.stop])
  }

  /// A handler that blocks the reducing thread in the first effect.
  private struct BlockingHandler: EffectHandler {
    let begun = Log<Pair.Effect>()
    let hasBegun = DispatchSemaphore(value: 0)
    let mayEnd = DispatchSemaphore(value: 0)
    func work(for effect: Pair.Effect) -> Work<Pair.Action> {
      begun.append(effect)
      if effect == .stop {
        hasBegun.signal()
        mayEnd.wait()
      }
      return .done
    }
  }

  @Test func `No effect begins after the store was stopped by a thread that reduces in place of the busy one`() async {
    let handler = BlockingHandler()
    let store = Store(Pair.State(), Pair(), handler)
    await inThreads([
      { store.send(.begin) },
      {
        handler.hasBegun.wait()
        store.send(.begin)
        store.stop()
        handler.mayEnd.signal()
      },
    ])
    await store.shutdown()
    #expect(handler.begun.elements == [.stop])
  }
}
