import Foundation
import Testing

@testable import ColmeiaTable

private struct Refusal: Error {}

@Suite("EntityTable")
struct EntityTableTests {
  static let sizes = [0, 1, 2, 7, 8, 9, 31, 32, 33, 63, 64, 65, 511, 512, 513, 4_095, 4_096, 4_097]

  @Test("an empty table contains and finds no rows")
  func empty() {
    var table = EntityTable<Dog>()
    #expect(table.isEmpty && table.count == 0 && table.startIndex == table.endIndex)
    #expect(table[id: 1] == nil && !table.contains(id: 1) && table.position(of: 1) == nil)
    #expect(table.remove(id: 1) == nil && table.update(1) { $0.id } == nil)
    table[id: 1] = nil
    table.removeAll()
    table.removeAll { _ in true }
    table.sort { $0.id < $1.id }
    table.updateAll { $0.name = "" }
    #expect(Array(table).isEmpty && table == [] && table.description == "[]")
    #expect(table.violations() == [])
  }

  @Test("a table of any size keeps order, positions and ids", arguments: sizes)
  func anySize(size: Int) {
    var table = dogs(0..<size)
    #expect(table.violations() == [])
    #expect(table.count == size && table.ids.elementsEqual(0..<size) && table.map(\.id) == Array(0..<size))
    for position in 0..<size {
      #expect(table[position].id == position && table.position(of: position) == position)
    }
    #expect(table[id: size] == nil && table[id: -1] == nil)
    let held = table
    for id in 0..<size where id % 3 == 0 { table.remove(id: id) }
    let left = (0..<size).filter { $0 % 3 != 0 }
    #expect(table.violations() == [] && table.map(\.id) == left)
    #expect(left.indices.allSatisfy { table[$0].id == left[$0] && table.position(of: left[$0]) == $0 })
    #expect(held == dogs(0..<size) && held.violations() == [])
    for id in left { table.remove(id: id) }
    #expect(table.isEmpty && table.violations() == [])
  }

  @Test("a later row with the same id replaces the earlier one in its place")
  func duplicates() {
    let table: EntityTable = [Dog(id: 1, name: "a"), Dog(id: 2, name: "b"), Dog(id: 1, name: "c")]
    #expect(table.map(\.name) == ["c", "b"])
    #expect(table.violations() == [])
  }

  @Test("the subscript by id reads, replaces in place, appends and removes")
  func subscriptByID() {
    var table = dogs(0..<3)
    table[id: 1] = Dog(id: 1, name: "new")
    table[id: 7] = Dog(id: 7, name: "last")
    table[id: 0] = nil
    table[id: 99] = nil
    table[id: 2]?.tags.append(5)
    table[id: 50]?.tags.append(5)
    #expect(table.map(\.id) == [1, 2, 7] && table.map(\.name) == ["new", "dog 2", "last"])
    #expect(table[id: 2]?.tags == [2, 5])
    #expect(table.violations() == [])
  }

