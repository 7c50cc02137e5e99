import Foundation
import TestSupport
import Testing

@testable import Colmeia

/// Regression tests for problems of other libraries. The numbers refer to their issue trackers.
@Suite(.long) struct PeerRegressionTests {
  @Test func `An effect that is cancelled in the step that starts it never begins (TCA#1848)`() async {
    for _ in 0..<200 {
      let bench = Bench()
      bench.store.send(.startAndCancel("a"))
      bench.open("a")
      #expect(bench.gates.log == [])
      #expect(bench.store.state.received == [])
    }
  }

  @Test func `A million chained actions and effects neither grow the stack nor leave data (TCA#3146, TCA#1373)`() async
  {
    #if DEBUG
      let length = 100_000
    #else
      let length = 1_000_000
    #endif
    let store = Store(Probe.State(), Probe(), ProbeHandler(gates: Gates()))
    await store.send(.chain(length)).finish()
    #expect(store.state.count == length + 1)
    await store.shutdown()
    #expect(store.inspect { $0.pending } == 0)
    #expect(store.inspect { $0.table.slots.count } <= 2)
    #expect(store.engine.core.withLock { $0.tasks.isEmpty })
  }

  @Test func `Effects that send nothing, or everything at once, do not stay in the tables (D6)`() async {
    let store = Store(Probe.State(), Sticky(), StickyHandler())
    for _ in 0..<2_000 {
      await store.send(.add(1)).finish()
      store.send(.note("x"))
    }
    await store.shutdown()
    #expect(store.inspect { $0.pending } == 0)
    #expect(store.inspect { $0.table.slots.count } <= 8)
    #expect(store.inspect { $0.table.ids.count } <= 8)
  }

  /// Starts an effect for each action: one effect never sends anything, another sends two actions at once.
  struct Sticky: Reducer {
    typealias State = Probe.State
    typealias Effect = Probe.Effect
    typealias Action = Probe.Action
    func reduce(into state: inout Probe.State, action: Probe.Action) -> Effects {
      switch action {
      case .add: return [.run(.ignored("")), .run(.gated("silent"), id: "silent")]
      case .note: return .run(.gated("burst"), id: "burst")
      default: state.count += 1
      }
      return .none
    }
  }

  struct StickyHandler: EffectHandler {
    func work(for effect: Probe.Effect) -> Work<Probe.Action> {
      .async { send in await perform(effect, send: send) }
    }

    private nonisolated(nonsending) func perform(_ effect: Probe.Effect, send: Send<Probe.Action>) async {
      guard effect == .gated("burst") else { return }
      send(.child(1))
      send(.child(2))
    }
  }

  @Test func `A huge state is not copied to the stack (TCA#620, ReSwift#293)`() async {
    #expect(MemoryLayout<Huge.State>.size > 256 << 10)
    let store = Store(Huge.State(), Huge())
    let (counts, yield) = AsyncStream.makeStream(of: Int.self)
    let thread = Thread {
      store.subscribe(to: \.count) { yield.yield($0) }
      for _ in 0..<1_000 { store.send(1) }
      store.stop()
    }
    thread.stackSize = 128 << 10
    thread.start()
    for await count in counts where count == 1_000 { break }
  }

  struct Huge: Reducer {
    typealias Eight<Part> = (Part, Part, Part, Part, Part, Part, Part, Part)
    struct State: Sendable {
      var count = 0
      var shelf: Eight<Eight<Eight<Eight<Eight<Int>>>>>?
    }
    typealias Action = Int
    func reduce(into state: inout State, action: Int) -> Effects {
      state.count += action
      return .none
    }
  }
}
