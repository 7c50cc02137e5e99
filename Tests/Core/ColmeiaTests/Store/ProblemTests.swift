import ColmeiaTesting
import TestSupport
import Testing

@testable import Colmeia

/// Tests the reports of programming errors, and the trace of outputs of children.
@Suite struct ProblemTests {
  struct Bell: Reducer {
    struct State: Equatable, Sendable { var rings = 0 }
    enum Action: Sendable { case ring }
    enum Effect: Equatable, Sendable { case sound }
    enum Output: Equatable, Sendable { case rang(Int) }
    func reduce(into state: inout State, action: Action) -> Effects {
      state.rings += 1
      return .output(.rang(state.rings)) + .run(.sound)
    }
  }

  struct Parent: Reducer {
    struct State: Equatable, Sendable { var bell = Bell.State(), received: [Int] = [] }
    enum Action: Sendable { case bell(Bell.Action) }
    enum Effect: Equatable, Sendable { case bell(Bell.Effect) }
    let bell = Child(\State.bell, Bell(), Action.bell, Effect.bell)
    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .bell(let action):
        bell.reduce(&state, action) { state, output in
          if case .rang(let count) = output { state.received.append(count) }
          return .none
        }
      }
    }
  }

  struct Silent: EffectHandler {
    func work(for effect: Parent.Effect) -> Work<Parent.Action> { .done }
  }

  /// A parent whose child is computed, so that it can't be found.
  struct Forgetful: Reducer {
    typealias State = Parent.State
    typealias Action = Parent.Action
    typealias Effect = Parent.Effect
    var bell: Child<State, Action, Effect, Bell> { Child(\State.bell, Bell(), Action.bell, Effect.bell) }
    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .bell(let action): bell.reduce(&state, action) { _, _ in .none }
      }
    }
  }

  @Test func `A child that isn't a stored property is reported once, when it starts an effect`() {
    let problems = Log<String>()
    let store = Store(Parent.State(), Forgetful(), Silent(), report: { problems.append($0.description) })
    #expect(problems.elements == [])
    store.send(.bell(.ring))
    store.send(.bell(.ring))
    #expect(
      problems.elements == [
        "'bell' isn't a stored property of `Forgetful`, so its removal can't be detected, and its long-lived effects "
          + "don't run. Declare it there with `let`."
      ])
  }

  struct Listener: Reducer {
    struct State: Equatable, Sendable { var heard = 0 }
    enum Action: Sendable { case heard }
    enum Effect: Equatable, Sendable { case listen }
    func reduce(into state: inout State, action: Action) -> Effects { .none }
    func longLived(in state: State) -> LongLivedEffects<Effect> { .running(.listen, id: "listen") }
  }

  /// Stores a child that was declared for its parent's state, and another one twice.
  struct Confused: Reducer {
    struct State: Equatable, Sendable { var own = Listener.State() }
    enum Action: Sendable { case own(Listener.Action) }
    enum Effect: Equatable, Sendable { case own(Listener.Effect) }
    let listener = Child(\Outer.State.listener, Listener(), Outer.Action.listener, Outer.Effect.listener)
    let own = Child(\State.own, Listener(), Action.own, Effect.own)
    let again = Child(\State.own, Listener(), Action.own, Effect.own)
    func reduce(into state: inout State, action: Action) -> Effects { .none }
  }

  /// The parent of a confused feature.
  struct Outer: Reducer {
    struct State: Equatable, Sendable { var confused = Confused.State(), listener = Listener.State() }
    enum Action: Sendable { case confused(Confused.Action), listener(Listener.Action) }
    enum Effect: Equatable, Sendable { case confused(Confused.Effect), listener(Listener.Effect) }
    let confused = Child(\State.confused, Confused(), Action.confused, Effect.confused)
    let listener = Child(\State.listener, Listener(), Action.listener, Effect.listener)
    func reduce(into state: inout State, action: Action) -> Effects { .none }
  }

  @Test func `A child of another feature and a repeated name are reported even if they are never used, at any depth`() {
    func problems<R: Reducer>(_ state: R.State, _ reducer: R) -> [StoreProblem] {
      Machine(state, reducer).requests.compactMap { if case .report(let problem) = $0 { problem } else { nil } }
    }
    func expected(_ parent: String) -> [StoreProblem] {
      [.foreignChild("listener", parent: parent), .duplicateChild("own", parent: parent)]
    }
    let wrapped = Confused().middleware { state, action, next in next.reduce(into: &state, action: action) }
    #expect(problems(Confused.State(), Confused()) == expected("Confused"))
    #expect(problems(Outer.State(), Outer()) == expected("Confused"))
    #expect(problems(Confused.State(), wrapped) == expected("MiddlewareReducer<Confused>"))
    #expect(problems(Confused.State(), Recursive { Confused() }) == expected("Recursive<Confused>"))
    #expect(
      expected("Confused")[0].description
        == "'listener' is a property of `Confused`, but its key path or its effects belong to another feature. Use it "
        + "in the reducer of the state that its key path starts from.")
    #expect(problems(Parent.State(), Parent()).isEmpty)
  }

  @Test func `An output of a child is reduced in its step, and appears in the trace with the child's name`() {
    let outputs = Log<String>()
    let store = Store(
      Parent.State(), Parent(), Silent(),
      trace: { event, _ in
        guard case .step(let step) = event else { return }
        for output in step.outputs { outputs.append("\(step.sequence) \(output.scope) \(output.output)") }
      })
    store.send(.bell(.ring))
    store.send(.bell(.ring))
    #expect(store.state.received == [1, 2])
    #expect(outputs.elements == ["1 bell rang(1)", "2 bell rang(2)"])
  }

  @Test func `A refused send is reported once, with advice, even without a trace`() {
    let (problems, executor) = (Log<String>(), ManualExecutor())
    let store = Store(
      Probe.State(), Probe(), ProbeHandler(gates: Gates()), executor: executor, queueLimit: 0,
      report: { problems.append($0.description) })
    for _ in 0..<3 { store.withState { _ in #expect(store.send(.add(1)).outcome == .refused) } }
    executor.run()
    #expect(
      problems.elements == [
        "a sent action was refused and is lost, because the limit of 0 actions waiting to be reduced is reached. "
          + "Send less often, check the `outcome` of each send, or raise the `queueLimit`."
      ])
  }

  @Test func `An effect that still runs ten seconds after its cancellation is reported once, only by its id`() {
    let (problems, gates, clock, executor) = (Log<StoreProblem>(), Gates(), ManualClock(), ManualExecutor())
    let store = Store(
      Probe.State(), Probe(), ProbeHandler(gates: gates), clock: clock, executor: executor,
      report: { problems.append($0) })
    func advance(by seconds: Int) {
      executor.run()
      clock.advance(by: .seconds(seconds))
      executor.run()
    }
    store.send(.start("a secret"))
    store.send(.start("another"))
    advance(by: 60)
    #expect(clock.sleeperCount == 0)  // nothing was cancelled, so no check is scheduled
    store.send(.cancel)
    advance(by: 4)
    #expect(problems.elements == [])
    advance(by: 1)
    gates.open("another")
    for _ in 0..<5 { advance(by: 5) }
    #expect(problems.elements == [.ignoredCancellation("work")])
    #expect(
      problems.elements.first?.description
        == "the effect with the id 'work' is still running seconds after it was cancelled. "
        + "Use structured concurrency and the injected clock, or check `Task.isCancelled`.")
    #expect(clock.sleeperCount == 0)
    gates.open("a secret")
    executor.run()
    store.stop()
  }

  /// A feature whose effect passes on what it sends actions with.
  struct Leaky: Reducer {
    struct State: Equatable, Sendable { var count = 0 }
    enum Action: Sendable { case start, cancel, count }
    enum Effect: Equatable, Sendable { case leak }
    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .start: return .run(.leak, id: "leak")
      case .cancel: return .cancel("leak")
      case .count:
        state.count += 1
        return .none
      }
    }
  }

  struct LeakyHandler: EffectHandler {
    let leaked: Log<Send<Leaky.Action>>
    let ends: Gates
    func work(for effect: Leaky.Effect) -> Work<Leaky.Action> {
      .async { send in
        leaked.append(send)
        await ends.pass("leak")
      }
    }
  }

  @Test(arguments: [false, true])
  func `An action of an effect that has ended by itself is reported, and that of a cancelled one is not`(
    isCancelled: Bool
  ) {
    let (problems, leaked, ends, executor) =
      (Log<StoreProblem>(), Log<Send<Leaky.Action>>(), Gates(), ManualExecutor())
    let store = Store(
      Leaky.State(), Leaky(), LeakyHandler(leaked: leaked, ends: ends), executor: executor,
      report: { problems.append($0) })
    store.send(.start)
    executor.run()
    leaked.elements[0](.count)
    if isCancelled { store.send(.cancel) }
    leaked.elements[0](.count)
    let count = isCancelled ? 1 : 2
    ends.open("leak")
    executor.run()
    #expect(problems.elements == [])
    for _ in 0..<3 { leaked.elements[0](.count) }
    #expect(problems.elements == (isCancelled ? [] : [.lateAction]))
    #expect(store.state.count == count)
    store.stop()
    leaked.elements[0](.count)
    #expect(problems.elements.count <= 1)
  }

  @Test func `An effect that stops when it is cancelled is not reported`() {
    let problems = Log<StoreProblem>()
    let (gates, clock, executor) = (Gates(), ManualClock(), ManualExecutor())
    let store = Store(
      Probe.State(), Probe(), ProbeHandler(gates: gates), clock: clock, executor: executor,
      report: { problems.append($0) })
    for round in 0..<20 {
      store.send(.start("\(round)"))
      store.send(.cancel)
      executor.run()
      clock.advance(by: .seconds(3))
      gates.open("\(round)")
      executor.run()
    }
    for _ in 0..<3 {
      clock.advance(by: .seconds(5))
      executor.run()
    }
    #expect(problems.elements == [])
    #expect(clock.sleeperCount == 0)
  }
}
