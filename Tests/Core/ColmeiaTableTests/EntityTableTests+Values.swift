import Foundation
import Testing

@testable import ColmeiaTable

/// Tests of a table as a value: iteration, comparison, copies, coding and description.
extension EntityTableTests {
  @Test("an iterator continues with the rows of the table at its creation")
  func iterator() {
    var table = dogs(0..<50)
    var iterator = table.makeIterator()
    #expect(iterator.next()?.id == 0)
    table.updateAll { $0.name = "changed" }
    table.removeAll { $0.id > 1 }
    #expect(iterator.next()?.name == "dog 1" && IteratorSequence(iterator).map(\.id) == Array(2..<50))
  }

  @Test("equality and hash depend on the rows and their order, not on chunks")
  func equality() {
    var left = dogs(0..<100)
    var right = dogs(0..<99)
    #expect(left != right)
    left.remove(id: 99)
    #expect(left == right && right == left && left.hashValue == right.hashValue)
    for id in [0, 17, 98] {
      left.remove(id: id)
      left.upsert(Dog(id: id, name: "dog \(id)", tags: [id]))
    }
    #expect(left != right && right != left)
    right = EntityTable(Array(left))
    #expect(left == right && right == left && left.hashValue == right.hashValue)
    #expect(left.groups[0].chunks.map(\.rows.count) != right.groups[0].chunks.map(\.rows.count))
    right.sort { $0.id < $1.id }
    #expect(left != right)
  }

  @Test("copies that are changed concurrently on several tasks do not affect each other")
  func tasks() async {
    let table = dogs(0..<500)
    let sums = await withTaskGroup(of: Int.self) { group in
      for task in 0..<8 {
        group.addTask {
          var copy = table
          for id in 0..<500 where id % 8 == task { copy.remove(id: id) }
          for id in 0..<500 { copy.update(id) { $0.tags[0] += task } }
          return copy.reduce(0) { $0 + $1.tags[0] - $1.id } - task * copy.count
        }
      }
      return await group.reduce(0, +)
    }
    #expect(sums == 0 && table == dogs(0..<500))
  }

  @Test("a table is encoded as an array and decoded from one")
  func codable() throws {
    var table = dogs(0..<30)
    table.remove(id: 3)
    let data = try JSONEncoder().encode(table)
    #expect(try JSONDecoder().decode([Dog].self, from: data) == Array(table))
    let decoded = try JSONDecoder().decode(EntityTable<Dog>.self, from: data)
    #expect(decoded == table && decoded.violations() == [])
  }

  @Test("a duplicate id in the data causes an error that describes its position")
  func duplicateInData() throws {
    let data = try JSONEncoder().encode([Dog(id: 4), Dog(id: 5), Dog(id: 6), Dog(id: 5)])
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(EntityTable<Dog>.self, from: data)
    }
    guard case .dataCorrupted(let context)? = error else {
      Issue.record("not dataCorrupted: \(String(describing: error))")
      return
    }
    #expect(context.debugDescription == "the row at position 3 has the id 5 of the row at 1")
  }

  @Test("a table is described and mirrored like its rows")
  func description() {
    var table = dogs(0..<5)
    table.remove(id: 2)
    #expect(table.description == Array(table).description)
    let mirror = Mirror(reflecting: table)
    #expect(mirror.displayStyle == .collection)
    #expect(mirror.children.compactMap { ($0.value as? Dog)?.id } == [0, 1, 3, 4])
  }

  @Test("rows are found by ids of integer, text and other types")
  func idTypes() {
    func check<ID: Hashable & Sendable>(_ ids: [ID]) {
      var table = EntityTable(ids.map { Item(id: $0) })
      for id in ids { table.update(id) { $0.value += 1 } }
      #expect(table.map(\.id) == ids && table.allSatisfy { $0.value == 1 })
      #expect(table.violations() == [])
    }
    check([Int.min, -1, 0, 1, Int.max])
    check([UInt.max, 0, 7])
    check([Int64.min, 0, .max])
    check([UInt64.max, 0])
    check([Int32.min, -1, 0, .max])
    check([UInt32.max, 0])
    check([UInt8.max, 0, 3])
    check(["a", "b", ""])
    check([[1, 2], [], [3]])
  }

  #if os(Linux) || os(macOS)
    @Test("changing the id of a row stops the program with a message")
    func changedID() async throws {
      let result = try #require(
        await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
          var table = dogs(0..<3)
          table.update(1) { $0.id = 7 }
        })
      let text = String(decoding: result.standardErrorContent, as: UTF8.self)
      #expect(text.contains("the row with the id 1 must keep it, but got the id 7"))
      await #expect(processExitsWith: .failure) {
        var table = dogs(0..<3)
        table[id: 1] = Dog(id: 2)
      }
      await #expect(processExitsWith: .failure) {
        var table = dogs(0..<3)
        table.updateAll { $0.id += 1 }
      }
      await #expect(processExitsWith: .failure) { _ = dogs(0..<3)[3] }
    }
  #endif
}
