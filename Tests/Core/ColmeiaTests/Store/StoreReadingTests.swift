import Testing

@testable import Colmeia

@Suite struct StoreReadingTests {
  @Test func `withState rethrows errors of its closure, and actions that the closure has sent are still reduced`() {
    struct Mistake: Error {}
    let bench = Bench()
    #expect(throws: Mistake.self) {
      try bench.store.withState { _ in
        bench.store.send(.add(1))
        throw Mistake()
      }
    }
    #expect(bench.store.state.count == 1)
  }

  @Test func `An effect of another store that begins inside withState may send to the store that is being read`() {
    let read = Bench()
    let other = Store(Probe.State(), Probe(), Forwarding(store: read.store))
    read.store.withState { state in
      other.send(.start("a"))
      #expect(state.count == 0)
    }
    #expect(read.store.state.count == 1)
  }

  struct Forwarding: EffectHandler {
    let store: Store<Probe>
    func work(for effect: Probe.Effect) -> Work<Probe.Action> {
      .async { send in await perform(effect, send: send) }
    }

    private nonisolated(nonsending) func perform(_ effect: Probe.Effect, send: Send<Probe.Action>) async {
      store.send(.add(1))
    }
  }

}
