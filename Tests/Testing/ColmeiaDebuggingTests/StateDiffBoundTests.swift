import ColmeiaTable
import Synchronization
import TestSupport
import Testing

@testable import ColmeiaDebugging

private struct Row: Identifiable {
  var id: Int
  var name: String
  var likes = 0
  var liked = false
  var note: String?
}
private struct Table {
  var rows: [Row]
}

/// Counts how often it is dumped.
private struct Counted: Identifiable, Equatable, CustomReflectable {
  static let dumps = Mutex(0)

  var id: Int
  var likes = 0
  var customMirror: Mirror {
    Self.dumps.withLock { $0 += 1 }
    return Mirror(self, children: ["id": id, "likes": likes], displayStyle: .struct)
  }
}

@Suite struct StateDiffBoundTests {
  @Test func `equal parts of a large value aren't dumped`() {
    struct State: Equatable {
      var rows: EntityTable<Counted>
      var copies: [Counted]
      var first: Counted?
    }
    let rows = (0..<10_000).map { Counted(id: $0) }
    let old = State(rows: EntityTable(rows), copies: rows, first: rows[0])
    var new = old
    new.rows.update(5_000) { $0.likes = 1 }
    new.rows.remove(id: 7_000)
    new.copies[9_999].likes = 2
    let text = StateDiff.between(old, new)
    #expect(text?.contains("+       likes: 1") == true && text?.contains("+       likes: 2") == true)
    // The changed rows, the removed one, and the context.
    #expect(Counted.dumps.withLock { $0 } < 20)
  }

  /// A row that counts how often it is compared.
  private struct Compared: Identifiable, Equatable {
    @TaskLocal static var comparisons: Tally?

    var id: Int
    var likes = 0
    static func == (left: Self, right: Self) -> Bool {
      comparisons?.count.withLock { $0 += 1 }
      return left.id == right.id && left.likes == right.likes
    }
  }

  private final class Tally: Sendable { let count = Mutex(0) }

  @Test func `Of two tables, only the rows near those that differ are compared`() {
    let old = EntityTable((0..<100_000).map { Compared(id: $0) })
    var (expected, actual) = (old, old)
    expected.update(7) { $0.likes = 1 }
    actual.update(50_000) { $0.likes = 2 }
    actual.remove(id: 70_000)
    actual.insert(Compared(id: -1), at: 99_000)
    let tally = Tally()
    let text = Compared.$comparisons.withValue(tally) { StateDiff.between(expected, actual) }
    #expect(
      text == """
          EntityTable<StateDiffBoundTests.Compared>([
            … (7 unchanged)
            [7]: StateDiffBoundTests.Compared(
              id: 7
        −     likes: 1
        +     likes: 0
            )
            … (49992 unchanged)
            [50000]: StateDiffBoundTests.Compared(
              id: 50000
        −     likes: 0
        +     likes: 2
            )
            … (19999 unchanged)
        −   [70000]: StateDiffBoundTests.Compared(
        −     id: 70000
        −     likes: 0
        −   )
            … (29000 unchanged)
        +   [99000]: StateDiffBoundTests.Compared(
        +     id: -1
        +     likes: 0
        +   )
            … (999 unchanged)
          ])
        """)
    #expect((1..<500).contains(tally.count.withLock { $0 }))
  }

  @Test(arguments: 0..<200) func `Tables that share rows have the same diff as tables that share none`(seed: Int) {
    var random = SplitMix(state: UInt64(seed))
    let old = EntityTable((0..<200).map { Compared(id: $0) })
    var new = old
    for step in 0..<Int.random(in: 1...12, using: &random) {
      let id = Int.random(in: 0..<200, using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: new.remove(id: id)
      case 1: new.insert(Compared(id: 200 + step), at: Int.random(in: 0...new.count, using: &random))
      default: new.update(id) { $0.likes += 1 }
      }
    }
    #expect(StateDiff.between(old, new) == StateDiff.between(old, EntityTable(Array(new))))
  }

  @Test func `Of a table whose rows all differ, the first thousand are shown`() {
    var limits = StateDiff.Limits()
    (limits.lines, limits.bytes) = (.max, .max)
    let old = EntityTable((0..<1_500).map { Compared(id: $0) })
    var new = old
    new.updateAll { $0.likes = 1 }
    let lines = StateDiff.between(old, new, limits: limits)?.split(separator: "\n") ?? []
    #expect(lines.count { $0.hasSuffix("likes: 1") } == 1_000)
    #expect(
      lines.dropLast().suffix(2) == [
        "−   [1000]: … (500 more, which differ)", "+   [1000]: … (500 more, which differ)",
      ])
    #expect(!StateDiff.areAlike(old, new) && StateDiff.areAlike(old, EntityTable(Array(old))))
  }

  @Test func `Both sides of a large difference have their own limit`() {
    struct Entry { var a = 1 }  // not `Equatable`, so that all entries are dumped
    let old = Dictionary(uniqueKeysWithValues: (0..<70_000).map { ($0, Entry()) })
    var new = old
    new[5]?.a = 7
    let lines = StateDiff.between(old, new)?.split(separator: "\n") ?? []
    #expect(lines.count { $0.hasPrefix("−") } == 1 && lines.count { $0.hasPrefix("+") } == 1)
  }

  @Test func `omitted lines are counted`() {
    var limits = StateDiff.Limits()
    limits.lines = 2
    #expect(StateDiff.between([1], [2], limits: limits) == "  [\n−   [0]: 1\n… (2 more lines)")
  }

  @Test func `the diff of a thousand rows with one changed field is fast`() throws {
    let rows = (0..<1_000).map { Row(id: $0, name: "row \($0)") }
    var changed = rows
    changed[500].likes = 1
    let clock = ContinuousClock()
    var text: String?
    let times = (0..<5).map { _ in
      clock.measure { text = StateDiff.between(Table(rows: rows), Table(rows: changed)) }
    }
    #expect(
      text == """
          Table(
            rows: [
              … (500 unchanged)
              [500]: Row(
                id: 500
                name: "row 500"
        −       likes: 0
        +       likes: 1
                liked: false
                note: nil
              )
              … (499 unchanged)
            ]
          )
        """)
    // A debug build usually takes 30 ms. The limit only detects another order of growth on a busy machine.
    #expect(try #require(times.min()) < .seconds(1))
  }
}
