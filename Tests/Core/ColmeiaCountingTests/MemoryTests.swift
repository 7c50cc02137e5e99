import Colmeia
import CountingSupport
import Testing

/// What has come and gone leaves no memory behind. Each test runs in a process of its own, because other tests allocate.
@Suite struct MemoryTests {
  struct Feature: Reducer, EffectHandler {
    struct State: Sendable { var (count, text) = (0, "") }
    enum Action: Sendable { case add, run(String), later, answered(String) }
    enum Effect: Equatable, Sendable { case work(String), timer }
    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .add: state.count += 1
      case .run(let text): return .run(.work(text), id: "work \(state.count % 10)", .concurrent)
      case .later: return .run(.timer, after: .microseconds(10))
      case .answered(let text): state.text = text
      }
      return .none
    }
    func work(for effect: Effect) -> Work<Action> {
      switch effect {
      case .work(let text):
        .answer {
          await Task.yield()
          return .answered(text)
        }
      case .timer: .action(.add)
      }
    }
  }

  /// Lets a number of actions, effects, timers and subscriptions come and go, also through the inbox.
  static func churn(_ store: Store<Feature>, _ count: Int) async {
    for number in 0..<count {
      for _ in 0..<100 { store.send(.add) }
      store.send(.run("a text that is longer than sixteen bytes"))
      for _ in 0..<4 { store.send(.run("\(number)")) }
      for _ in 0..<5 { store.send(.later) }
      store.subscribe(to: \.text) { _ in }.cancel()
      if number % 100 == 99 { await store.send(.run("last")).finish() }
    }
    store.withState { _ in for _ in 0..<count * 5 { store.send(.add) } }
    await store.send(.later).finish()
  }

  /// Waits until the number of blocks hasn't changed for a while, or is within `bounds`, because tasks and alarms that
  /// have ended release their memory a little later. Returns it.
  static func settledBlocks(within bounds: ClosedRange<Int64>? = nil) async -> Int64 {
    let clock = ContinuousClock()
    var (blocks, since) = (liveBlocks(), clock.now)
    let deadline = since + .seconds(60)
    while bounds.map({ !$0.contains(blocks) }) ?? (clock.now - since < .milliseconds(300)), clock.now < deadline {
      await Task.yield()
      let now = liveBlocks()
      if now != blocks { (blocks, since) = (now, clock.now) }
    }
    return blocks
  }

  @Test func `A million actions, 100,000 effects and timers and 10,000 subscriptions leave no memory behind`() async {
    await #expect(processExitsWith: .success) {
      if !canCountAllocations { return }
      let store = Store(Feature.State(), Feature(), Feature())
      await Self.churn(store, 1_000)  // makes type metadata and the threads
      let (blocks, resident) = (await Self.settledBlocks(), residentBytes())
      await Self.churn(store, 10_000)
      let left = await Self.settledBlocks(within: blocks - 100...blocks + 100) - blocks
      let grown = residentBytes() - resident
      #expect(store.state.count >= 1_000_000)
      if abs(left) > 100 { print("\(left) blocks more than \(blocks)") }
      #expect(abs(left) <= 100)
      #expect(grown <= 8 << 20)
    }
  }
}
