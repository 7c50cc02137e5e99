import ColmeiaBase
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Colmeia

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

  /// How long the tests below run. `COLMEIA_STRESS_SECONDS` sets it.
  static let patience: Duration = .seconds(
    ProcessInfo.processInfo.environment["COLMEIA_STRESS_SECONDS"].flatMap(Double.init) ?? 0.5)

  /// Counts the actions of two threads, and those that have overtaken another one of their thread.
  private struct Meeting: Reducer {
    struct State: Sendable { var count = 0, last = [0, 0], overtaken = 0, noise = 0 }
    struct Action: Sendable { let thread: Int, number: Int }
    func reduce(into state: inout State, action: Action) -> Effects {
      for turn in 0..<(action.number % 400) { state.noise = state.noise &* 31 &+ turn }  // so that they meet inside
      state.count += 1
      if state.last[action.thread] != action.number - 1 { state.overtaken += 1 }
      state.last[action.thread] = action.number
      return .none
    }
  }

  @Test(arguments: [1, 3]) func `Threads that meet leave no action behind, and none overtakes another`(
    actions: Int
  ) async {
    let store = Store(Meeting.State(), Meeting())
    let (gate, done) = (Shared(), Shared())
    let result = Mutex((rounds: 0, left: 0))
    @Sendable func send(_ thread: Int, _ round: Int) {
      for number in 1...actions { store.send(Meeting.Action(thread: thread, number: (round - 1) * actions + number)) }
    }
    await inThreads([
      {
        var round = 0
        while true {
          round += 1
          while gate.value.load(ordering: .acquiring) < round {
            if gate.value.load(ordering: .acquiring) < 0 { return }
          }
          send(1, round)
          done.value.store(round, ordering: .releasing)
        }
      },
      {
        let end = ContinuousClock.now + Self.patience
        var (round, left) = (0, 0)
        while round % 64 != 0 || ContinuousClock.now < end {
          round += 1
          gate.value.store(round, ordering: .releasing)
          for _ in 0..<(round % 7) { _ = done.value.load(ordering: .relaxed) }  // shifts the two against each other
          send(0, round)
          while done.value.load(ordering: .acquiring) < round {}
          // A reader of the store would help.
          if store.engine.core.withLock({ $0.machine.value.count }) != 2 * actions * round { left += 1 }
          _ = store.state
        }
        gate.value.store(-1, ordering: .releasing)
        result.withLock { [round, left] in $0 = (round, left) }
      },
    ])
    let (rounds, left) = result.withLock { $0 }
    #expect(left == 0 && rounds > 0, "\(left) of \(rounds) meetings left an action behind")
    #expect(store.state.overtaken == 0 && store.state.count == 2 * actions * rounds)
  }

  /// A number that threads share.
  private final class Shared: Sendable { let value = Atomic<Int>(0) }

  @Test func `Eight threads send, read and subscribe while one of them stops the store or shuts it down`() async {
    let end = ContinuousClock.now + Self.patience
    var round = 0
    while round == 0 || ContinuousClock.now < end {
      round += 1
      let store = Store(Busy.State(), Busy(), BusyHandler())
      let (hasStopped, late) = (Shared(), Shared())
      let sent = Shared()
      let atStop = Guarded<Int?>(nil)
      let moment = round * 37 % 200
      await inThreads(
        (0..<8).map { thread in
          {
            var subscriptions: [Subscription] = []
            for number in 0..<200 {
              let before = hasStopped.value.load(ordering: .acquiring)
              let outcome = store.send(.add(thread: thread, number: number)).outcome
              if before > 0, outcome != .stopped { late.value.wrappingAdd(1, ordering: .relaxed) }
              if outcome == .accepted { sent.value.wrappingAdd(1, ordering: .relaxed) }
              if number % 7 == 0 { store.send(.work(number)) }
              if number % 11 == 0 {
                subscriptions.append(
                  store.subscribe(to: \.count) { _ in _ = store.state.count })
              }
              if number % 13 == 0 { subscriptions.popLast()?.cancel() }
              if number % 5 == 0 { _ = store.state }
              guard thread == 0, number == moment else { continue }
              store.stop()
              atStop.withLock { $0 = store.state.count }
              hasStopped.value.store(1, ordering: .releasing)
            }
          }
        })
      await store.shutdown()
      #expect(late.value.load(ordering: .relaxed) == 0, "nothing is accepted after stop")
      #expect(store.state.count == atStop.withLock { $0 }, "nothing is reduced after stop")
      #expect(store.state.count <= sent.value.load(ordering: .relaxed))
      #expect(store.inspect { $0.pending } == 0 && store.engine.core.withLock { $0.tasks.isEmpty })
    }
  }

  /// A feature with an effect that lends its `send`, and reduces slowly what that sends.
  private struct Flooded: Reducer {
    struct State: Sendable { var count = 0, noise = 0 }
    enum Action: Sendable { case start, add }
    enum Effect: Sendable { case lend }

    func reduce(into state: inout State, action: Action) -> Effects {
      if case .start = action { return .run(.lend) }
      state.count += 1
      for turn in 0..<100 { state.noise = state.noise &* 31 &+ turn }
      return .none
    }
  }

  private final class LendingHandler: EffectHandler {
    let lent = Guarded<Send<Flooded.Action>?>(nil)

    func work(for effect: Flooded.Effect) -> Work<Flooded.Action> {
      .async { [self] send in
        lent.withLock { $0 = send }
        let end = Bell()
        await end.wait(after: end.rings)  // until it is cancelled
      }
    }
  }

  @Test func `Effects that send faster than the store reduces wait for their turn, so few of their actions wait`()
    async throws
  {
    let handler = LendingHandler()
    let store = Store(Flooded.State(), Flooded(), handler)
    store.send(.start)
    let send = try #require(handler.lent.withLock { $0 })
    let most = Shared()
    await inThreads(
      (0..<4).map { _ in
        {
          for number in 0..<20_000 {
            send(.add)
            most.value.max(store.engine.inbox.withLock { $0.entries.count }, ordering: .relaxed)
            if number % 1_000 == 0 { _ = store.state }
          }
        }
      })
    #expect(store.state.count == 80_000)
    #expect(most.value.load(ordering: .relaxed) <= 2 * 1_024)
    await store.shutdown()
  }
}
