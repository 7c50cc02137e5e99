import ColmeiaJSON
import Testing

@testable import ReferenceBackend

@Suite struct AccountTableTests {
  private func row(_ id: Int, _ email: String) -> String {
    #"{"id":\#(id),"email":"\#(email)","createdAt":1,"updatedAt":1}"#
  }

  private func read(_ rows: [String], next: Int) throws -> AccountTable<IddogUser> {
    let text = #"{"nextID":\#(next),"rows":[\#(rows.joined(separator: ","))]}"#
    return try JSON(parsing: Array(text.utf8)).decode(AccountTable<IddogUser>.self)
  }

  @Test func `An email address belongs to one user, and a refused change has no effect`() {
    var table = AccountTable<IddogUser>()
    let first = IddogUser(id: 1, email: "A@b.c", createdAt: 1)
    #expect(table.upsert(first) == true)
    let before = table
    #expect(table.upsert(IddogUser(id: 2, email: "a@B.c", createdAt: 2)) == false)
    #expect(table == before)
    #expect(table.nextID == 2)
    #expect(table.find(email: "a@b.C") == first)
  }

  @Test func `A changed user keeps its position, and a new one comes last`() {
    var table = AccountTable<IddogUser>()
    for (id, email) in [(1, "a@b.c"), (2, "d@e.f")] { table.upsert(IddogUser(id: id, email: email, createdAt: 1)) }
    var first = IddogUser(id: 1, email: "a@b.c", createdAt: 1)
    first.updatedAt = 7
    #expect(table.upsert(first) == true)
    #expect(table.rows.map(\.id) == [1, 2])
    #expect(table[1]?.updatedAt == 7)
    #expect(table[3] == nil)
    #expect(table.nextID == 3)
  }

  @Test func `Rows with gaps are decoded and can be found by both keys`() throws {
    let table = try read([row(2, "A@b.c"), row(5, "d@e.f")], next: 9)
    #expect(table.rows.map(\.id) == [2, 5])
    #expect(table.find(email: "a@B.C")?.id == 2)
    #expect(table.nextID == 9)
  }

  @Test func `Rows with wrong order, invalid identifiers or duplicate email addresses are refused`() {
    for (rows, next) in [
      ([row(5, "a@b.c"), row(2, "d@e.f")], 9), ([row(0, "a@b.c")], 9), ([row(9, "a@b.c")], 9),
      ([row(1, "a@b.c"), row(2, "A@b.c")], 9), ([], 1_000_000_001),
    ] {
      #expect(throws: JSONError.self) { try read(rows, next: next) }
    }
  }
}
