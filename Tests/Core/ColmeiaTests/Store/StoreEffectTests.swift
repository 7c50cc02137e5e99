import ColmeiaBase
import ColmeiaTesting
import TestSupport
import Testing

@testable import Colmeia

@Suite struct StoreEffectTests {
  @Test func `An effect begins in the send that requests it`() {
    let bench = Bench()
    bench.store.send(.start("a"))
    #expect(bench.gates.log == ["a begins"])
    #expect(bench.store.state.received == ["a 1"])
    bench.open("a")
    #expect(bench.store.state.received == ["a 1", "a 2"])
  }

  @Test func `Effects begin in the order of the commands, and their answers arrive in that order`() {
    let bench = Bench()
    bench.store.send(.many(["1", "2", "3", "4", "5", "6", "7", "8"]))
    #expect(bench.store.state.received == ["1", "2", "3", "4", "5", "6", "7", "8"])
    for name in ["a", "b", "c"] { bench.store.send(.start(name)) }
    #expect(bench.gates.log == ["a begins", "b begins", "c begins"])
  }

  @Test func `A cancelled effect is notified, and its further actions are discarded`() {
    let bench = Bench()
    bench.store.send(.start("a"))
    bench.store.send(.cancel)
    bench.open("a")
    #expect(bench.gates.log == ["a begins", "a was cancelled"])
    #expect(bench.store.state.received == ["a 1"])
  }

  @Test func `A queued effect waits until the cancelled effect before it has stopped`() {
    let bench = Bench()
    bench.store.send(.start("a", .queue))
    bench.store.send(.cancel)
    bench.store.send(.start("b", .queue))
    #expect(bench.gates.log == ["a begins"])
    bench.open("a")
    #expect(bench.gates.log == ["a begins", "a was cancelled", "b begins"])
  }

  @Test func `A debounced effect begins after no further start for the duration`() {
    let bench = Bench()
    bench.store.send(.later("a", .debounce(.seconds(1))))
    bench.advance(by: .milliseconds(900))
    bench.store.send(.later("b", .debounce(.seconds(1))))
    bench.advance(by: .milliseconds(900))
    #expect(bench.gates.log == [])
    bench.advance(by: .milliseconds(100))
    #expect(bench.gates.log == ["b begins"])
  }

  @Test func `An earlier timer is not delayed by a later one that was set before`() {
    let bench = Bench()
    bench.store.send(.later("late", .after(.seconds(10))))
    bench.advance(by: .zero)
    bench.store.send(.later("early", .after(.seconds(1))))
    bench.advance(by: .seconds(1))
    #expect(bench.gates.log == ["early begins"])
  }

  @Test func `Actions of a removed child's effects are discarded`() {
    let bench = Bench(Probe.State(child: .init(number: 1)))
    bench.store.send(.startInChild("a"))
    bench.store.send(.child(nil))
    bench.store.send(.child(2))
    bench.open("a")
    #expect(bench.store.state.received == ["a 1"])
    #expect(bench.gates.log == ["a begins", "a was cancelled"])
  }

  @Test func `A long-lived effect runs while the state requires it, beginning with the initial state`() {
    let bench = Bench(Probe.State(isOpen: true))
    #expect(bench.gates.log == ["socket opens"])
    bench.store.send(.add(1))
    bench.store.send(.open(false))
    bench.open("socket")
    #expect(bench.gates.log == ["socket opens", "socket closes"])
    bench.store.send(.open(true))
    #expect(bench.gates.log == ["socket opens", "socket closes", "socket opens"])
  }

  /// Records the priorities with which its effects run, by the first letter of their names.
  struct Urgent: EffectHandler {
    let executor = ManualExecutor()
    let priorities = Log<String>()
    func work(for effect: Probe.Effect) -> Work<Probe.Action> {
      guard case .gated(let name) = effect else { return .done }
      return .async { send in
        priorities.append("\(name) \(Task.currentPriority == .background ? "in the background" : "at once")")
        if name.count < 2 { send(.start(name + name)) }
      }
    }
  }

  @Test func `Effects of an enqueued send run with the priority of its sender`() async {
    let (handler, clock) = (Urgent(), ManualClock())
    let store = Store(Probe.State(), Probe(), handler, clock: clock, executor: handler.executor)
    store.subscribe(to: \.count) { [weak store] count in
      if count != 1 { return }
      // Another task sends while this one reduces.
      Task(executorPreference: handler.executor, priority: .background) {
        store?.send(.start("a"))
        store?.send(.later("c", .after(.seconds(1))))
      }
      handler.executor.run()
    }
    store.send(.add(1))
    store.send(.start("b"))
    handler.executor.run()
    clock.advance(by: .seconds(1))
    handler.executor.run()
    let background = ["a", "aa", "c", "cc"].map { "\($0) in the background" }
    #expect(Set(handler.priorities.elements) == Set(background + ["b at once", "bb at once"]))
  }

  @Test func `An action that is sent after the end of its effect is discarded`() async {
    let kept = Kept()
    let store = Store(Probe.State(), Probe(), kept)
    await store.send(.start("a")).finish()
    kept.send.withLock { $0 }?(.note("late"))
    #expect(store.state.received == [])
  }

  /// Keeps the `Send` value after its effect has ended.
  final class Kept: EffectHandler {
    let send = Guarded<Send<Probe.Action>?>(nil)
    func work(for effect: Probe.Effect) -> Work<Probe.Action> {
      .async { [self] way in send.withLock { $0 = way } }
    }
  }

  /// A feature with a long-lived effect for each download.
  private struct Downloads: Reducer {
    struct State: Equatable, Sendable { var downloads: Range<Int> }
    enum Action: Sendable { case set(Range<Int>) }
    enum Effect: Equatable, Sendable { case load(Int) }
    func reduce(into state: inout State, action: Action) -> Effects {
      if case .set(let downloads) = action { state.downloads = downloads }
      return .none
    }
    func longLived(in state: State) -> LongLivedEffects<Effect> {
      state.downloads.reduce(into: .none) { $0 += .running(.load($1), id: "download \($1)") }
    }
  }

  @Test(.timeLimit(.minutes(10))) func `A feature can name fifty thousand long-lived effects`() {
    let count = 50_000
    var machine = Machine(Downloads.State(downloads: 0..<count), Downloads())
    #expect(machine.requests.count == count)
    machine.requests = []
    machine.send(.set(1..<count + 1))
    #expect(machine.requests.count == 2)
    guard case .cancel(let old) = machine.requests.first, case .start(let new, .load(count)) = machine.requests.last
    else {
      Issue.record("\(machine.requests)")
      return
    }
    #expect(old.number == 1 && new.number == UInt64(count + 1))
  }
}
