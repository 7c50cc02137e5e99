import Colmeia
import Synchronization

func rows() -> [Row] {
  baselines() + dispatch() + subscribers() + tables() + effects() + testStores() + exploration()
    + jsonCoding() + socketFrames() + cableMessages() + eventStreams() + cachedAnswers()
}

func baselines() -> [Row] {
  // Actions that the optimizer cannot know, or it would compute the result without the loop.
  let actions = (0..<1_024).map { _ in CommandLine.argc > 1_000 ? Counter.Action.set(0) : .increment }
  return [
    Row("inline", "baseline: a switch on an inout struct") {
      { n in
        var state = Counter.State()
        for i in 0..<n { _ = Counter().reduce(into: &state, action: actions[i & 1_023]) }
        keep(state)
      }
    },
    Row("mutex", "baseline: the same under an uncontended Mutex") {
      { n in
        let state = Mutex(Counter.State())
        for i in 0..<n { state.withLock { _ = Counter().reduce(into: &$0, action: actions[i & 1_023]) } }
        keep(state.withLock { $0.count })
      }
    },
  ]
}

func dispatch() -> [Row] {
  [
    Row("a", "dispatch, counter, no subscriber", target: 12) {
      let store = Store(Counter.State(), Counter())
      return { n in for _ in 0..<n { store.send(.increment) } }
    },
    Row("b", "ten features composed, switch and lift", target: 25) {
      let store = Store(Ten.State(), Ten(), TenHandler())
      return { n in for i in 0..<n { store.send(i & 1 == 0 ? .b(.increment) : .j(.increment)) } }
    },
    Row("d", "one of 100,000 array elements changed in place", target: 15) {
      let store = Store(Counter.State(numbers: Array(repeating: 1, count: 100_000)), Counter())
      return { n in for i in 0..<n { store.send(.write(i % 100_000, i)) } }
    },
  ]
}

func subscribers() -> [Row] {
  /// A store with 1,000 subscriptions, which `subscribe` makes one at a time.
  @Sendable func sending(
    _ subscribe: (Store<Counter>, Int) -> Subscription
  ) -> @Sendable (Int) async -> Void {
    let store = Store(Counter.State(), Counter())
    for i in 0..<1_000 { _ = subscribe(store, i) }
    return { n in for _ in 0..<n { store.send(.increment) } }
  }
  return [
    Row("c1", "1,000 subscribers on one slice that did not change", target: 75) {
      sending { store, _ in store.subscribe(to: \.title) { keep($0) } }
    },
    Row("c2", "1,000 closures within one unchanged branch", target: 75) {
      sending { store, i in
        store.subscribe(within: \.$list) {
          $0.list.count + i
        } receive: {
          keep($0)
        }
      }
    },
    Row("c3", "1,000 closures on the whole state, each", target: 20, per: 1_000) {
      sending { store, i in
        store.subscribe {
          $0.numbers.count + i
        } receive: {
          keep($0)
        }
      }
    },
    Row("c4", "1,000 subscribers that are notified, each", target: 50, per: 1_000) {
      sending { store, i in
        store.subscribe {
          $0.count &+ i
        } receive: {
          keep($0)
        }
      }
    },
    Row("c4p", "the same on one key path, each", per: 1_000) {
      sending { store, _ in store.subscribe(to: \.count) { keep($0) } }
    },
  ]
}

func effects() -> [Row] {
  @Sendable func local(_ action: Echo.Action) -> @Sendable (Int) async -> Void {
    let executor = LocalExecutor()
    let store = Store(Echo.State(), Echo(), EchoHandler(), executor: executor)
    return { n in
      for _ in 0..<n {
        store.send(action)
        executor.run()
      }
    }
  }
  return [
    Row("e1", "effect answered at once: action, effect, action", target: 100) {
      let store = Store(Echo.State(), Echo(), EchoHandler())
      return { n in for _ in 0..<n { store.send(.now) } }
    },
    Row("e1i", "the same with an id and replace", target: 150) {
      let store = Store(Echo.State(), Echo(), EchoHandler())
      return { n in for _ in 0..<n { store.send(.named) } }
    },
    Row("e2", "async effect without a suspension, same executor", target: 800) { local(.task) },
    Row("e2s", "async effect with one suspension, same executor", target: 1_200) { local(.suspended) },
  ]
}
