import ColmeiaBase
import Testing

@testable import Colmeia

@Suite struct FeatureStoreTests {
  struct App: Reducer {
    struct State: Equatable, Sendable { var probe = Probe.State(), title = "" }
    enum Action: Sendable { case probe(Probe.Action), title(String) }
    enum Effect: Equatable, Sendable { case probe(Probe.Effect) }
    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .probe(let action): return probe.reduce(&state, action)
      case .title(let title): state.title = title
      }
      return .none
    }
    let probe = Child(\State.probe, Probe(), Action.probe, Effect.probe)
  }

  struct Handler: EffectHandler {
    func work(for effect: App.Effect) -> Work<App.Action> {
      .async { send in await perform(effect, send: send) }
    }

    private nonisolated(nonsending) func perform(_ effect: App.Effect, send: Send<App.Action>) async {
      if case .probe(.gated(let name)) = effect { send.map(App.Action.probe)(.note(name)) }
    }
  }

  @Test func `A scope exposes only its feature, and sends its actions`() async {
    let store = Store(App.State(), App(), Handler())
    let scope: StoreScope<Probe.State, Probe.Action> = store.scope(\.probe, App.Action.probe)
    let counts = Guarded<[Int]>([])
    scope.subscribe(to: \.count) { count in counts.withLock { $0.append(count) } }
    scope.subscribe(to: \.list.count) { count in
      counts.withLock { $0.append(-count) }
    }
    scope.subscribe {
      $0.count * 100
    } receive: { count in
      counts.withLock { $0.append(count) }
    }
    scope.send(.add(2))
    scope.send(.write(1))
    store.send(.title("x"))
    #expect(scope.state.count == 2)
    #expect(scope.withState { $0.list } == [1])
    #expect(counts.withLock { $0 } == [0, 0, 0, 2, 200, -1])
    await scope.send(.start("a")).finish()
    #expect(scope.state.received == ["a"])
  }

  @Test func `A scope of a scope works like a scope`() {
    let store = Store(App.State(), App(), Handler())
    let list = store.scope(\.probe, App.Action.probe).scope(\.list) { (number: Int) in Probe.Action.write(number) }
    let seen = Guarded<[[Int]]>([])
    list.subscribe(to: \.self) { numbers in seen.withLock { $0.append(numbers) } }
    list.send(3)
    #expect(list.state == [3])
    #expect(seen.withLock { $0 } == [[], [3]])
  }

  @Test func `A front end can be generic over the stores of a feature`() {
    func double(_ feature: some FeatureStore<Probe.State, Probe.Action>) { feature.send(.add(feature.state.count)) }
    let store = Store(App.State(probe: Probe.State(count: 4)), App(), Handler())
    double(store.scope(\.probe, App.Action.probe))
    #expect(store.state.probe.count == 8)
    let bench = Bench(Probe.State(count: 1))
    double(bench.store)
    #expect(bench.store.state.count == 2)
  }

  @Test func `Values arrive in order, only the newest is buffered, and stop ends the sequence`() async {
    let bench = Bench()
    var values = bench.store.values(of: \.count).makeAsyncIterator()
    #expect(await values.next() == 0)
    for _ in 0..<5 { bench.store.send(.add(1)) }
    #expect(await values.next() == 5)
    bench.store.stop()
    #expect(await values.next() == nil)
  }
}
