import Testing

@testable import Colmeia

/// What a step both starts and cancels never begins, and what counts as unchanged isn't started again.
@Suite struct SameStepTests {
  struct Sheet: Reducer {
    struct State: Equatable, Sendable {}
    enum Action: Sendable { case save }
    enum Effect: Equatable, Sendable { case save }
    enum Output: Equatable, Sendable { case closed }
    func reduce(into state: inout State, action: Action) -> Effects { [.run(.save), .output(.closed)] }
  }

  struct App: Reducer {
    struct State: Equatable, Sendable { var count = 0, sheet: Sheet.State? = Sheet.State(), level = Double.nan }
    enum Action: Sendable { case add, sheet(Sheet.Action), searchAndCancel, searchTwice, level(Double) }
    enum Effect: Equatable, Sendable { case sheet(Sheet.Effect), search(String), follow(Double) }
    let sheet = Child(\State.sheet, Sheet(), Action.sheet, Effect.sheet)
    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .add: state.count += 1
      case .sheet(let action):
        return sheet.reduce(&state, action) { state, _ in
          state.sheet = nil
          return .none
        }
      case .searchAndCancel: return [.run(.search("a"), id: "search"), .cancel("search")]
      case .searchTwice:
        return [.run(.search("a"), id: "search", .replace), .run(.search("b"), id: "search", .replace)]
      case .level(let level): state.level = level
      }
      return .none
    }
    func longLived(in state: State) -> LongLivedEffects<Effect> { .running(.follow(state.level), id: "follow") }
  }

  struct Handler: EffectHandler {
    let begun: Log<App.Effect>
    func work(for effect: App.Effect) -> Work<App.Action> {
      begun.append(effect)
      return .async { _ in }
    }
  }

  @Test func `An effect whose child an output removes in the same step never begins`() {
    let begun = Log<App.Effect>()
    let store = Store(App.State(level: 1), App(), Handler(begun: begun))
    store.send(.sheet(.save))
    #expect(store.state.sheet == nil && begun.elements == [.follow(1)])
  }

  @Test func `An effect that the same list cancels or replaces never begins`() {
    let begun = Log<App.Effect>()
    let store = Store(App.State(level: 1), App(), Handler(begun: begun))
    store.send(.searchAndCancel)
    #expect(begun.elements == [.follow(1)])
    store.send(.searchTwice)
    #expect(begun.elements == [.follow(1), .search("b")])
  }

  @Test func `A long-lived effect with a value that isn't equal to itself is started again only if it has changed`() {
    var machine = Machine(App.State(), App())
    #expect(machine.requests.count == 1)
    machine.requests = []
    for _ in 0..<3 { machine.send(.add) }
    machine.send(.level(.nan))
    #expect(machine.requests == [])
    machine.send(.level(1))
    machine.send(.level(.nan))
    #expect(machine.requests.count == 4, "cancelled and started, twice")
  }

  @Test func `A subscriber isn't told of a value that isn't equal to itself and hasn't changed`() {
    let store = Store(App.State(), App(), Handler(begun: Log()))
    let seen = Log<String>()
    store.subscribe(to: \.level) { seen.append("\($0)") }
    for action: App.Action in [.add, .level(.nan), .level(1), .level(.nan)] { store.send(action) }
    #expect(seen.elements == ["nan", "1.0", "nan"])
  }

  @Test func `With replace, a debounced start drops what runs in its own step, so that no older answer follows`() {
    let bench = Bench()
    bench.store.send(.later("hu", .debounce(.milliseconds(300))))
    bench.advance(by: .milliseconds(300))
    #expect(bench.gates.log == ["hu begins"])
    bench.store.send(.later("husky", .debounce(.milliseconds(300))))
    bench.open("hu")
    #expect(bench.gates.log == ["hu begins", "hu was cancelled"])
    bench.advance(by: .milliseconds(300))
    bench.open("husky")
    #expect(bench.store.state.received == ["hu 1", "husky 1", "husky 2"])
  }

  @Test func `With replace, a throttled start drops what runs only when it fires`() {
    let bench = Bench()
    bench.store.send(.later("a", .throttle(.seconds(1))))
    bench.store.send(.later("b", .throttle(.seconds(1))))
    bench.open("a")
    #expect(bench.store.state.received == ["a 1", "a 2"])
    bench.advance(by: .seconds(1))
    #expect(bench.store.state.received == ["a 1", "a 2", "b 1"])
  }
}