  @Test("update returns the result of its body, and rethrows its error")
  func update() {
    var table = dogs(0..<3)
    #expect(table.update(1) { $0.name.count + $0.tags.count } == 6)
    #expect(table.update(5) { _ in 1 } == nil)
    #expect(throws: Refusal.self) {
      try table.update(2) { (dog: inout Dog) throws(Refusal) in
        dog.name = "changed"
        throw Refusal()
      }
    }
    #expect(table[id: 2]?.name == "changed")
    #expect(table.violations() == [])
  }

  @Test("upsert returns the replaced row")
  func upsert() {
    var table = dogs(0..<2)
    #expect(table.upsert(Dog(id: 5)) == nil)
    #expect(table.upsert(Dog(id: 0, name: "x"))?.name == "dog 0")
    table.append(contentsOf: [Dog(id: 1, name: "y"), Dog(id: 6)])
    #expect(table.map(\.id) == [0, 1, 5, 6] && table[1].name == "y")
    #expect(table.violations() == [])
  }

  @Test("insert adds a row at its position, and moves a row with the same id")
  func insert() {
    var table = dogs(0..<3)
    #expect(table.insert(Dog(id: 9), at: 1) == nil)
    #expect(table.map(\.id) == [0, 9, 1, 2])
    #expect(table.insert(Dog(id: 0, name: "moved"), at: 3)?.name == "dog 0")
    #expect(table.map(\.id) == [9, 1, 2, 0])
    table.insert(Dog(id: 2), at: 0)
    #expect(table.map(\.id) == [2, 9, 1, 0])
    #expect(table.violations() == [])
  }

  @Test("move moves a row to another position, and returns whether it exists")
  func move() {
    var table = dogs(0..<4)
    #expect(table.move(3, to: 0) && table.map(\.id) == [3, 0, 1, 2])
    #expect(table.move(3, to: 3) && table.map(\.id) == [0, 1, 2, 3])
    #expect(table.move(1, to: 1) && table.map(\.id) == [0, 1, 2, 3])
    #expect(!table.move(9, to: 0) && table.violations() == [])
  }

  @Test("thousands of rows that are inserted at one index stay in order", arguments: [0, 1, 50, 99, 100], [1, 0])
  func insertionsAtOneIndex(index: Int, step: Int) {
    var table = dogs(0..<100)
    var model = Array(0..<100)
    for number in 0..<4_000 {
      let position = index + step * number
      table.insert(Dog(id: 100 + number), at: position)
      model.insert(100 + number, at: position)
      if number % 1_000 == 999 { #expect(table.violations() == []) }
    }
    #expect(table.map(\.id) == model)
    #expect(table == EntityTable(Array(table)) && table != dogs(0..<4_100))
    for id in 100..<4_000 { table.remove(id: id) }
    #expect(table.map(\.id) == model.filter { $0 < 100 || $0 >= 4_000 } && table.violations() == [])
  }

  @Test("rows are found by position after insertions, changes and removals")
  func insertedRows() {
    var table = dogs(0..<50)
    for id in 50..<100 { table.insert(Dog(id: id), at: id % 7) }
    let held = table
    table.updateAll { $0.name = "\($0.id)" }
    table.upsert(Dog(id: 100, name: "100"))
    #expect(table.map(\.name) == held.map { "\($0.id)" } + ["100"])
    #expect(table.indices.allSatisfy { table.position(of: table[$0].id) == $0 })
    #expect(table != held && table.last?.id == 100)
    table.sort { $0.id < $1.id }
    #expect(table.map(\.id) == Array(0...100) && table.violations() == [] && held.violations() == [])
  }

  @Test("remove returns the row, and its id can be used again at the end")
  func remove() {
    var table = dogs(0..<20)
    #expect(table.remove(id: 4)?.name == "dog 4")
    #expect(table.remove(id: 4) == nil)
    table.upsert(Dog(id: 4))
    #expect(table.last?.id == 4 && table.position(of: 4) == 19 && table[4].id == 5)
    #expect(table.violations() == [])
  }

  @Test("removeAll(where:) removes the matching rows, and none if its closure throws")
  func removeAllWhere() {
    var table = dogs(0..<300)
    #expect(throws: Refusal.self) {
      try table.removeAll { (dog: Dog) throws(Refusal) in
        if dog.id == 100 { throw Refusal() }
        return true
      }
    }
    #expect(table == dogs(0..<300))
    table.removeAll { $0.id % 10 != 0 }
    #expect(table.map(\.id) == Array(stride(from: 0, to: 300, by: 10)))
    #expect(table.violations() == [])
    table.removeAll()
    #expect(table.isEmpty && table.violations() == [])
  }

  @Test("sort orders the rows, and does not change a sorted table")
  func sort() {
    var table = dogs(0..<100)
    let held = table
    table.sort { $0.id < $1.id }
    #expect(table.unshared(with: held).isEmpty)
    table.sort { $0.id > $1.id }
    #expect(table.map(\.id) == (0..<100).reversed())
    #expect(held.map(\.id) == Array(0..<100))
    #expect(table.violations() == [])
  }

  @Test("updateAll changes every row in order")
  func updateAll() {
    var table = dogs(0..<100)
    table.remove(id: 50)
    let held = table
    var seen: [Int] = []
    table.updateAll {
      seen.append($0.id)
      $0.name = "all"
    }
    #expect(seen == held.map(\.id) && table.allSatisfy { $0.name == "all" })
    #expect(held[id: 1]?.name == "dog 1")
    #expect(table.violations() == [])
  }
}
