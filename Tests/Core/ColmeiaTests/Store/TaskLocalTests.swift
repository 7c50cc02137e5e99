import ColmeiaTesting
import TestSupport
import Testing

@testable import Colmeia

/// The store's own task and its alarms serve everybody, so they carry no task-local values of whoever needed them first.
@Suite struct TaskLocalTests {
  @TaskLocal static var user: String?

  /// Records the value that each effect sees.
  struct Handler: EffectHandler {
    let seen: Log<String>
    func work(for effect: Probe.Effect) -> Work<Probe.Action> {
      switch effect {
      case .chain(let left):
        seen.append("\(left) \(TaskLocalTests.user ?? "nobody")")
        return .action(.chain(left - 1))
      case .gated(let name): return .async { [seen] _ in seen.append("\(name) \(TaskLocalTests.user ?? "nobody")") }
      default: return .done
      }
    }
  }

  @Test func `A delayed effect sees no values of whoever has set the alarm`() {
    let (seen, clock, executor) = (Log<String>(), ManualClock(), ManualExecutor())
    let store = Store(Probe.State(), Probe(), Handler(seen: seen), clock: clock, executor: executor)
    Self.$user.withValue("Ana") {
      store.send(.later("late", .after(.seconds(1))))
      store.send(.start("now"))
    }
    Self.$user.withValue("Bia") { store.send(.later("later", .after(.seconds(1)))) }
    executor.run()
    clock.advance(by: .seconds(1))
    executor.run()
    #expect(seen.elements == ["now Ana", "late nobody", "later nobody"])
  }

  @Test func `What the store's own task continues sees no values of the task that was held before`() {
    let (seen, executor) = (Log<String>(), ManualExecutor())
    let store = Store(Probe.State(), Probe(), Handler(seen: seen), executor: executor)
    _ = Self.$user.withValue("Ana") { store.send(.chain(2_000)) }
    executor.run()
    #expect(seen.elements.first == "2000 Ana" && seen.elements.last == "1 nobody")
    #expect(store.state.count == 2_001)
  }
}
