import ColmeiaTable
import TestSupport
import Testing

@testable import ColmeiaTesting

/// The law of the exhaustive test store: a correct test never fails, and a test with one error fails exactly once.
@Suite(.long) struct TestStoreLawTests {
  /// A feature whose actions state what it does.
  struct Feature: Reducer {
    struct State: Equatable, Sendable {
      var count = 0
      var note = ""
      var sockets: [Int] = []
      var rows: EntityTable = [Row(id: 0), Row(id: 1)]
    }
    struct Row: Equatable, Sendable, Identifiable {
      let id: Int
      var likes = 0
    }
    enum Action: Sendable {
      case count(Int), run(Command), both(Command, Command), cancel(Int), row(Int, Command), toggle(Int), socket(Int)
    }
    struct Command: Sendable {
      var effect: Int
      var id: Int
      var policy: Policy
      var start: EffectStart
      func effects<Effect>(_ embed: (Int) -> Effect) -> EffectList<Effect, Never> {
        id == 0 ? .run(embed(effect)) : .run(embed(effect), id: EffectID("\(id)"), policy, start)
      }
    }
    enum Effect: Equatable, Sendable { case work(Int), row(Int, Int), socket(Int) }

    struct RowReducer: Reducer {
      typealias Effect = Int
      typealias State = Row
      typealias Action = Command
      func reduce(into state: inout Row, action: Command) -> Effects {
        state.likes += 1
        return action.effects { $0 }
      }
    }
    let rows = ChildRows(\State.rows, RowReducer(), Action.row) { Effect.work($1) }

    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .count(let count):
        state.count += count
        state.note = "\(state.count)"
      case .run(let command): return command.effects(Effect.work)
      case .both(let first, let second): return first.effects(Effect.work) + second.effects(Effect.work)
      case .cancel(let id): return .cancel(EffectID("\(id)"))
      case .row(let id, let command):
        return state.rows.contains(id: id) ? rows.reduce(&state, id, command) : .none
      case .toggle(let id): state.rows[id: id] = state.rows.contains(id: id) ? nil : Row(id: id)
      case .socket(let socket):
        if let position = state.sockets.firstIndex(of: socket) {
          state.sockets.remove(at: position)
        } else {
          state.sockets.append(socket)
        }
      }
      return .none
    }
    func longLived(in state: State) -> LongLivedEffects<Effect> {
      state.sockets.reduce(.none) { $0 + .running(.socket($1), id: "\($1)") }
    }
  }
  typealias Effect = Feature.Effect

  /// A step, and its actual results.
  struct Step {
    var input: TestInput<Feature>
    var state: Feature.State
    var changes: EffectChanges<Effect>
  }

  /// A separate shell around a machine that records what happens.
  struct ReferenceModel: ~Copyable {
    var machine = Machine(Feature.State(), Feature())
    var timers: [(id: RequestID, deadline: Duration)] = []
    var now = Duration.zero
    var running: [(id: RequestID, effect: Effect)] = []
    var changes = EffectChanges<Effect>()

    init() { machine.waitLog = [] }

    mutating func step(_ random: inout SplitMix) -> Step {
      changes = EffectChanges()
      let input = input(&random)
      settle()
      return Step(input: input, state: machine.state, changes: changes)
    }

    private mutating func input(_ random: inout SplitMix) -> TestInput<Feature> {
      let kind = Int.random(in: 0..<10, using: &random)
      if kind == 0 {
        let duration = Duration.milliseconds(Int.random(in: 0...30, using: &random))
        advance(by: duration)
        return .advance(duration)
      }
      let action = Self.action(&random)
      guard kind > 4, let position = running.indices.randomElement(using: &random) else {
        machine.send(action)
        return .send(action)
      }
      let (id, effect) = running[position]
      let index = running[..<position].filter { $0.effect == effect }.count
      if kind == 5 {
        machine.resolve(id, action)
        return .resolve(effect, index, action)
      }
      running.remove(at: position)
      if kind < 8 {
        machine.answer(id, action)
        return .answer(effect, index, action)
      }
      machine.finish(id)
      return .finish(effect, index)
    }

    private mutating func advance(by duration: Duration) {
      let end = now + duration
      while let next = timers.min(by: { ($0.deadline, $0.id.number) < ($1.deadline, $1.id.number) }),
        next.deadline <= end
      {
        now = next.deadline
        timers.removeAll { $0.id == next.id }
        machine.fire(next.id)
        settle()
      }
      now = end
    }

    private mutating func settle() {
      while !machine.requests.isEmpty {
        let requests = machine.requests
        machine.requests = []
        for case .start(let id, let effect) in requests {
          running.append((id, effect))
          changes.started.append(effect)
        }
        for request in requests {
          switch request {
          case .cancel(let id):
            if let position = running.firstIndex(where: { $0.id == id }) {
              changes.cancelled.append(running.remove(at: position).effect)
            }
            machine.finish(id)
          case .startTimer(let id, let duration): timers.append((id, now + duration))
          case .cancelTimer(let id): timers.removeAll { $0.id == id }
          case .start, .report: break
          }
        }
      }
      let log = machine.waitLog ?? []
      machine.waitLog = []
      let still = Set(machine.waitingStarts.map(\.id))
      var dropped: Set<RequestID> = []
      for case .dropped(let id, let effect) in log {
        dropped.insert(id)
        changes.cancelled.append(effect)
      }
      for case .waits(let id, let effect) in log where still.contains(id) || dropped.contains(id) {
        changes.waiting.append(effect)
      }
    }

    private static func action(_ random: inout SplitMix) -> Feature.Action {
      let number = Int.random(in: 0...2, using: &random)
      switch Int.random(in: 0..<9, using: &random) {
      case 0: return .count(number)
      case 1, 2, 3: return .run(command(&random))
      case 4: return .both(command(&random), command(&random))
      case 5: return .cancel(number)
      case 6: return .row(number, command(&random))
      case 7: return .toggle(number)
      default: return .socket(number)
      }
    }

    private static func command(_ random: inout SplitMix) -> Feature.Command {
      let wait = Duration.milliseconds(Int.random(in: 1...20, using: &random))
      let starts = [EffectStart.now, .now, .after(wait), .debounce(wait), .throttle(wait)]
      return Feature.Command(
        effect: Int.random(in: 0...2, using: &random), id: Int.random(in: 0...2, using: &random),
        policy: Policy.allCases[Int.random(in: Policy.allCases.indices, using: &random)],
        start: starts[Int.random(in: 0..<5, using: &random)])
    }
  }

  private static func program(_ random: inout SplitMix) -> (steps: [Step], left: [Effect]) {
    var model = ReferenceModel()
    let steps = (0..<30).map { _ in model.step(&random) }
    return (steps, model.running.map(\.effect) + model.machine.waitingStarts.map(\.effect))
  }

  /// Returns the failures that a store reports for these steps.
  private static func failures(_ steps: [Step], leaving: [Effect]) -> [TestFailure] {
    var store = TestStore(Feature.State(), Feature(), reporting: .silently)
    for step in steps {
      if step.state == store.state {
        store.step(step.input, step.changes, [], CallSite())
      } else {
        store.step(step.input, step.changes, [], CallSite()) { $0 = step.state }
      }
    }
    store.finish(leaving: leaving)
    return store.failures
  }

  /// Returns copies of the program with one error each.
  private static func programsWithOneError(_ steps: [Step], _ left: [Effect], _ random: inout SplitMix) -> [(
    [Step], [Effect]
  )] {
    func positions(_ isFit: (Step) -> Bool) -> [Int] { steps.indices.filter { isFit(steps[$0]) } }
    func mutated(_ positions: [Int], _ random: inout SplitMix, _ change: (inout Step) -> Void) -> ([Step], [Effect])? {
      guard let position = positions.randomElement(using: &random) else { return nil }
      var steps = steps
      change(&steps[position])
      return (steps, left)
    }
    let actions = positions {
      switch $0.input {
      case .send, .answer, .resolve: true
      case .finish, .advance: false
      }
    }
    let starts = positions { !$0.changes.started.isEmpty }
    let programs = [
      mutated(actions, &random) { $0.state.note += "!" },
      mutated(actions, &random) { $0.state.rows[id: 9] = Feature.Row(id: 9) },
      mutated(starts, &random) { $0.changes.started[0] = .work(99) },
      mutated(starts, &random) { $0.changes.started.removeLast() },
      mutated(Array(steps.indices), &random) { $0.changes.started.append(.work(0)) },
      mutated(positions { $0.changes.started.count > 1 && $0.changes.started[0] != $0.changes.started[1] }, &random) {
        $0.changes.started.swapAt(0, 1)
      },
      mutated(positions { !$0.changes.cancelled.isEmpty }, &random) { $0.changes.cancelled.removeFirst() },
      mutated(positions { !$0.changes.waiting.isEmpty }, &random) { $0.changes.waiting.removeFirst() },
      mutated(actions, &random) { $0.input = .answer(.work(99), 0, .count(1)) },
      left.isEmpty ? nil : (steps, Array(left.dropFirst())),
      (steps, left + [.work(99)]),
    ]
    return programs.compactMap { $0 }
  }

  @Test func `A correct test never fails, and a test with one error fails exactly once`() {
    var random = SplitMix(state: 7)
    var reported = 0
    for _ in 0..<100 {
      let (steps, left) = Self.program(&random)
      let correct = Self.failures(steps, leaving: left)
      #expect(correct.isEmpty, "\(correct.first?.message ?? "")")
      for (steps, left) in Self.programsWithOneError(steps, left, &random) {
        let failures = Self.failures(steps, leaving: left)
        #expect(failures.count == 1, "\(failures.map(\.message).joined(separator: "\n----\n"))")
        reported += 1
      }
    }
    #expect(reported > 900)
  }

  @Test func `Cancelled effects may be listed in any order`() {
    var random = SplitMix(state: 8)
    for _ in 0..<50 {
      var (steps, left) = Self.program(&random)
      for position in steps.indices { steps[position].changes.cancelled.reverse() }
      #expect(Self.failures(steps, leaving: left.reversed()).isEmpty)
    }
  }
}
