import Synchronization
import TestSupport
import Testing

@testable import ColmeiaExplorer

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
    let exploration = Rows.explorer(fault).run(seeds: 0..<1_000)
    let found = try #require(exploration.counterexample)
    let messages: [Rows.Fault: String] = [.index: ": Index out of range", .precondition: ": the list is empty"]
    #if os(Linux)
      let message = messages[fault] ?? "."
    #else
      let message = "."
    #endif
    let expected = """
      Rows: take traps\(message)
      1. action  add
      2. action  add
      3. action  take
         state   State(rows: [0, 1], sum: 120)
      """
    #expect(found.story == expected)
    #expect(Rows.explorer(fault).replay(found.segments).violation == found.violation)
  }

  @Test func `Exhaustive search finds the shortest program that traps`() throws {
    let found = try #require(Rows.explorer(.index).exhaust(steps: 5).counterexample)
    #expect(found.violation.isSame(as: .trapped(action: nil, message: nil)))
    #expect(found.trace.lines.map(\.text) == ["add", "add", "take"])
  }

  @Test func `A trap in a rule or in the closure of an action isn't blamed on the reducer`() throws {
    let message = "other code than the reducer traps after the last step: a closure of the explorer (that of a rule"
    var rule = Explorer(Rows.State(), Rows())
    rule.action(.add)
    rule.always("the rows are few") { [0, 1, 2][$0.rows.count] >= 0 }
    for found in [
      rule.run(seeds: 0..<1).counterexample, rule.exhaust().counterexample,
    ] {
      let found = try #require(found)
      #expect(found.violation.isSame(as: Self.closureTrapped))
      #expect(found.story.hasPrefix("Rows: \(message)"))
      #expect(found.trace.lines.map(\.text) == ["add", "add", "add"])
    }
    var generator = Explorer(Rows.State(), Rows())
    generator.action(.add)
    generator.action("the second row") { state, _ in state.rows[1] == 1 ? .clear : nil }
    #expect(generator.run(seeds: 0..<1).counterexample?.violation.isSame(as: Self.closureTrapped) == true)
    let found = try #require(generator.exhaust().counterexample)
    #expect(found.violation.isSame(as: Self.closureTrapped) && found.trace.lines.isEmpty)
  }

  private static let closureTrapped = Violation.closureTrapped(message: nil)

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
      explorer.run(seeds: seed..<seed + 1, steps: 4...6).counterexample?.violation
    }
    #expect(kinds.contains { $0.isSame(as: .trapped(action: nil, message: nil)) }, "\(kinds)")
    #expect(kinds.contains { $0.isSame(as: Self.closureTrapped) }, "\(kinds)")
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
    let found = explorer.run(seeds: 0..<5, steps: 8...8).counterexample
    #expect(found?.violation.isSame(as: .trapped(action: nil, message: nil)) == true)
  }

  @Test func `An exhaustive search runs no longer programs than it was told to`() {
    #expect(Rows.explorer(.index).exhaust(steps: 2).counterexample == nil)
  }

  @Test func `Several cores report the same trap as one`() throws {
    let alone = Rows.explorer(.index).run(seeds: 0..<1_000)
    let together = Rows.explorer(.index).run(seeds: 0..<1_000, cores: 3)
    #expect(together.description == alone.description)
    #expect(together.runs == alone.runs)
  }

  /// A list whose likes trap if their row was removed.
  struct Likes: Reducer {
    struct State: Hashable, Sendable { var rows: [Int] = [] }
    enum Action: Sendable { case add, remove, like, liked(Int) }
    enum Effect: Hashable, Sendable { case like(Int) }
    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .add: state.rows.append(0)
      case .remove: if !state.rows.isEmpty { state.rows.removeLast() }
      case .like: if !state.rows.isEmpty { return .run(.like(state.rows.count - 1)) }
      case .liked(let row): state.rows[row] += 1
      }
      return .none
    }
  }

  @Test func `Shrinking a broken rule doesn't end the process if shorter programs trap`() throws {
    var explorer = Explorer(Likes.State(), Likes())
    for action in [Likes.Action.add, .remove, .like] { explorer.action(action) }
    explorer.outcomes { effect in
      switch effect {
      case .like(let row): [.answer(.liked(row))]
      }
    }
    explorer.always("a row is liked once") { $0.rows.allSatisfy { $0 < 2 } }
    let found = (0..<20).compactMap { explorer.run(seeds: $0 * 1_000..<$0 * 1_000 + 200).counterexample }
    #expect(found.count == 20)
    #expect(found.contains { $0.violation == .always("a row is liked once") })
    #expect(found.allSatisfy { explorer.replay($0.program).violation == $0.violation })
  }

  /// A reducer that lists no long-lived effects of an empty state, but traps.
  struct Channel: Reducer {
    struct State: Hashable, Sendable { var rooms: [Int] = [] }
    enum Action: Sendable { case open }
    enum Effect: Hashable, Sendable { case listen(Int) }
    func reduce(into state: inout State, action: Action) -> Effects { .none }
    func longLived(in state: State) -> LongLivedEffects<Effect> { .running(.listen(state.rooms[0]), id: "room") }
  }

  @Test func `A trap in the initial state doesn't end the process`() {
    var explorer = Explorer(Channel.State(), Channel())
    explorer.action(.open)
    explorer.outcomes { _ in [.never] }
    let message = "the initial state traps."
    #expect(
      explorer.run(seeds: 0..<10).counterexample?.description == "Channel: \(message)\nNo step is necessary for this.")
    #expect(explorer.exhaust(steps: 2).counterexample?.violation.description == message)
    #expect(explorer.replay(Segment(seed: 0, steps: 2)).violation?.description == message)
  }

  /// A feature whose values can't be described.
  struct Mute: Reducer {
    struct State: Hashable, Sendable, CustomStringConvertible {
      var count = 0
      var description: String { ["0"][count] }
    }
    enum Action: Sendable, CustomStringConvertible {
      case add
      var description: String { preconditionFailure("no words") }
    }
    enum Effect: Hashable, Sendable { case work(Silent) }
    struct Silent: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
      var description: String { preconditionFailure("no words") }
      var debugDescription: String { description }
      var customMirror: Mirror { preconditionFailure("no mirror") }
    }
    func reduce(into state: inout State, action: Action) -> Effects {
      state.count += 1
      return state.count == 3 ? .run(.work(Silent())) : .none
    }
  }

  @Test func `A description that traps doesn't end the process, and the broken rule is shown without it`() throws {
    var explorer = Explorer(Mute.State(), Mute())
    explorer.action(.add)
    explorer.outcomes { _ in [.finish] }
    #expect(explorer.run(seeds: 0..<10).counterexample?.violation.isSame(as: Self.closureTrapped) == true)
    #expect(explorer.exhaust(steps: 4).counterexample?.violation.isSame(as: Self.closureTrapped) == true)
    #expect(explorer.replay(Segment(seed: 0, steps: 8)).violation?.isSame(as: Self.closureTrapped) == true)
    explorer.always("two at most") { $0.count < 2 }
    let found = try #require(explorer.exhaust().counterexample)
    #expect(
      found.story == "Mute: \"two at most\" does not hold\n1. action  add\n2. action  add\n   state   State(count: 2)")
    #expect(!found.test.isEmpty)
  }

  @Test(arguments: [
    ("Module/File.swift:12: Fatal error: Index out of range\n", "Index out of range"),
    ("text\nA.swift:1: Precondition failed: a: b\nA.swift:2: Fatal error: c\n", "a: b"),
    ("A.swift:1: Assertion failed\n", "Assertion failed"), ("Fatal error: \u{1B}[31mred\n", "?[31mred"), ("text", nil),
    ("", nil),
  ])
  func `The message of a trap is found in what its thread has written`(text: String, message: String?) {
    #expect(ThreadOutput.trapMessage(in: text) == message)
  }

  @Test func `What a trapping thread writes is kept`() {
    let (isBack, output) = Threads.runQuietly { preconditionFailure("quiet") }
    #expect(!isBack)
    #if os(Linux)
      #expect(ThreadOutput.trapMessage(in: output) == "quiet")
    #endif
  }
}
