import ColmeiaBase
import Testing

@testable import ColmeiaTable

@Suite("EntityTable: counted work")
struct EntityTableCountingTests {
  /// The maximum number of rows that a change separates from those that it shares with earlier values.
  static let chunk = RowChunk<CountedRow>.limit

  @Test("comparing 100,000 rows with a copy that differs in one row compares at most one chunk")
  func comparisons() {
    let counter = Counter()
    let table = EntityTable((0..<100_000).map { CountedRow(id: $0, comparisons: counter) })
    var copy = table
    #expect(copy == table)
    #expect(counter.count == 0)
    copy.update(54_321) { $0.value = 1 }
    #expect(copy != table)
    #expect(counter.count <= Self.chunk)
    let before = counter.count
    copy.update(54_321) { $0.value = 0 }
    #expect(copy == table)
    #expect(counter.count - before == Self.chunk)
  }

  @Test("if rows were removed before, only the changed chunk is compared")
  func comparisonsAfterRemovals() {
    let counter = Counter()
    var table = EntityTable((0..<10_000).map { CountedRow(id: $0, comparisons: counter) })
    table.removeAll { $0.id % 3 == 0 }
    var copy = table
    copy.update(5_000) { $0.value = 0 }
    #expect(copy == table)
    #expect(counter.count <= Self.chunk)
  }

  @Test("if a row was removed and appended again, only the last chunks are compared")
  func comparisonsAfterReappending() {
    let counter = Counter()
    let table = EntityTable((0..<10_000).map { CountedRow(id: $0, comparisons: counter) })
    var copy = table
    copy[id: 9_999] = nil
    copy.upsert(CountedRow(id: 9_999, comparisons: counter))
    #expect(copy == table && table == copy)
    #expect(counter.count <= 2 * Self.chunk)
  }

  @Test("shared rows at another position are compared, because a comparison may ignore ids")
  func shiftedRows() {
    struct Unnamed: Identifiable, Equatable, Sendable {
      var id: Int
      var value = 0
      static func == (left: Self, right: Self) -> Bool { left.value == right.value }
    }
    var table = EntityTable((0..<1_000).map { Unnamed(id: $0) })
    var copy = table
    copy.move(0, to: 999)
    #expect(copy == table && !copy.hasSameIDs(as: table))
    table.update(500) { $0.value = 1 }
    copy = table
    copy.move(0, to: 999)
    #expect(copy != table, "the row is at another position")
  }

  @Test("a change while a copy is in use copies one chunk of one group, and the rest stays shared")
  func sharing() {
    let table = dogs(0..<10_000)
    var copy = table
    copy.update(5_000) { $0.name = "x" }
    #expect(copy.unshared(with: table) == [ElementEdit(4_992..<5_024, 4_992..<5_024)])
    #expect(zip(copy.groups, table.groups).count { !$0.isShared(with: $1) } == 1)
    #expect(copy.trie.isShared(with: table.trie))
    let held = copy
    copy.remove(id: 3)
    copy.insert(Dog(id: -1), at: 7_000)
    let edits = copy.unshared(with: held)
    #expect(edits.count == 2 && edits.allSatisfy { $0.new.count <= Self.chunk + 1 && $0.old.count <= Self.chunk })
  }

  @Test("all changes happen in place if the table isn't shared")
  func inPlace() {
    var table = dogs(0..<1_000)
    let before = table.addresses
    #expect(before.count == 32)
    table.update(501) { $0.name = "y" }
    table.updateAll { $0.name = "z" }
    table.upsert(Dog(id: 502))
    table[id: 503] = Dog(id: 503, name: "w")
    table.remove(id: 3)
    table.insert(Dog(id: 3), at: 3)
    table.move(999, to: 994)
    table.removeAll { $0.id % 10 == 1 }
    table.sort { $0.id / 990 < $1.id / 990 }
    #expect(table.addresses == before && table.violations() == [])
  }

  @Test("a table that has lost most of its rows has few chunks and groups")
  func merging() {
    var table = dogs(0..<50_000)
    for id in 0..<50_000 where id % 40 != 0 { table.remove(id: id) }
    #expect(table.count == 1_250 && table.violations() == [])
    #expect(table.groups.reduce(0) { $0 + $1.chunks.count } <= 1_250 / (Self.chunk / 4))
    #expect(table.groups.count <= 12)
    let numbers = table.chunkLocations.count
    for id in 50_000..<80_000 { table.upsert(Dog(id: id)) }
    #expect(table.chunkLocations.count == numbers, "the numbers of merged chunks are used again")
  }

  @Test("an array in a row is changed in place")
  func noCopyOfRows() {
    var table = dogs(0..<100)
    func address(_ id: Int) -> UInt? {
      table[id: id]?.tags.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    }
    let before = address(7)
    table.update(7) { $0.tags[0] = 1 }
    table.withMutableRow(7) { $0.tags[0] += 1 }
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

extension EntityTable {
  /// The addresses of the rows of all chunks.
  fileprivate var addresses: Set<UInt> {
    Set(groups.flatMap { $0.chunks.map { $0.rows.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) } } })
  }
}

extension HashTrie {
  fileprivate func isShared(with other: HashTrie) -> Bool {
    children.withUnsafeBufferPointer { mine in
      other.children.withUnsafeBufferPointer { mine.baseAddress == $0.baseAddress }
    }
  }
}
