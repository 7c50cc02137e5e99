import ColmeiaTesting
import TestSupport
import Testing

@testable import Colmeia

/// The priorities of effects that another task than the sender's starts.
@Suite struct PriorityTests {
  @Test func `A delayed effect runs with the priority of its sender, whichever task fires its timer`() {
    let (handler, clock) = (StoreEffectTests.Urgent(), ManualClock())
    let store = Store(Probe.State(), Probe(), handler, clock: clock, executor: handler.executor)
    Task(executorPreference: handler.executor, priority: .background) {
      store.send(.later("c", .after(.seconds(1))))
    }
    handler.executor.run()
    // The first alarm belongs to a task in the background, which then sets the second one.
    store.send(.later("d", .after(.seconds(2))))
    for _ in 0..<2 {
      clock.advance(by: .seconds(1))
      handler.executor.run()
    }
    #expect(
      handler.priorities.elements == ["c in the background", "cc in the background", "d at once", "dd at once"])
  }

  @Test func `A queued effect runs with the priority of its sender, not with that of the effect before it`() async {
    let (handler, gates) = (StoreEffectTests.Urgent(), Gates())
    let store = Store(Probe.State(), Probe(), Queued(urgent: handler, gates: gates), executor: handler.executor)
    Task(executorPreference: handler.executor, priority: .background) { store.send(.start("first", .queue)) }
    handler.executor.run()
    let sent = store.send(.start("z", .queue))
    gates.open("first")
    for _ in 0..<3 { handler.executor.run() }
    await withTaskGroup { group in
      group.addTask { await sent.finish() }
      while handler.priorities.elements.isEmpty { handler.executor.run() }
      handler.executor.run()
    }
    #expect(handler.priorities.elements.first == "z at once")
  }

  /// Waits at a gate with the first effect, and records the priority of the others.
  struct Queued: EffectHandler {
    let urgent: StoreEffectTests.Urgent
    let gates: Gates
    func work(for effect: Probe.Effect) -> Work<Probe.Action> {
      guard case .gated("first") = effect else { return urgent.work(for: effect) }
      return .async { _ in await gates.pass("first") }
    }
  }
}
