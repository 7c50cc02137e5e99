import Testing

@testable import Colmeia

@Suite struct StoreEffectTests {
  @Test func `An effect begins in the send that asks for it`() {
    let bench = Bench()
    bench.store.send(.start("a"))
    #expect(bench.gates.log == ["a begins"])
    #expect(bench.store.state.heard == ["a 1"])
    bench.open("a")
    #expect(bench.store.state.heard == ["a 1", "a 2"])
  }

  @Test func `Effects begin in the order of the commands, and answers come in that order`() {
    let bench = Bench()
    bench.store.send(.many(["1", "2", "3", "4", "5", "6", "7", "8"]))
    #expect(bench.store.state.heard == ["1", "2", "3", "4", "5", "6", "7", "8"])
    for name in ["a", "b", "c"] { bench.store.send(.start(name)) }
    #expect(bench.gates.log == ["a begins", "b begins", "c begins"])
  }

  @Test func `A cancelled effect is told, and what it still says is not heard`() {
    let bench = Bench()
    bench.store.send(.start("a"))
    bench.store.send(.cancel)
    bench.open("a")
    #expect(bench.gates.log == ["a begins", "a was cancelled"])
    #expect(bench.store.state.heard == ["a 1"])
  }

  @Test func `A queued effect waits until the cancelled one before it has really stopped`() {
    let bench = Bench()
    bench.store.send(.start("a", .queue))
    bench.store.send(.cancel)
    bench.store.send(.start("b", .queue))
    #expect(bench.gates.log == ["a begins"])
    bench.open("a")
    #expect(bench.gates.log == ["a begins", "a was cancelled", "b begins"])
  }

  @Test func `A debounced effect begins when the clock has stood still long enough`() {
    let bench = Bench()
    bench.store.send(.later("a", .debounce(.seconds(1))))
    bench.advance(by: .milliseconds(900))
    bench.store.send(.later("b", .debounce(.seconds(1))))
    bench.advance(by: .milliseconds(900))
    #expect(bench.gates.log == [])
    bench.advance(by: .milliseconds(100))
    #expect(bench.gates.log == ["b begins"])
  }

  @Test func `An earlier timer is not kept waiting by a later one that was set before`() {
    let bench = Bench()
    bench.store.send(.later("late", .after(.seconds(10))))
    bench.advance(by: .zero)
    bench.store.send(.later("early", .after(.seconds(1))))
    bench.advance(by: .seconds(1))
    #expect(bench.gates.log == ["early begins"])
  }

  @Test func `What a removed child has started is not heard`() {
    let bench = Bench(Probe.State(child: 1))
    bench.store.send(.startInChild("a"))
    bench.store.send(.child(nil))
    bench.store.send(.child(2))
    bench.open("a")
    #expect(bench.store.state.heard == ["a 1"])
    #expect(bench.gates.log == ["a begins", "a was cancelled"])
  }

  @Test func `Long-lived work runs while the state wants it, from the first state on`() {
    let bench = Bench(Probe.State(isOpen: true))
    #expect(bench.gates.log == ["socket opens"])
    bench.store.send(.add(1))
    bench.store.send(.open(false))
    bench.open("socket")
    #expect(bench.gates.log == ["socket opens", "socket closes"])
    bench.store.send(.open(true))
    #expect(bench.gates.log == ["socket opens", "socket closes", "socket opens"])
  }

  @Test func `What is sent after the effect's end is not heard`() async {
    let kept = Kept()
    let store = Store(Probe.State(), Probe(), kept)
    await store.send(.start("a")).finish()
    kept.send.withLock { $0 }?(.say("late"))
    #expect(store.state.heard == [])
  }

  /// Keeps the way back after its effect has ended.
  final class Kept: EffectHandler {
    let send = Guarded<Send<Probe.Action>?>(nil)
    func perform(_ effect: Probe.Effect, send: Send<Probe.Action>) async { self.send.withLock { $0 = send } }
  }
}
