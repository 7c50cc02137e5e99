import Colmeia
import ColmeiaMeasuring
import ColmeiaTable

/// Rows for actions that are unrelated to a large number of effects or rows. Each row sends its actions where the types
/// are known, because a generic helper would be measured as well.
func scale() -> [Row] {
  [
    busyRows("g1.1k", 1_000), busyRows("g1.10k", 10_000),
    Row(
      "g2", "an unrelated action, 50 features with long-lived work, two levels down",
      .steady {
        let store = Store(House.State(), House(), Endless<House>())
        return Trial(of: store) { n in for _ in 0..<n { store.send(.increment) } }
      }),
    Row(
      "g2.branch", "the same in a `@Branch` that isn't written",
      .steady {
        let store = Store(Street.State(), Street(), Endless<Street>())
        return Trial(of: store) { n in for _ in 0..<n { store.send(.increment) } }
      }),
    Row(
      "g8", "an unrelated action, 4,000 rows with long-lived work",
      .steady {
        let dogs = EntityTable((0..<4_000).lazy.map { Tracked.State(id: $0) })
        let store = Store(Pack.State(dogs: dogs), Pack(), Endless<Pack>())
        return Trial(of: store) { n in for _ in 0..<n { store.send(.increment) } }
      }),
    Row(
      "whole", "an unrelated action, 50 features with long-lived work and 10,000 busy rows",
      .steady {
        let state = Estate.State(kennel: Kennel.State(dogs: table(10_000)))
        let store = Store(state, Estate(), Endless<Estate>())
        store.send(.kennel(.walkAll))
        return Trial(of: store) { n in for _ in 0..<n { store.send(.increment) } }
      }),
  ]
}

/// Rows for children that are removed while their effects wait.
func removal() -> [Row] {
  [
    Row("g13.child", "an optional child appears, starts a timer, and is removed, which cancels it") {
      let store = Store(Visits.State(), Visits(), Endless<Visits>())
      return { n in
        for _ in 0..<n {
          store.send(.come)
          store.send(.go)
        }
      }
    },
    Row(
      "g13.rows", "removing 10,000 rows with timers at once, which cancels them, per row",
      .sized(10_000) { size in
        let all = EntityTable((0..<size).lazy.map { Visit.State(id: $0) })
        let store = Store(Visits.State(all: all), Visits(), Endless<Visits>())
        for id in 0..<size { store.send(.visit(id, .begin)) }
        return Trial(run: { _ in store.send(.clear) }, end: { await store.shutdown() })
      }),
  ]
}

private func busyRows(_ name: String, _ count: Int) -> Row {
  Row(
    name, "an unrelated action, \(count / 1_000),000 rows with a running effect",
    .steady {
      let store = Store(Kennel.State(dogs: table(count)), Kennel(), KennelHandler())
      store.send(.walkAll)
      return Trial(of: store) { n in for _ in 0..<n { store.send(.increment) } }
    })
}

/// Rows for the cost of each nesting level when an effect is answered immediately.
func nesting() -> [Row] {
  [
    nested("g11.1", 1, Deep1(), Handler1()), nested("g11.10", 10, Deep10(), Handler10()),
    nested("g11.20", 20, Deep20(), Handler20()),
  ]
}

private func nested<Feature: Answered>(
  _ name: String, _ depth: Int, _ feature: Feature, _ handler: some EffectHandler<Feature.Effect, Feature.Action>
) -> Row {
  Row(
    name, "an effect answered immediately, \(depth) levels deep, per level",
    .steady {
      let store = Store(Feature.State(), feature, handler)
      return Trial { n in for _ in 0..<n { store.send(Feature.now) } }
    },
    without: .steady {
      let store = Store(Echo.State(), Echo(), Echo())
      return Trial { n in for _ in 0..<n { store.send(.now) } }
    }, per: depth)
}
