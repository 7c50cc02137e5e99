import Colmeia
import ColmeiaMeasuring

func rows() -> [Row] {
  var all =
    baselines() + dispatch() + subscribers() + tables() + effects() + scale() + removal() + reading() + nesting()
    + threads()
  #if !COLMEIA_CORE_ROWS
    all += testStores() + views()
  #endif
  return all.map { $0.reaching(goals[$0.name]) }
}

/// The actions, which the optimizer must not know, or it would compute the result without the loop.
private let actions = (0..<1_024).map { _ in CommandLine.argc > 1_000 ? Counter.Action.set(0) : .increment }

func baselines() -> [Row] {
  [
    Row("inline", "baseline: a switch on an inout struct") {
      let actions = actions
      return { n in
        var state = Counter.State()
        for i in 0..<n { step(&state, actions[i & 1_023]) }
        keep(state)
      }
    },
    Row("mutex", "baseline: the same under an uncontended mutex", .steady { Row.Baseline.mutex.trial }),
    Row(
      "mutex2", "baseline: the same on two threads at once, per thread", .steady { Row.Baseline.mutex2.trial },
      changesThreads: true),
  ]
}

/// Not inlined, so that the state stays in memory.
@inline(never) private func step(_ state: inout Counter.State, _ action: Counter.Action) {
  _ = Counter().reduce(into: &state, action: action)
}

private var hundredThousand: Counter.State { Counter.State(numbers: Array(repeating: 1, count: 100_000)) }

func dispatch() -> [Row] {
  [
    Row("a", "one action, no subscriber") {
      let store = Store(Counter.State(), Counter())
      return { n in for _ in 0..<n { store.send(.increment) } }
    },
    Row("b", "ten features composed, a switch over children") {
      let store = Store(Ten.State(), Ten<Leaf>(), Endless<Ten<Leaf>>())
      return { n in for i in 0..<n { store.send(i & 1 == 0 ? .b(.increment) : .j(.increment)) } }
    },
    Row("d", "changing one of 100,000 array elements in place") {
      let store = Store(hundredThousand, Counter())
      return { n in for i in 0..<n { store.send(.write(i % 100_000, i)) } }
    },
    Row("d.branch", "the same in a child whose state is a `@Branch`") {
      let store = Store(Counters.State(hundredThousand), Counters())
      return { n in for i in 0..<n { store.send(.first(.write(i % 100_000, i))) } }
    },
    Row("d.case", "the same in a child whose state is a case of an enum") {
      let store = Store(Counters.State(hundredThousand), Counters())
      return { n in for i in 0..<n { store.send(.screen(.write(i % 100_000, i))) } }
    },
  ]
}

/// Rows that read the state, and those that use a feature's scope.
func reading() -> [Row] {
  [
    Row("g4.send", "StoreScope.send") {
      let scope = Store(Ten.State(), Ten<Leaf>(), Endless<Ten<Leaf>>()).scope(\.b, Ten<Leaf>.Action.b)
      return { n in for _ in 0..<n { scope.send(.increment) } }
    },
    Row("g4.any", "Store.send through `any FeatureStore`, which isn't specialized") {
      let stores: [any FeatureStore<Counter.State, Counter.Action>] = [Store(Counter.State(), Counter())]
      return { n in for index in 0..<n { stores[index % stores.count].send(.increment) } }
    },
    Row("g4.state", "StoreScope.state") {
      let scope = Store(Ten.State(), Ten<Leaf>(), Endless<Ten<Leaf>>()).scope(\.b, Ten<Leaf>.Action.b)
      return { n in for _ in 0..<n { keep(scope.state) } }
    },
    Row("g4.with", "StoreScope.withState") {
      let scope = Store(Ten.State(), Ten<Leaf>(), Endless<Ten<Leaf>>()).scope(\.b, Ten<Leaf>.Action.b)
      return { n in
        var sum = 0
        for _ in 0..<n { sum &+= scope.withState { $0.count } }
        keep(sum)
      }
    },
    Row("g10.with", "withState, ten strings in the state") {
      let store = Store(Counter.State(), Counter())
      return { n in
        var sum = 0
        for _ in 0..<n { sum &+= store.withState { $0.count } }
        keep(sum)
      }
    },
    Row("g10.copy", "baseline: copying the same state without a store") {
      let states = [Counter.State()]
      return { n in for index in 0..<n { keep(states[index % states.count]) } }
    },
    Row("g10.state", "state, ten strings in it") {
      let store = Store(Counter.State(), Counter())
      return { n in for _ in 0..<n { keep(store.state) } }
    },
  ]
}

func threads() -> [Row] {
  [
    Row("g12", "two threads sending at once, per thread", changesThreads: true, beside: .mutex2) {
      let store = Store(Counter.State(), Counter())
      return { n in
        await onTwoThreads(n) { _ in store.send(.increment) }
        await store.send(.increment).finish()
      }
    }
  ]
}
