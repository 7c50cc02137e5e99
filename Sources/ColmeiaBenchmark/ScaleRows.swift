import Colmeia
import ColmeiaMeasuring
import ColmeiaTable

/// What an action costs that concerns nobody, beside much that goes on.
func scale() -> [Row] {
  [
    busyRows("g1.1k", 1_000), busyRows("g1.10k", 10_000),
    beside("g2", "50 features with long-lived work, two levels down", .increment) {
      Store(House.State(), House(), Endless<House>())
    },
    beside("g8", "4,000 rows with long-lived work", .increment) {
      Store(Pack.State(dogs: EntityTable((0..<4_000).lazy.map { Tracked.State(id: $0) })), Pack(), Endless<Pack>())
    },
    beside("whole", "50 features with long-lived work and 10,000 busy rows", .increment) {
      let state = Estate.State(kennel: Kennel.State(dogs: table(10_000)))
      let store = Store(state, Estate(), Endless<Estate>())
      store.send(.kennel(.walkAll))
      return store
    },
  ]
}

private func busyRows(_ name: String, _ count: Int) -> Row {
  beside(name, "\(count / 1_000),000 rows with a running effect", .increment) {
    let store = Store(Kennel.State(dogs: table(count)), Kennel(), KennelHandler())
    store.send(.walkAll)
    return store
  }
}

private func beside<R: Reducer>(
  _ name: String, _ what: String, _ action: R.Action, _ makeStore: @escaping @Sendable () -> Store<R>
) -> Row {
  Row(
    name, "an unrelated action, \(what)",
    .steady {
      let store = makeStore()
      return Trial(of: store) { n in for _ in 0..<n { store.send(action) } }
    })
}

/// What one level of features costs an effect that is answered at once.
func nesting() -> [Row] {
  [
    nested("g11.1", 1, Deep1.State(), Deep1(), Deep1.Handler(), Deep1.now),
    nested("g11.10", 10, Deep10.State(), Deep10(), Deep10.Handler(), Deep10.now),
    nested("g11.20", 20, Deep20.State(), Deep20(), Deep20.Handler(), Deep20.now),
  ]
}

private func nested<R: Reducer>(
  _ name: String, _ depth: Int, _ state: R.State, _ reducer: R, _ handler: some EffectHandler<R.Effect, R.Action>,
  _ action: R.Action
) -> Row {
  Row(
    name, "an effect answered at once, \(depth) deep: each level",
    .steady {
      let store = Store(state, reducer, handler)
      return Trial { n in for _ in 0..<n { store.send(action) } }
    },
    without: .steady {
      let store = Store(Echo.State(), Echo(), Echo())
      return Trial { n in for _ in 0..<n { store.send(.now) } }
    }, per: depth)
}
