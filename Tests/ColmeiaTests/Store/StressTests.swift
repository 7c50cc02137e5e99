import Colmeia
import Synchronization
import TestSupport
import Testing

/// A feature with every kind of command: effects that replace each other, wait, are long-lived, or answer immediately.
private struct Busy: Reducer {
  struct State: Equatable {
    var count = 0
    var lastByThread: [Int: Int] = [:]
    var results: [Int] = []
    var isListening = false
  }
  enum Action {
    case add(thread: Int, number: Int)
    case work(Int)
    case result(Int)
    case toggleListening
    case received
  }
  enum Effect: Equatable { case answerTwice(Int), listen, answerAtOnce }

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .add(let thread, let number):
      state.count += 1
      precondition(state.lastByThread[thread] ?? -1 < number, "a thread's actions are reduced in its order")
      state.lastByThread[thread] = number
    case .work(let number):
      return [
        .run(.answerTwice(number), id: "work", .replace), .run(.answerAtOnce),
        .run(.answerTwice(-1), id: "later", .replace, .debounce(.microseconds(50))),
      ]
    case .result(let number):
      state.results.append(number)
      if state.results.count > 20 { state.results.removeAll() }
    case .toggleListening: state.isListening.toggle()
    case .received: break
    }
    return .none
  }

  func longLived(in state: State) -> LongLivedEffects<Effect> {
    state.isListening ? .running(.listen, id: "listen") : .none
  }
}

private struct BusyHandler: EffectHandler {
  func work(for effect: Busy.Effect) -> Work<Busy.Action> {
    effect == .answerAtOnce ? .action(.received) : .async { send in await perform(effect, send: send) }
  }

  private nonisolated(nonsending) func perform(_ effect: Busy.Effect, send: Send<Busy.Action>) async {
    switch effect {
    case .answerTwice(let number):
      for _ in 0..<2 {
        await Task.yield()
        send(.result(number))
      }
    case .listen:
      while !Task.isCancelled {
        send(.received)
        await Task.yield()
      }
    case .answerAtOnce: break
    }
  }
}

/// Stress tests with several threads. The order of events isn't reproducible, so they check what must hold in any order
/// (ReSwift#439).
@Suite(.blocking, .timeLimit(.minutes(10))) struct StressTests {
  @Test(arguments: 0..<10) func `Eight threads send, read, subscribe and wait at the same time`(round: Int) async {
    let store = Store(Busy.State(), Busy(), BusyHandler())
    let last = Mutex(-1)
    store.subscribe(to: \.count) { count in
      last.withLock {
        precondition($0 < count, "no subscriber receives an older value after a newer one")
        $0 = count
      }
    }
    await withTaskGroup { group in
      for thread in 0..<8 { group.addTask { await Self.disturb(store, thread) } }
    }
    // Comes after all actions that were sent, because another thread may still be reducing.
    await store.send(.received).finish()
    if store.state.isListening { store.send(.toggleListening) }
    #expect(store.state.count == 2_400)
    for thread in 0..<8 { #expect(store.state.lastByThread[thread] == 299) }
    await store.shutdown()
    #expect(store.send(.received).outcome == .stopped)
  }

  private static func disturb(_ store: Store<Busy>, _ thread: Int) async {
    var subscriptions: [Subscription] = []
    for number in 0..<300 {
      store.send(.add(thread: thread, number: number))
      if number % 7 == 0 { store.send(.work(number)) }
      if number % 31 == 0 { store.send(.toggleListening) }
      if number % 11 == 0 { subscriptions.append(store.subscribe(to: \.results) { _ in }) }
      if number % 13 == 0 { subscriptions.popLast()?.cancel() }
      if number % 5 == 0 { _ = store.state }
      if number % 17 == 0 { store.withState { state in if state.count % 2 == 0 { store.send(.received) } } }
      if number % 97 == 0 { await store.send(.work(number)).finish() }
    }
  }
}
