import TestSupport
import Testing

@testable import ColmeiaExplorer

/// The exhaustive search finds what trying all programs finds, which compares no situations.
@Suite(.long) struct BruteForceTests {
  /// A reducer from a random table: for each value and action, the next value and what is requested.
  struct Table: Reducer {
    struct State: Hashable, Sendable { var value = 0 }
    enum Action: Hashable, Sendable { case press(Int), done(Int) }
    enum Effect: Hashable, Sendable { case work(Int) }
    static let values = 5
    let rows: [(next: Int, effects: Effects)]

    init(seed: UInt64) {
      var random = SplitMix(state: seed)
      rows = (0..<Self.values * 5).map { _ in (Self.draw(Self.values, &random), Self.effects(&random)) }
    }

    private static func draw(_ bound: Int, _ random: inout SplitMix) -> Int { Int(random.next() >> 33) % bound }

    private static func effects(_ random: inout SplitMix) -> Effects {
      var effects = Effects.none
      for _ in 0..<[0, 1, 1, 2][draw(4, &random)] {
        let id: EffectID = ["x", "y"][draw(2, &random)]
        let work = Effect.work(draw(3, &random))
        let starts = [EffectStart.now, .now, .after(.seconds(1)), .debounce(.seconds(2)), .throttle(.seconds(1))]
        let start = starts[draw(5, &random)]
        switch draw(6, &random) {
        case 0: effects = effects + .cancel(id)
        case 1, 2: effects = effects + .run(work)
        default:
          let policy = Policy.allCases[draw(Policy.allCases.count, &random)]
          effects = effects + .run(work, id: id, policy, start)
        }
      }
      return effects
    }

    func reduce(into state: inout State, action: Action) -> Effects {
      let column =
        switch action {
        case .press(let number): number
        case .done(let number): 2 + number
        }
      let row = rows[state.value * 5 + column]
      state.value = row.next
      return row.effects
    }

    static func explorer(seed: UInt64) -> Explorer<Table, Int> {
      var explorer = Explorer(State(), Table(seed: seed), server: 0)
      explorer.action(.press(0))
      explorer.action(.press(1))
      if seed % 3 == 0 {
        explorer.outcomes { effect, server in
          switch effect {
          case .work(let number): [.answer(.done((number + server) % 3)) { $0 = (2 * $0 + number + 1) % 5 }, .finish]
          }
        }
        explorer.eventually("the server isn't full") { $1.server != 4 }
      } else {
        explorer.outcomes { effect in
          switch effect {
          case .work(let number): [.answer(.done(number)), .finish]
          }
        }
      }
      explorer.restLimit = 10
      switch seed % 4 {
      case 0: explorer.always("never the last value") { $0.value != values - 1 }
      case 1: explorer.always("not while something stops") { $0.value != values - 1 || $1.stopping.first != .work(0) }
      case 2: explorer.eventually("not the first value after work") { $0.value != 0 || $1.now < .seconds(2) }
      default: explorer.eventually("not the last value") { $0.value != values - 1 }
      }
      return explorer
    }
  }

  /// Returns the length of the shortest program that fails, of up to `steps` steps.
  static func shortest<R, Server>(_ explorer: Explorer<R, Server>, steps: Int) -> Int? {
    let plan = Plan(explorer)
    var world = World(plan)
    var level: [(path: [Program.Step], halfway: RequestID?)] = [([], nil)]
    for depth in 0...steps {
      var next: [(path: [Program.Step], halfway: RequestID?)] = []
      for (path, halfway) in level {
        func begin() {
          world.begin()
          for step in path { world.perform(step) }
        }
        begin()
        if world.violation == nil { world.finish() }
        if world.violation != nil { return depth }
        begin()
        let timer = world.timers.next
        for move in world.moves(tag: depth + 1, mostChoices: 10) {
          let isHalf = move.kind == .time && move.values == [2]
          if !isHalf || timer != halfway { next.append((path + [move], isHalf ? timer : halfway)) }
        }
      }
      level = next
    }
    return nil
  }

  @Test(arguments: 0..<600 as Range<UInt64>) func `The shortest failing program has the same length`(seed: UInt64) {
    let explorer = Table.explorer(seed: seed)
    let steps = seed % 10 == 0 ? 4 : 3
    let exhaustion = explorer.exhaust(steps: steps)
    let length = Self.shortest(explorer, steps: steps)
    #expect(exhaustion.counterexample?.program.count == length, "\(exhaustion)")
    if length == nil { #expect(exhaustion.coversAllSteps) }
    if let found = exhaustion.counterexample { #expect(explorer.replay(found.program).violation == found.violation) }
  }

  /// A reducer that logs the order in which its effects are answered.
  struct Pair: Reducer {
    struct State: Hashable, Sendable { var done: [String] = [] }
    enum Action: Sendable { case a, b, done(String) }
    enum Effect: Hashable, Sendable { case work(String) }
    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .a: return .run(.work("a"))
      case .b: return .run(.work("b"))
      case .done(let name): if state.done.count < 3 { state.done.append(name) }
      }
      return .none
    }
  }

  @Test func `The order of running effects distinguishes situations, because the end answers in that order`() throws {
    var explorer = Explorer(Pair.State(), Pair())
    explorer.action(.a)
    explorer.action(.b)
    explorer.outcomes { effect in
      switch effect {
      case .work(let name): [.answer(.done(name))]
      }
    }
    explorer.eventually("b isn't followed by a") { !$0.done.starts(with: ["b", "a"]) }
    let found = try #require(explorer.exhaust(steps: 2).counterexample)
    #expect(found.trace.lines.prefix(2).map(\.text) == ["b", "a"])
    #expect(explorer.exhaust(steps: 3).counterexample?.program == found.program)
  }
}
