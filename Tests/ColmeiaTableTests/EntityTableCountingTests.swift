import Testing

@testable import ColmeiaTable

@Suite("EntityTable: counted work")
struct EntityTableCountingTests {
  @Test("comparing 100,000 rows with a copy that differs in one row compares at most one leaf")
  func comparisons() {
    let counter = Counter()
    let table = EntityTable((0..<100_000).map { CountedRow(id: $0, comparisons: counter) })
    var copy = table
    #expect(copy == table)
    #expect(counter.count == 0)
    copy.update(54_321) { $0.value = 1 }
    #expect(copy != table)
    #expect(counter.count <= 8)
    let before = counter.count
    copy.update(54_321) { $0.value = 0 }
    #expect(copy == table)
    #expect(counter.count - before == 8)
  }

  @Test("if both tables have the same holes, only the changed leaf is compared")
  func comparisonsWithHoles() {
    let counter = Counter()
    var table = EntityTable((0..<10_000).map { CountedRow(id: $0, comparisons: counter) })
    table.removeAll { $0.id % 3 == 0 }
    var copy = table
    copy.update(5_000) { $0.value = 0 }
    #expect(copy == table)
    #expect(counter.count <= 8)
  }

  @Test("if a row was removed and appended again, only the rows after it are compared")
  func comparisonsAfterReappending() {
    let counter = Counter()
    let table = EntityTable((0..<10_000).map { CountedRow(id: $0, comparisons: counter) })
    var copy = table
    copy[id: 9_999] = nil
    copy.upsert(CountedRow(id: 9_999, comparisons: counter))
    #expect(copy == table && table == copy)
    #expect(counter.count <= 16)
  }

  @Test("a change while a copy is in use copies one path, and the rest stays shared")
  func sharing() {
    let table = dogs(0..<1_000)
    var copy = table
    copy.update(500) { $0.name = "x" }
    let shared = stride(from: 0, to: 1_000, by: 8).count {
      table.rows.node($0, height: 0).toOpaque() == copy.rows.node($0, height: 0).toOpaque()
    }
    #expect(shared == 124)
    #expect(ObjectIdentifier(table.index.root) == ObjectIdentifier(copy.index.root))
    let root = ObjectIdentifier(copy.rows.root)
    copy.update(501) { $0.name = "y" }
    copy.updateAll { $0.name = "z" }
    copy.remove(id: 3)
    copy[id: 4] = nil
    copy[id: 5]?.name = "w"
    copy.removeAll { $0.id % 10 == 1 }
    copy.sort { $0.id < $1.id }
    #expect(ObjectIdentifier(copy.rows.root) == root, "changed in place if no other copy exists")
  }

  @Test("an insertion moves at most the rows of one leaf, and comparing tables after insertions skips shared parts")
  func insertion() {
    let counter = Counter()
    var table = EntityTable((0..<100_000).map { CountedRow(id: $0, comparisons: counter) })
    table.insert(CountedRow(id: 100_000, comparisons: counter), at: 50_000)
    let held = table
    var slots = Set(held.ids.compactMap(held.slot(of:)))
    table.insert(CountedRow(id: 100_001, comparisons: counter), at: 1_001)
    let removed = slots.subtracting(table.ids.compactMap(table.slot(of:)))
    slots = slots.intersection(held.ids.filter { held.slot(of: $0) != table.slot(of: $0) }.compactMap(held.slot(of:)))
    #expect(slots.count <= 7 && removed.count <= 7)
    var copy = table
    copy.update(54_321) { $0.value = 1 }
    #expect(copy != table && counter.count <= 8)
    copy.remove(id: 100_001)
    copy.update(54_321) { $0.value = 0 }
    let before = counter.count
    #expect(copy == held)
    #expect(counter.count - before <= 32)
  }

  @Test("insertions and moves happen in place if the table is not shared")
  func insertionInPlace() {
    var table = dogs(0..<1_000)
    table.insert(Dog(id: 1_000), at: 500)
    let leaves = { stride(from: 0, to: 1_000, by: 8).map { table.rows.node($0, height: 0).toOpaque() } }
    let before = leaves()
    for id in 1_001..<1_100 { table.insert(Dog(id: id), at: id % 7 * 100) }
    for id in 0..<100 { table.move(id, to: 900 - id) }
    #expect(leaves() == before)
    #expect(table.violations() == [])
  }

  @Test("an array in a row is changed in place")
  func noCopyOfRows() {
    var table = dogs(0..<100)
    func address(_ id: Int) -> UInt? {
      table[id: id]?.tags.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    }
    let before = address(7)
    table.update(7) { $0.tags[0] = 1 }
    table[id: 7]?.tags[0] = 2
    table.updateAll { $0.tags[0] += 1 }
    #expect(address(7) == before && table[id: 7]?.tags == [3])
  }

  @Test("removed rows are released, and so is the whole table")
  func release() {
    weak var first: Counter?
    weak var second: Counter?
    do {
      var table = EntityTable((0..<20).map { SharingRow(id: $0) })
      first = table[id: 3]?.object
      second = table[id: 4]?.object
      #expect(first != nil && second != nil)
      table.remove(id: 3)
      #expect(first == nil && second != nil)
    }
    #expect(second == nil)
  }
}
