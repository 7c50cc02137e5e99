import TestSupport
import Testing

@testable import ColmeiaTable

/// Tests large tables, most of whose leaves are in runs. Insertions, holes and crowded labels split the runs.
@Suite("EntityTable: order of leaves", .long)
struct LeafOrderTests {
  @Test("rows that are inserted in a few places of a large table are ordered as in an array", arguments: UInt64(1)...2)
  func insertions(seed: UInt64) {
    var random = SplitMix(state: seed)
    var model = (0..<2_000).map { Item(id: $0) }
    var table = EntityTable(model)
    if seed % 2 == 0 {
      for _ in 0..<400 {
        let row = model.remove(at: Int.random(in: 0..<model.count, using: &random))
        #expect(table.remove(id: row.id) == row)
      }
    }
    var id = 2_000
    for round in 0..<24 {
      let position = [0, model.count, Int.random(in: 0...model.count, using: &random)][round % 3]
      // Enough insertions in one place to use up the labels between two neighboring leaves.
      for _ in 0..<[300, 5][round % 2] {
        let row = Item(id: id, value: round)
        id += 1
        model.insert(row, at: position)
        table.insert(row, at: position)
      }
      let held = table
      let removed = model.remove(at: Int.random(in: 0..<model.count, using: &random))
      table.remove(id: removed.id)
      #expect(table.violations() == [])
      #expect(table.elementsEqual(model))
      #expect(held.count == table.count + 1 && held != table)
    }
  }

  @Test("the first insertion into a large table creates runs of its leaves, not an entry for each")
  func run() {
    var table = EntityTable((0..<20_000).map { Item(id: $0) })
    table.insert(Item(id: -1), at: 10_000)
    #expect(table.rows.order.entries.count == 3)
    #expect(table.violations() == [])
    #expect(table[10_000].id == -1 && table[10_001].id == 10_000 && table.position(of: 19_999) == 20_000)
  }
}
