import TestSupport
import Testing

@testable import Colmeia

/// Tests what a store must not retain, and which work it must not repeat.
@Suite struct StoreMemoryTests {
  @Test func `A new subscription does not cause calls of existing ones`() {
    let store = Store(0, Summing())
    let asked = Log<Int>()
    for number in 0..<100 {
      store.subscribe { state -> Int in
        asked.append(number)
        return state
      } receive: { _ in
      }
    }
    #expect(asked.elements == Array(0..<100))
  }

  @Test func `A reduced action is not retained, whether it was enqueued, sent by an effect, or an immediate answer`() {
    let executor = ManualExecutor()
    let (queued, answered, resolved) = (Slot<WeakWitness>(), Slot<WeakWitness>(), Slot<WeakWitness>())
    let handler = Passing.Handler(answered: answered, resolved: resolved)
    let store = Store(0, Passing(), handler, executor: executor)
    store.subscribe(to: \.self) { [weak store] count in
      if count != 1 { return }
      let witness = Witness()
      queued.value = WeakWitness(witness)
      store?.send(.take(witness))
    }
    store.send(.count)
    #expect(queued.value != nil && queued.value?.witness == nil)
    store.send(.run("answered"))
    #expect(answered.value != nil && answered.value?.witness == nil)
    store.send(.run("resolved"))
    executor.run()
    #expect(resolved.value != nil && resolved.value?.witness == nil)
    #expect(store.state == 4)
  }

  @Test func `Two endless chains of answers keep no more than a burst, with or without a trace`() {
    for trace in [nil, { (_, _) in }] as [Trace<Chains>?] {
      let executor = ManualExecutor()
      let store = Store(0, Chains(end: 50_000), Chains.Handler(), executor: executor, trace: trace)
      store.send(.begin)
      executor.run()
      #expect(store.state == 50_000)
      #expect(store.engine.core.withLock { $0.queue.isEmpty })
      #expect(store.inspect { $0.table.slots.count } <= 4)
    }
  }
}

/// Adds numbers.
struct Summing: Reducer {
  typealias State = Int
  typealias Action = Int
  func reduce(into state: inout Int, action: Int) -> Effects {
    state += action
    return .none
  }
}

/// A weak reference to an object whose deallocation is observed.
struct WeakWitness: Sendable {
  weak let witness: Witness?
  init(_ witness: Witness) { self.witness = witness }
}

/// Counts its actions, some of which contain a witness.
struct Passing: Reducer {
  enum Action: Sendable { case count, take(Witness), run(String) }
  struct Handler: EffectHandler {
    let answered: Slot<WeakWitness>
    let resolved: Slot<WeakWitness>
    func work(for effect: String) -> Work<Action> {
      if effect != "answered" { return .async { send in await perform(effect, send: send) } }
      let witness = Witness()
      answered.value = WeakWitness(witness)
      return .action(.take(witness))
    }
    private nonisolated(nonsending) func perform(_ effect: String, send: Send<Action>) async {
      await Task.yield()
      let witness = Witness()
      resolved.value = WeakWitness(witness)
      send(.take(witness))
    }
  }
  typealias State = Int
  typealias Effect = String
  func reduce(into state: inout Int, action: Action) -> Effects {
    if case .run(let effect) = action { return .run(effect) }
    state += 1
    return .none
  }
}

/// Two chains of effects that are answered immediately.
struct Chains: Reducer {
  enum Action: Sendable { case begin, next }
  enum Effect: Equatable, Sendable { case next }
  struct Handler: EffectHandler {
    func work(for effect: Effect) -> Work<Action> { .action(.next) }
  }
  let end: Int
  typealias State = Int
  func reduce(into state: inout Int, action: Action) -> Effects {
    if case .begin = action { return [.run(.next), .run(.next)] }
    if state == end { return .none }
    state += 1
    return .run(.next)
  }
}
