import ColmeiaTable
import Synchronization
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
