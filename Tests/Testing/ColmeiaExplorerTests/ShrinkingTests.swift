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
