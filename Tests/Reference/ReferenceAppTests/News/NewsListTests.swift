import Testing

@testable import ReferenceApp

@Suite struct NewsListTests {
  @Test func `Items and remembered keys are bounded, and the oldest are dropped first`() {
    var list = NewsList()
    let count = NewsList.memoryLimit * 2
    for number in 0..<count { _ = list.receive(NewsTests.item("\(number)")) }
    let newest = (count - NewsList.itemLimit..<count).map { "\($0)" }
    #expect(list.items.map(\.id) == newest.reversed())
    // Items that are no longer shown are still recognized if their key is remembered.
    let isNew = (list.receive(NewsTests.item("\(count - NewsList.memoryLimit)")), list.receive(NewsTests.item("0")))
    #expect(isNew == (false, true))
  }

  @Test func `Large items displace others, but the newest is always kept`() {
    let large = String(repeating: "x", count: NewsList.byteLimit / 2)
    var list = NewsList()
    for id in ["1", "2", "3"] { _ = list.receive(NewsTests.item(id, body: large)) }
    #expect(list.items.map(\.id) == ["3"])
    _ = list.receive(NewsTests.item("4", body: large + large))
    #expect(list.items.map(\.id) == ["4"])
    _ = list.receive(NewsTests.item("5"))
    #expect(list.items.map(\.id) == ["5"])
  }

  @Test func `The items of a removed newspaper count as new, those of others don't`() {
    var list = NewsList()
    for item in [NewsTests.item("1"), NewsTests.item("1", "Folha"), NewsTests.item("2")] { _ = list.receive(item) }
    list.forget("Diário")
    #expect(list.items == [NewsTests.item("1", "Folha")])
    let isNew = (list.receive(NewsTests.item("1", "Folha")), list.receive(NewsTests.item("2")))
    #expect(isNew == (false, true))
  }

  @Test func `A list survives encoding and decoding`() throws {
    var list = NewsList()
    for number in 0..<(NewsList.memoryLimit + 150) { _ = list.receive(NewsTests.item("\(number)")) }
    #expect(try JSON(encoding: list).decode(NewsList.self) == list)
  }
}
