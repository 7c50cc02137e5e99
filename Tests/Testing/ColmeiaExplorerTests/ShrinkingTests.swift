import ColmeiaExplorer
import TestSupport
import Testing

/// Counterexamples must be minimal.
@Suite(.long) struct ShrinkingTests {
  /// A feature with rows that can be edited and deleted.
  struct Rows: Reducer {
    struct State: Hashable, Sendable {
      var rows: Set<Int> = []
      var deleted: Set<Int> = []
    }
    enum Action: Sendable { case edit(Int), delete(Int) }

    func reduce(into state: inout State, action: Action) -> Effects {
      switch action {
      case .edit(let row): state.rows.insert(row)
      case .delete(let row):
        if state.rows.remove(row) != nil { state.deleted.insert(row) }
      }
      return .none
    }
  }

  @Test func `Equal choices of several steps are lowered together`() throws {
    var explorer = Explorer(Rows.State(), Rows())
    explorer.action("edit") { _, choices in .edit(choices.number(below: 50)) }
    explorer.action("delete") { _, choices in .delete(choices.number(below: 50)) }
    explorer.always("nothing is deleted") { $0.deleted.isEmpty }
    let found = try #require(explorer.run(seeds: 0..<10_000).counterexample)
    #expect(found.trace.lines.map(\.text) == ["edit(0)", "delete(0)"])
  }

  @Test func `Actions that differ in the same value are lowered together`() throws {
    var explorer = Explorer(Rows.State(), Rows())
    for row in 0..<6 { explorer.action(.edit(row)) }
    for row in 0..<6 { explorer.action(.delete(row)) }
    explorer.always("nothing is deleted") { $0.deleted.isEmpty }
    for first in stride(from: 0, to: 400, by: 40) as StrideTo<UInt64> {
      let found = try #require(explorer.run(seeds: first..<first + 100).counterexample)
      #expect(found.trace.lines.map(\.text) == ["edit(0)", "delete(0)"])
    }
  }

  /// A meter that fails after twenty steps of one kind or after three of others, which can't be shortened to each other.
  struct Meter: Reducer {
    struct State: Hashable, Sendable { var (count, keys) = (0, 0) }
    enum Action: Int, Sendable { case add, first, second, third }
    func reduce(into state: inout State, action: Action) -> Effects {
      if action == .add { state.count += 1 }
      state.keys = action.rawValue == state.keys + 1 ? state.keys + 1 : 0
      return .none
    }
  }

  @Test func `The shortest of several failing programs is shrunk, not the first`() throws {
    var explorer = Explorer(Meter.State(), Meter())
    explorer.action(.add, weight: 9)
    for action in [Meter.Action.first, .second, .third] { explorer.action(action) }
    explorer.always("it works") { $0.count < 20 && $0.keys < 3 }
    let first = try #require(
      (0..<100 as Range<UInt64>).first { seed in
        explorer.run(seeds: seed..<seed + 1).counterexample?.program.count == 20
      })
    let found = try #require(explorer.run(seeds: first..<first + 1_000).counterexample)
    #expect(found.trace.lines.map(\.text) == ["first", "second", "third"])
    #expect(explorer.replay(found.segments).violation == found.violation)
  }

  @Test func `An endless program is printed with its first and last steps only`() throws {
    var explorer = EndingTests.Loop.explorer(.endless, [.answer(2)])
    explorer.restLimit = 1_000
    let found = try #require(explorer.run(seeds: 0..<100).counterexample)
    #expect(found.trace.lines.count == 1_001)
    let lines = found.description.split(separator: "\n")
    #expect(lines.count < 45)
    #expect(lines.contains("… 966 more …"))
  }
}
