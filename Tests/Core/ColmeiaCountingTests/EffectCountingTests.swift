import ColmeiaTable
import CountingSupport
import Testing

/// Counts what effects cost.
@Suite struct EffectCountingTests {
  struct Leaf: Reducer {
    struct State: Sendable { var count = 0 }
    enum Action: Sendable { case run, replace }
    enum Effect: Equatable, Sendable { case number(Int), other }
    func reduce(into state: inout State, action: Action) -> Effects {
      state.count += 1
      return switch action {
      case .run: .run(.number(state.count))
      case .replace: .run(.number(state.count), id: "load", .replace)
      }
    }
  }

  struct Around: Reducer {
    struct State: Sendable { var leaf = Leaf.State() }
    enum Effect: Equatable, Sendable { case leaf(Leaf.Effect) }
    typealias Action = Leaf.Action
    let leaf = Child(\State.leaf, Leaf(), { $0 }, Effect.leaf)
    func reduce(into state: inout State, action: Action) -> Effects { leaf.reduce(&state, action) }
  }

  /// The feature of the README: an effect with a `String` and an id.
  struct Feed: Reducer, EffectHandler {
    struct State: Sendable { var (images, count) = ([String](), 0) }
    enum Action: Sendable { case load(String), loaded, count }
    enum Effect: Equatable, Sendable { case fetch(String) }
    enum ID: String { case load }
    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .load(let breed): return .run(.fetch(breed), id: ID.load, .replace)
      case .loaded: break
      case .count: state.count += 1
      }
      return .none
    }
    func work(for effect: Effect) -> Work<Action> { .action(.loaded) }
  }

  /// A reducer that holds a reference, as one with children does, and records how often it is retained while it reduces.
  struct Watched: Reducer {
    final class Witness: Sendable {}
    struct State: Identifiable, Sendable { var (id, retainCount) = (1, UInt(0)) }
    enum Action: Sendable { case count, run }
    typealias Effect = Leaf.Effect
    let witness: Witness
    func reduce(into state: inout State, action: Action) -> Effects {
      state.retainCount = _getRetainCount(witness)
      return action == .count ? .none : .run(.other)
    }
  }

  struct AroundWatched: Reducer {
    struct State: Sendable { var (child, rows) = (Watched.State(), EntityTable([Watched.State()])) }
    enum Effect: Equatable, Sendable { case leaf(Leaf.Effect) }
    enum Action: Sendable { case child(Watched.Action), row(Int, Watched.Action) }
    let child: Child<State, Action, Effect, Watched>
    let rows: ChildRows<State, Action, Effect, EntityTable<Watched.State>, Watched>
    init(_ witness: Watched.Witness) {
      child = Child(\State.child, Watched(witness: witness), Action.child, Effect.leaf)
      rows = ChildRows(\State.rows, Watched(witness: witness), Action.row) { Effect.leaf($1) }
    }
    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .child(let action): child.reduce(&state, action)
      case .row(let id, let action): rows.reduce(&state, id, action)
      }
    }
  }

  /// A feature with an effect that sends its answer from a task.
  struct Asking: Reducer, EffectHandler {
    struct State: Sendable { var answer = 0 }
    enum Action: Sendable { case ask, answer(Int) }
    enum Effect: Equatable, Sendable { case ask(Int) }
    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .ask: return .run(.ask(state.answer))
      case .answer(let answer): state.answer = answer
      }
      return .none
    }
    func work(for effect: Effect) -> Work<Action> {
      switch effect {
      case .ask(let count): .async { send in send(.answer(count + 1)) }
      }
    }
  }

  #if !DEBUG  // unoptimized calls retain their arguments, and unoptimized closures allocate
    @Test func `An effect of a child allocates its command twice, and its path if the child has an identity`() {
      let (reducer, watched) = (Around(), AroundWatched(Watched.Witness()))
      var (state, identified) = (Around.State(), AroundWatched.State())
      let found = [
        steadyAllocations { _ = reducer.reduce(into: &state, action: .replace) },
        steadyAllocations { _ = watched.reduce(into: &identified, action: .child(.run)) },
      ]
      #expect(found == [2, 3])
    }

    @Test func `An effect with a String and an id that is answered at once allocates once`() {
      let store = Store(Feed.State(), Feed(), Feed())
      let breed = "a breed whose name doesn't fit in sixteen bytes"
      let found = [
        steadyAllocations { store.send(.load(breed)) },
        steadyAllocations { for _ in 0..<1_000 { store.send(.count) } },
      ]
      #expect(found == [1, 0])
    }

    @Test func `A list of two effects allocates no more than their sum`() {
      func list(_ count: Int) -> Leaf.Effects { [.run(.number(count)), .run(.other)] }
      func sum(_ count: Int) -> Leaf.Effects { .run(.number(count)) + .run(.other) }
      var commands = 0
      let found = [
        steadyAllocations { commands += list(commands).commands.count },
        steadyAllocations { commands += sum(commands).commands.count },
      ]
      #expect(found[0] <= found[1] + 1 && commands == 16, "\(found)")
    }

    @Test func `Asynchronous work allocates six times: its command, its task with its memory and closures`() async {
      // Detached, because a task copies the task-local values of its creator, and Swift Testing sets some.
      let (found, answer) = await Task.detached {
        let store = Store(Asking.State(), Asking(), Asking())
        return (steadyAllocations { store.send(.ask) }, store.state.answer)
      }.value
      #expect(found == 6)
      #expect(answer == 4)
    }

    @Test func `The reducer of a child and that of a row reduce without being retained`() {
      let witness = Watched.Witness()
      let (reducer, alone) = (AroundWatched(witness), Watched(witness: witness))
      var (state, own) = (AroundWatched.State(), Watched.State())
      _ = alone.reduce(into: &own, action: .count)
      _ = reducer.reduce(into: &state, action: .child(.count))
      _ = reducer.reduce(into: &state, action: .row(1, .count))
      #expect([state.child.retainCount, state.rows[0].retainCount] == [own.retainCount, own.retainCount])
      withExtendedLifetime((witness, reducer, alone)) {}
    }
  #endif

  /// A screen with rows that each have a running effect, or name a long-lived one.
  struct Row: Reducer {
    struct State: Identifiable, Sendable {
      let id: Int
      var isOpen = false
    }
    enum Action: Sendable { case run }
    enum Effect: Equatable, Sendable { case run, follow }
    func reduce(into state: inout State, action: Action) -> Effects { .run(.run, id: "run") }
    func longLived(in state: State) -> LongLivedEffects<Effect> {
      state.isOpen ? .running(.follow, id: "follow") : .none
    }
  }

  struct Screen: Reducer {
    struct State: Sendable { var rows = EntityTable((0..<1_000).map { Row.State(id: $0) }) }
    enum Action: Sendable { case row(Int, Row.Action), open }
    enum Effect: Equatable, Sendable { case row(Int, Row.Effect) }
    let rows = ChildRows(\State.rows, Row(), Action.row, Effect.row)
    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .row(let id, let action): return rows.reduce(&state, id, action)
      case .open: for id in 0..<1_000 { state.rows.update(id) { $0.isOpen = true } }
      }
      return .none
    }
  }

  struct Home: Reducer {
    struct State: Sendable { var (count, screen) = (0, Screen.State?.some(Screen.State())) }
    enum Action: Sendable { case count, leave, screen(Screen.Action) }
    enum Effect: Equatable, Sendable { case screen(Screen.Effect) }
    let screen = Child(\State.screen, Screen(), Action.screen, Effect.screen)
    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .count: state.count += 1
      case .leave: state.screen = nil
      case .screen(let action): return screen.reduce(&state, action)
      }
      return .none
    }
  }

  @Test func `An action costs nothing for the effects of a removed feature that are still stopping`() {
    var machine = Machine(Home.State(), Home())
    for id in 0..<1_000 { machine.send(.screen(.row(id, .run))) }
    let running = machine.requests.compactMap { if case .start(let id, _) = $0 { id } else { nil } }
    machine.requests = []
    machine.send(.leave)
    #expect(running.count == 1_000 && machine.requests.count == 1_000, "all are cancelled, once")
    machine.requests = []
    #expect(steadyAllocations { machine.send(.count) } == 0)
    for id in running { machine.finish(id) }
    #expect(machine.requests.isEmpty && machine.pending == 0)
  }

  @Test func `An end at the limit costs the same for any number of long-lived effects that wait for room`() {
    var machine = Machine(Screen.State(), Screen(), effectLimit: 2)
    machine.send(.open)
    var started: [RequestID] = []
    func collectStarts() {
      for case .start(let id, _) in machine.requests { started.append(id) }
      machine.requests.removeAll(keepingCapacity: true)
    }
    collectStarts()
    #expect(started.count == 2)
    started.reserveCapacity(1_100)
    var next = 0
    let most = (0..<900).map { _ in
      allocations {
        machine.finish(started[next])
        next += 1
        collectStarts()
      }
    }
    #expect(started.count == 902)
    #expect(most.dropFirst().max() ?? 9 <= 5, "\(most.prefix(9))")
  }
}
