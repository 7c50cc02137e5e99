import ColmeiaTable
import TestSupport
import Testing

@Suite("EntityTable: changes by position") struct EntityTablePositionTests {
  struct Row: Identifiable, Equatable, Sendable { var id: Int }

  private func table(_ ids: some Sequence<Int>) -> EntityTable<Row> { EntityTable(ids.map { Row(id: $0) }) }

  @Test func `The row at a position is removed and returned`() {
    var rows = table(0..<5)
    #expect(rows.remove(at: 1) == Row(id: 1))
    #expect(rows.map(\.id) == [0, 2, 3, 4])
  }

  @Test func `A filtered table is a table, and the other one keeps its rows`() {
    let rows = table(0..<6)
    let even: EntityTable = rows.filter { $0.id % 2 == 0 }
    #expect(even.map(\.id) == [0, 2, 4] && rows.count == 6)
  }

  @Test(arguments: [
    ([0], 3, [1, 2, 0, 3, 4]), ([4], 0, [4, 0, 1, 2, 3]), ([1, 3], 5, [0, 2, 4, 1, 3]), ([3, 1], 0, [1, 3, 0, 2, 4]),
    ([0, 4], 2, [1, 0, 4, 2, 3]), ([2], 2, [0, 1, 2, 3, 4]), ([2], 3, [0, 1, 2, 3, 4]), ([], 1, [0, 1, 2, 3, 4]),
  ])
  func `Moved rows keep their order and stand before the destination`(offsets: [Int], to: Int, expected: [Int]) {
    var rows = table(0..<5)
    rows.move(fromOffsets: offsets, toOffset: to)
    #expect(rows.map(\.id) == expected)
  }

  @Test(arguments: 0..<300) func `Random moves and removals are those of an array`(seed: Int) {
    var random = SplitMix(state: UInt64(seed))
    let ids = (0..<Int.random(in: 1..<80, using: &random)).map { $0 }
    let offsets = Set(ids.filter { _ in Bool.random(using: &random) })
    let destination = Int.random(in: 0...ids.count, using: &random)
    let kept = ids.filter { !offsets.contains($0) }
    var rows = table(ids)
    rows.remove(atOffsets: offsets)
    #expect(rows.map(\.id) == kept)
    rows = table(ids)
    rows.move(fromOffsets: offsets, toOffset: destination)
    let before = kept.filter { $0 < destination }
    let moved: [Int] = before + offsets.sorted() + kept.dropFirst(before.count)
    #expect(rows.map(\.id) == moved)
  }

  @Test func `Offsets that do not exist are ignored, as those of a front end that is behind`() {
    var rows = table(0..<3)
    rows.remove(atOffsets: [-1, 1, 3, .max])
    #expect(rows.map(\.id) == [0, 2])
    rows.move(fromOffsets: [0, 2, -1], toOffset: 9)
    #expect(rows.map(\.id) == [2, 0])
    rows.move(fromOffsets: [1], toOffset: -1)
    #expect(rows.map(\.id) == [0, 2])
  }

  @Test func `A position outside of the table ends the program with a message that names the method`() async {
    let insert = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var rows = EntityTable([EntityTablePositionTests.Row(id: 1)])
      rows.insert(Row(id: 2), at: 2)
    }
    let replace = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var rows = EntityTable([EntityTablePositionTests.Row(id: 1)])
      rows.insert(Row(id: 1), at: 1)
    }
    let move = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var rows = EntityTable([EntityTablePositionTests.Row(id: 1)])
      rows.move(1, to: 1)
    }
    let remove = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var rows = EntityTable([EntityTablePositionTests.Row(id: 1)])
      rows.remove(at: -1)
    }
    let read = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = EntityTable([EntityTablePositionTests.Row(id: 1)])[1]
    }
    let texts = [insert, replace, move, remove, read].map {
      String(decoding: $0?.standardErrorContent ?? [], as: UTF8.self)
    }
    #expect(texts[0].contains("EntityTable.insert(_:at:): position 2 is not in 0...1"))
    #expect(texts[1].contains("insert(_:at:): position 1 is not in 0...0, not counting the row with the id 1"))
    #expect(texts[2].contains("EntityTable.move(_:to:): position 1 is not in 0..<1"))
    #expect(texts[3].contains("EntityTable.remove(at:): position -1 is not in 0..<1"))
    #expect(texts[4].contains("EntityTable.subscript(position:): position 1 is not in 0..<1"))
  }
}
