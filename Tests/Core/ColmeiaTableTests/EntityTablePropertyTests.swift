import TestSupport
import Testing

@testable import ColmeiaTable

@Suite("EntityTable: laws", .long)
struct EntityTablePropertyTests {
  @Test("a table behaves like an array of rows, and copies in use never change", arguments: UInt64(1)...6)
  func integers(seed: UInt64) { check(seed, ids: [40, 400][Int(seed % 2)], steps: Self.steps) { $0 } }

  @Test("a table behaves like an array of rows if all hashes are equal", arguments: [7, 8] as [UInt64])
  func oneHash(seed: UInt64) { check(seed, ids: 40, steps: Self.steps) { CollidingID<One>(number: $0) } }

  @Test("a table behaves like an array of rows with four different hashes", arguments: [9, 10] as [UInt64])
  func fourHashes(seed: UInt64) { check(seed, ids: 60, steps: Self.steps) { CollidingID<Four>(number: $0) } }

  @Test("a table behaves like an array of rows with text ids", arguments: [11] as [UInt64])
  func text(seed: UInt64) { check(seed, ids: 100, steps: Self.steps) { "id \($0)" } }

  #if DEBUG
    static let (isThorough, steps) = (false, 1_200)  // the table grows and shrinks twice
  #else
    static let (isThorough, steps) = (true, 2_500)
  #endif

  /// Performs random operations on a table and on an array, and compares all their properties after each one.
  func check<ID: Hashable & Sendable>(_ seed: UInt64, ids: Int, steps: Int, _ makeID: (Int) -> ID) {
    typealias Row = Item<ID>
    var random = SplitMix(state: seed)
    var table = EntityTable<Row>()
    var model: [Row] = []
    var held: [(table: EntityTable<Row>, model: [Row])] = []
    for step in 0..<steps {
      let id = makeID(Int.random(in: 0..<ids, using: &random))
      let row = Row(id: id, value: Int.random(in: 0..<1_000, using: &random))
      let found = model.firstIndex { $0.id == id }
      // Alternates between growing and shrinking, so that every size and every packing occurs.
      let grows = (step / 300) % 2 == 0
      switch Int.random(in: 0..<100, using: &random) {
      case 0..<30 where grows, 0..<8:
        #expect(table.upsert(row) == found.map { model[$0] })
        if let found { model[found] = row } else { model.append(row) }
      case 8..<40:
        #expect(table.remove(id: id) == found.map { model.remove(at: $0) })
      case 40..<60:
        #expect(table.update(id) { $0.value += 1 } == nil || found != nil)
        if let found { model[found].value += 1 }
      case 60..<70:
        table[id: id] = row
        if let found { model[found] = row } else { model.append(row) }
      case 70..<75:
        table[id: id] = nil
        if let found { model.remove(at: found) }
      case 75..<80:
        table[id: id]?.value -= 1
        if let found { model[found].value -= 1 }
      case 80..<85:
        let old = found.map { model.remove(at: $0) }
        let position = Int.random(in: 0...model.count, using: &random)
        model.insert(row, at: position)
        #expect(table.insert(row, at: position) == old)
      case 85:
        let row = found.map { model.remove(at: $0) }
        let position = Int.random(in: 0...model.count, using: &random)
        if let row { model.insert(row, at: position) }
        #expect(table.move(id, to: position) == (row != nil))
      case 86:
        // A series of insertions in one place fills leaves, splits them and uses up the labels there.
        let start = [0, model.count, model.count / 2, min(1, model.count)].randomElement(using: &random) ?? 0
        for number in 0..<20 {
          let row = Row(id: makeID((step * 20 + number) % ids), value: number)
          let found = model.firstIndex { $0.id == row.id }
          let old = found.map { model.remove(at: $0) }
          let position = min(start, model.count)
          model.insert(row, at: position)
          #expect(table.insert(row, at: position) == old)
        }
      case 87:
        let limit = Int.random(in: 0..<200, using: &random)
        table.removeAll { $0.value < limit }
        model.removeAll { $0.value < limit }
      case 88 where step % 3 == 0:
        table.sort { ($0.value, "\($0.id)") < ($1.value, "\($1.id)") }
        model.sort { ($0.value, "\($0.id)") < ($1.value, "\($1.id)") }
      case 89..<91:
        table.updateAll { $0.value += 3 }
        for index in model.indices { model[index].value += 3 }
      case 91..<94:
        let more = (0..<Int.random(in: 0..<30, using: &random)).map { _ in
          Row(id: makeID(Int.random(in: 0..<ids, using: &random)), value: step)
        }
        table.append(contentsOf: more)
        for row in more {
          let index = model.firstIndex { $0.id == row.id }
          if let index { model[index] = row } else { model.append(row) }
        }
      case 94..<98:
        held.append((table, model))
        if held.count > 4 { held.remove(at: Int.random(in: 0..<4, using: &random)) }
      case 98 where step % 7 == 0:
        table.removeAll()
        model.removeAll()
      case 99:
        if let kept = held.randomElement(using: &random) { (table, model) = kept }
      default: break
      }
      // In debug builds, a large table is compared only now and then, because all comparisons would take more than a
      // minute.
      if Self.isThorough || model.count < 64 || step % 5 == 0 { compare(table, model, absent: makeID(ids), seed, step) }
      for (table, model) in held { #expect(Array(table) == model, "held, seed \(seed), step \(step)") }
      if step % 50 == 0 {
        for (table, model) in held { compare(table, model, absent: makeID(ids), seed, step) }
        for (other, rows) in held { #expect((other == table) == (rows == model)) }
      }
    }
  }

  func compare<ID: Hashable & Sendable>(
    _ table: EntityTable<Item<ID>>, _ model: [Item<ID>], absent: ID, _ seed: UInt64, _ step: Int
  ) {
    let context: Comment = "seed \(seed), step \(step)"
    let violations = table.violations()
    #expect(violations == [], context)
    #expect(Array(table) == model && table.count == model.count && table.isEmpty == model.isEmpty, context)
    #expect(table.ids.elementsEqual(model.map(\.id)), context)
    let agrees = model.indices.allSatisfy { position in
      let id = model[position].id
      return table[position] == model[position] && table[id: id] == model[position]
        && table.position(of: id) == position && table.contains(id: id)
    }
    #expect(agrees, context)
    #expect(table[id: absent] == nil && table.position(of: absent) == nil, context)
    if step % 10 == 0 {
      let rebuilt = EntityTable(model)
      #expect(table == rebuilt && rebuilt == table, context)
    }
  }
}
