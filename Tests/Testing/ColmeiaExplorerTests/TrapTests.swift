import ColmeiaExplorer
import Synchronization
import TestSupport
import Testing

/// A trap in a reducer is reported as a failure, and the process continues.
@Suite(.long) struct TrapTests {
  /// A list that traps when the third of two rows is taken, or in one of three other ways.
  struct Rows: Reducer {
    enum Fault: Sendable { case index, overflow, precondition, recursion }
    var fault = Fault.index

    struct State: Hashable, Sendable {
      var rows: [Int] = []
      var sum: Int8 = 120
    }
    enum Action: Sendable { case add, clear, take }

    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .add: state.rows.append(state.rows.count)
      case .clear: state.rows = []
      case .take: if state.rows.count == 2 { trap(&state) }
      }
      return .none
    }

    private func trap(_ state: inout State) {
      switch fault {
      case .index: state.rows.append(state.rows[2])
      case .overflow: for _ in 0..<20 { state.sum += 1 }
      case .precondition: precondition(state.rows.isEmpty, "the list is empty")
      case .recursion: state.rows.append(depth(of: state.rows.count))
      }
    }

    private func depth(of number: Int) -> Int { number < 0 ? 0 : depth(of: number + 1) + 1 }

    static func explorer(_ fault: Fault) -> Explorer<Rows, NoServer> {
      var explorer = Explorer(State(), Rows(fault: fault))
      for action in [Action.add, .clear, .take] { explorer.action(action) }
      return explorer
    }
  }

  @Test(arguments: [Rows.Fault.index, .overflow, .precondition, .recursion])
  func `Random search finds a trap and shrinks it`(fault: Rows.Fault) throws {
    let exploration = Rows.explorer(fault).run(seeds: 0..<1_000, survivesTraps: true)
    let found = try #require(exploration.counterexample)
    let expected = """
      Rows: the last action traps.
      1. action  add
      2. action  add
      3. action  take
      """
    #expect(found.story.hasPrefix(expected))
  }

  @Test func `Exhaustive search finds the shortest program that traps`() throws {
    let found = try #require(Rows.explorer(.index).exhaust(steps: 5, survivesTraps: true).counterexample)
    #expect(found.violation == .trapped)
    #expect(found.trace.lines.map(\.text) == ["add", "add", "take"])
  }

  @Test func `A trap in a rule or in the closure of an action isn't blamed on the reducer`() throws {
    let message =
      "a closure of the explorer traps after the last step: that of a rule, an action, an outcome or the server."
    var rule = Explorer(Rows.State(), Rows())
    rule.action(.add)
    rule.always("the rows are few") { [0, 1, 2][$0.rows.count] >= 0 }
    for found in [
      rule.run(seeds: 0..<1, survivesTraps: true).counterexample, rule.exhaust(survivesTraps: true).counterexample,
    ] {
      let found = try #require(found)
      #expect(found.violation == .closureTrapped)
      #expect(found.story.hasPrefix("Rows: \(message)\n1. action  add\n2. action  add\n3. action  add"))
    }
    var generator = Explorer(Rows.State(), Rows())
    generator.action(.add)
    generator.action("the second row") { state, _ in state.rows[1] == 1 ? .clear : nil }
    #expect(generator.run(seeds: 0..<1, survivesTraps: true).counterexample?.violation == .closureTrapped)
    let found = try #require(generator.exhaust(survivesTraps: true).counterexample)
    #expect(found.violation == .closureTrapped && found.trace.lines.isEmpty)
  }

  /// A reducer that traps when an armed row is fired.
  struct Gun: Reducer {
    struct State: Hashable, Sendable { var (rows, isArmed) = ([Int](), false) }
    enum Action: Sendable { case add, arm, fire }
    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .add: state.rows.append(1)
      case .arm: state.isArmed = true
      case .fire: if state.isArmed { state.rows[state.rows.count] = 1 }
      }
      return .none
    }
  }

  @Test func `Shrinking a trap of the reducer doesn't slip to the trap of a rule`() throws {
    var explorer = Explorer(Gun.State(), Gun())
    for action in [Gun.Action.add, .arm, .fire] { explorer.action(action) }
    explorer.always("an armed gun has a row") {
      !$0.isArmed || [true, true, true, true, true, true][$0.rows.count - 1]
    }
    let kinds = (0..<40).compactMap { seed -> Violation? in
      explorer.run(seeds: seed..<seed + 1, steps: 4...6, survivesTraps: true).counterexample?.violation
    }
    #expect(kinds.contains(.trapped) && kinds.contains(.closureTrapped), "\(kinds)")
  }

  /// A reducer that traps only after many actions, counted in the process.
  struct Fragile: Reducer {
    static let total = Atomic<Int>(0)
    struct State: Hashable, Sendable { var count = 0 }
    enum Action: Sendable { case add }
    func reduce(into state: inout State, action: Action) -> Effects {
      state.count += 1
      precondition(Self.total.add(1, ordering: .relaxed).newValue < 45, "too many actions")
      return .none
    }
  }

  @Test func `A trap that occurs only when programs are repeated is a failure`() {
    var explorer = Explorer(Fragile.State(), Fragile())
    explorer.action(.add)
    #expect(explorer.run(seeds: 0..<5, steps: 8...8, survivesTraps: true).counterexample?.violation == .trapped)
  }

  @Test func `An exhaustive search runs no longer programs than it was told to`() {
    #expect(Rows.explorer(.index).exhaust(steps: 2).counterexample == nil)
  }

  @Test func `Several cores report the same trap as one`() throws {
    let alone = Rows.explorer(.index).run(seeds: 0..<1_000, survivesTraps: true)
    let together = Rows.explorer(.index).run(seeds: 0..<1_000, cores: 3, survivesTraps: true)
    #expect(together.description == alone.description)
    #expect(together.runs == alone.runs)
  }

  @Test func `Watching for traps does not change the result of a program that does not trap`() {
    let explorer = Feed.explorer(.spinnerStays)
    let watched = explorer.run(seeds: 0..<500, survivesTraps: true)
    #expect(watched.description == explorer.run(seeds: 0..<500).description)
  }
}
