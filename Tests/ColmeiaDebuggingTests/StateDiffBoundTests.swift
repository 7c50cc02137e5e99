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

@Suite struct StateDiffBoundTests {
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
