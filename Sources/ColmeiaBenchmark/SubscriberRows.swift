import Colmeia
import ColmeiaMeasuring
import ColmeiaTable

func subscribers() -> [Row] {
  /// Returns a benchmark of a store with 1,000 subscriptions, which `subscribe` makes one at a time.
  @Sendable func sending(
    _ subscribe: (Store<Counter>, Int) -> Subscription
  ) -> @Sendable (Int) async -> Void {
    let store = Store(Counter.State(), Counter())
    for i in 0..<1_000 { _ = subscribe(store, i) }
    return { n in for _ in 0..<n { store.send(.increment) } }
  }
  return [
    Row("c1", "1,000 subscribers of one key path that did not change") {
      sending { store, _ in store.subscribe(to: \.texts.title) { _ in } }
    },
    Row("c1d", "1,000 subscribers of 1,000 key paths that did not change") {
      let store = Store(Form.State(), Form())
      for path in Form.paths { store.subscribe(to: path) { _ in } }
      return { n in for _ in 0..<n { store.send(.increment) } }
    },
    Row("c2", "1,000 closures within one unchanged branch") {
      sending { store, i in
        store.subscribe(within: \.$list, select: { $0.list.count + i }, receive: { _ in })
      }
    },
    Row("c3", "1,000 closures on the whole state, unchanged, per closure", per: 1_000) {
      sending { store, i in
        store.subscribe({ $0.numbers.count + i }, receive: { _ in })
      }
    },
    Row("c4", "1,000 closures on the whole state, changed, per closure", per: 1_000) {
      sending { store, i in
        store.subscribe({ $0.count &+ i }, receive: { _ in })
      }
    },
    Row("c4p", "the same with one key path, per subscriber", per: 1_000) {
      sending { store, _ in store.subscribe(to: \.count) { _ in } }
    },
    Row("g3.idle", "an unrelated action, 1,000 subscribers of 1,000 rows") {
      let store = kennelWithSubscribers()
      return { n in for _ in 0..<n { store.send(.increment) } }
    },
    Row("g3.row", "one of the rows changes, 1,000 subscribers of 1,000 rows") {
      let store = kennelWithSubscribers()
      return { n in for i in 0..<n { store.send(.dog(i % 1_000, .like)) } }
    },
    Row(
      "g9", "cancelling one of 100,000 subscriptions, newest first",
      .sized(100_000) { size in
        let store = Store(Counter.State(), Counter())
        let subscriptions = (0..<size).map { i in
          store.subscribe({ $0.count &+ i }, receive: { _ in })
        }
        let cancelled = max(1, size / 1_000)
        return Trial(
          run: { _ in for subscription in subscriptions.suffix(cancelled).reversed() { subscription.cancel() } },
          end: { keep(store) },  // keeps the store alive: without it all subscriptions would have ended
          operations: cancelled)
      }),
  ]
}

private func kennelWithSubscribers() -> Store<Kennel> {
  let store = Store(Kennel.State(dogs: table(1_000)), Kennel(), KennelHandler())
  for id in 0..<1_000 { store.subscribe(row: id, in: \.dogs) { _ in } }
  return store
}
