import ColmeiaTable
import Testing

@testable import ColmeiaTesting

/// The code that a failed test store suggests is short. `SuggestedCodeTests` compiles it.
@Suite struct SuggestedChangesTests {
  struct Row: Equatable, Identifiable, Sendable {
    let id: Int
    var name = "", note = "", isRead = false
  }
  struct State: Equatable, Sendable {
    var table = EntityTable((0..<1_000).map { Row(id: $0) })
    var rows = (0..<1_000).map { Row(id: $0) }
    var optional: [Int: Int?] = [1: 1]
    var choice = Choice.row(Row(id: 1))
    var wide = Wide()
    var password = Password(value: "")
  }
  struct Password: Equatable, Sendable, CustomReflectable, CustomStringConvertible {
    let value: String
    var description: String { value.isEmpty ? "" : "***" }
    var customMirror: Mirror { Mirror(self, children: []) }
  }
  enum Choice: Equatable, Sendable { case row(Row) }
  struct Wide: Equatable, Sendable {
    var a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0, j = 0, k = 0, l = 0
    var m = Half(), n = Half()
  }
  struct Half: Equatable, Sendable { var a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0 }

  private func suggestion(_ change: (inout State) -> Void) -> String {
    var state = State()
    change(&state)
    return SuggestedChanges.statements(from: State(), to: state).joined(separator: "; ")
  }

  @Test func `A text with a line break is one line of code`() {
    #expect(suggestion { $0.table[id: 5]?.note = "a\n\"b\"" } == #"$0.table[id: 5]?.note = "a\n\"b\"""#)
  }

  @Test(.timeLimit(.minutes(10))) func `Many long effects are ranked by the beginnings of their texts`() {
    let texts = (0..<1_000).map { "\($0) " + String(repeating: "long ", count: 400) }
    #expect(TestText.nearest(texts, to: texts[777]) { $0 }.first == texts[777])
  }

  @Test func `One row of many is named`() {
    #expect(suggestion { $0.table[id: 500]?.isRead = true } == "$0.table[id: 500]?.isRead = true")
    #expect(suggestion { $0.rows[500].isRead = true } == "$0.rows[500].isRead = true")
    #expect(suggestion { $0.table.remove(id: 7) } == "$0.table.remove(id: 7)")
    #expect(suggestion { $0.rows.removeFirst(3) } == "$0.rows.removeSubrange(0..<3)")
  }

  @Test func `What is too long to paste is shortened`() {
    #expect(suggestion { for id in 0..<1_000 { $0.table[id: id]?.isRead = true } } == "$0.table = …")
    #expect(suggestion { for id in 0..<1_000 { $0.rows[id].isRead = true } } == "$0.rows = …")
    #expect(suggestion { $0.table.sort { $0.id > $1.id } } == "$0.table = …")
    #expect(suggestion { $0.rows.reverse() } == "$0.rows = …")
    let name = String(repeating: "x", count: 100)
    #expect(suggestion { $0.table[id: 5]?.name = name } == "$0.table[id: 5]?.name = …")
    let wide = suggestion {
      $0.wide = Wide(a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1, h: 1, i: 1, j: 1, k: 1, l: 1)
      $0.wide.m = Half(a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1)
      $0.wide.n = $0.wide.m
    }
    #expect(wide.split(separator: "; ").count == 21 && wide.hasSuffix("$0.wide.n.a = 1; …"))
  }

  @Test func `What can't be changed in part is assigned as a whole`() {
    #expect(suggestion { $0.optional[1] = .some(nil) } == "$0.optional = [1: nil]")
    let row = #"SuggestedChangesTests.Row(id: 1, name: "", note: "", isRead: true)"#
    #expect(suggestion { $0.choice = .row(Row(id: 1, isRead: true)) } == "$0.choice = .row(\(row))")
  }

  @Test func `A value that hides what it contains is a placeholder for the author`() {
    #expect(suggestion { $0.password = Password(value: "bee") } == "$0.password = <#SuggestedChangesTests.Password#>")
  }
}
