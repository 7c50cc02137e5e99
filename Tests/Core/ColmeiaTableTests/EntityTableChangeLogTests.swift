import ColmeiaBase
import Foundation
import TestSupport
import Testing

@testable import ColmeiaTable

@Suite("EntityTable: changed rows")
struct EntityTableChangeLogTests {
  @Test("removals since a stamp are reported in order, and none since the current stamp")
  func removals() {
    var table = dogs(0..<10)
    let stamp = table.changeStamp
    table.remove(id: 3)
    let later = table.changeStamp
    table[id: 5] = nil
    table.removeAll { $0.id < 2 }
    #expect(table.removals(since: stamp) == [3, 5, 0, 1])
    #expect(table.removals(since: later) == [5, 0, 1])
    #expect(table.removals(since: table.changeStamp) == [])
  }

  @Test("removals include a row that was removed and inserted again")
  func comeBack() {
    var table = dogs(0..<3)
    let stamp = table.changeStamp
    table.upsert(table.remove(id: 1)!)
    #expect(table.removals(since: stamp) == [1])
  }

  @Test("every change of a row is reported, and operations that change no row keep the stamp")
  func changes() throws {
    var table = dogs(0..<100)
    table.sort { $0.id > $1.id }
    let stamp = table.changeStamp
    table[id: 999] = nil
    table.remove(id: 999)
    table.removeAll { _ in false }
    table.sort { $0.id > $1.id }
    #expect(table.changeStamp == stamp)
    table.upsert(Dog(id: 3, name: "again"))
    table.upsert(Dog(id: 100))
    table.update(4) { $0.name = "x" }
    table[id: 5] = Dog(id: 5)
    table[id: 101] = Dog(id: 101)
    table.insert(Dog(id: 102), at: 7)
    table[id: 6] = nil
    let changes = try #require(table.changes(since: stamp))
    #expect(changes.written == [102, 5, 4, 3, 100, 101])
    #expect(changes.removed == [6])
    let later = table.changeStamp
    table.updateAll { $0.name = "y" }
    #expect(table.changes(since: later) == nil, "too many removals to record")
  }

  @Test("a table that was merged and sorted knows the removals before")
  func merged() {
    var table = dogs(0..<100)
    table.removeAll { $0.id >= 20 && $0.id < 80 }
    let stamp = table.changeStamp
    for id in 80..<90 { table.remove(id: id) }
    #expect(table.removals(since: stamp) == Array(80..<90))
    table.sort { $0.id > $1.id }
    #expect(table.removals(since: stamp) == Array(80..<90))
  }

  @Test("sorting changes the stamp, but no row")
  func sorted() {
    var table = dogs(0..<100)
    let stamp = table.changeStamp
    table.sort { $0.id > $1.id }
    #expect(table.changeStamp != stamp)
    #expect(table.changes(since: stamp)?.written == [] && table.changes(since: stamp)?.removed == [])
  }

  @Test("the rows that a change has removed and added are known")
  func edits() throws {
    let old = dogs(0..<1_000)
    func edits(_ change: (inout EntityTable<Dog>) -> Void) -> [ElementEdit]? {
      var table = old
      change(&table)
      return table.edits(since: old)
    }
    #expect(edits { _ in } == [])
    #expect(edits { $0.update(300) { $0.name = "x" } } == [ElementEdit(300..<301, 300..<301)])
    #expect(edits { for id in 300..<315 { $0.update(id) { $0.name = "x" } } } == [ElementEdit(300..<315, 300..<315)])
    #expect(edits { $0.remove(id: 300) } == [ElementEdit(300..<301, 300..<300)])
    #expect(edits { $0.upsert(Dog(id: 1_000)) } == [ElementEdit(1_000..<1_000, 1_000..<1_001)])
    #expect(edits { $0.insert(Dog(id: 1_000), at: 300) } == [ElementEdit(300..<300, 300..<301)])
    #expect(edits { $0.move(300, to: 400) } == [ElementEdit(300..<301, 300..<300), ElementEdit(401..<401, 400..<401)])
    #expect(edits { $0.move(400, to: 300) } == [ElementEdit(300..<300, 300..<301), ElementEdit(400..<401, 401..<401)])
    #expect(
      edits {
        $0.remove(id: 0)
        $0.upsert(Dog(id: 1_000))
        $0.update(500) { $0.name = "x" }
      } == [ElementEdit(0..<1, 0..<0), ElementEdit(500..<501, 499..<500), ElementEdit(1_000..<1_000, 999..<1_000)])
    #expect(edits { for id in 300..<315 { $0.remove(id: id) } } == [ElementEdit(300..<315, 300..<300)])
    #expect(edits { for id in 300..<332 { $0.remove(id: id) } } == nil, "too many changes to record")
    #expect(edits { $0.sort { $0.id > $1.id } } == nil)
    #expect(edits { $0 = dogs(0..<1_000) } == nil)
    var table = old
    table.insert(Dog(id: 1_000), at: 300)
    table.remove(id: 1_000)
    #expect(table.edits(since: old) == [])
    #expect(old.edits(since: table) == nil, "the other one is not older")
  }

  @Test("the rows that two changed copies don't share are known, up to whole chunks")
  func unshared() {
    let old = dogs(0..<1_000)
    typealias Change = (inout EntityTable<Dog>) -> Void
    func ranges(_ change: Change, other: Change = { _ in }) -> [ElementEdit] {
      var (table, changed) = (old, old)
      change(&table)
      other(&changed)
      return table.unshared(with: changed)
    }
    #expect(ranges { _ in } == [])
    let both = [ElementEdit(96..<128, 96..<128), ElementEdit(480..<512, 480..<512)]
    #expect(ranges({ $0.update(500) { $0.name = "x" } }, other: { $0.update(100) { $0.name = "x" } }) == both)
    #expect(ranges { $0.remove(id: 100) } == [ElementEdit(96..<128, 96..<127)])
    let ends = [ElementEdit(0..<32, 0..<33), ElementEdit(992..<1_000, 993..<1_000)]
    #expect(ranges { $0.move(999, to: 0) } == ends)
    #expect(ranges { $0.removeAll() } == [ElementEdit(0..<1_000, 0..<0)])
    #expect(ranges { $0 = dogs(0..<900) } == [ElementEdit(0..<1_000, 0..<900)])
  }

  @Test("after random changes, the rows between the edits are the same", arguments: UInt64(1)...8)
  func randomEdits(seed: UInt64) {
    var random = SplitMix(state: seed)
    var table = EntityTable<Item<Int>>()
    var known = 0
    for step in 0..<2_000 {
      let old = table
      for _ in 0..<Int.random(in: 1..<6, using: &random) {
        let id = Int.random(in: 0..<600, using: &random)
        let position = Int.random(in: 0...table.count, using: &random)
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<6: table.upsert(Item(id: id, value: step))
        case 6..<10: table.remove(id: id)
        case 10..<13: if !table.contains(id: id) { table.insert(Item(id: id, value: step), at: position) }
        case 13..<15: if table.contains(id: id) { table.move(id, to: min(position, table.count - 1)) }
        case 15..<18: table.update(id) { $0.value += 1 }
        case 18: table.removeAll { $0.id % 10 == id % 10 }
        default: if step % 3 == 0 { table.sort { ($0.value, $0.id) > ($1.value, $1.id) } }
        }
      }
      let edits = table.edits(since: old)
      if edits != nil { known += 1 }
      for edits in [edits, table.unshared(with: old)].compactMap(\.self) {
        var rows = Array(old)
        for edit in edits {
          let range = edit.new.lowerBound..<edit.new.lowerBound + edit.old.count
          rows.replaceSubrange(range, with: table.rows(at: edit.new))
        }
        #expect(rows == Array(table), "seed \(seed), step \(step)")
      }
    }
    #expect(known > 1_000)
  }

  @Test("changes since an unrelated table are unknown")
  func descent() {
    let first = dogs(0..<3)
    #expect(dogs(0..<3).removals(since: first.changeStamp) == nil)
    #expect(EntityTable<Dog>().removals(since: EntityTable<Dog>().changeStamp) == nil)
    var (left, right) = (first, first)
    left.remove(id: 1)
    right.remove(id: 2)
    #expect(left.removals(since: right.changeStamp) == nil)
    #expect(right.removals(since: first.changeStamp) == [2])
    #expect(first.removals(since: left.changeStamp) == nil)
    left.removeAll()
    #expect(left.removals(since: first.changeStamp) == nil)
  }

  @Test("an older copy that replaces a changed table is detected")
  func olderCopy() {
    var table = dogs(0..<3)
    let held = table
    table.upsert(Dog(id: 7))
    #expect(held.changes(since: table.changeStamp) == nil)
    #expect(table.changes(since: held.changeStamp)?.written == [7])
  }

  @Test("only a limited number of removals is recorded, and older ones are unknown")
  func limit() {
    var table = dogs(0..<1_000)
    let stamp = table.changeStamp
    for id in 0..<15 { table.remove(id: id) }
    #expect(table.removals(since: stamp) == Array(0..<15))
    for id in 15..<32 { table.remove(id: id) }
    #expect(table.removals(since: stamp) == nil)
    for id in 32..<900 {
      let stamp = table.changeStamp
      table.remove(id: id)
      #expect(table.removals(since: stamp) == [id])
      #expect(table.changes.entries.count <= 32)
    }
    let before = table.changeStamp
    table.removeAll { _ in true }
    #expect(table.removals(since: before) == nil && table.changeStamp != before)
  }

  @Test("equality, hashing, coding, description and mirror ignore the stamp")
  func notPartOfTheValue() throws {
    var table = dogs(0..<9)
    table.remove(id: 8)
    let other = dogs(0..<8)
    #expect(table.changeStamp != other.changeStamp)
    #expect(table == other && table.hashValue == other.hashValue)
    #expect(table.description == other.description && String(reflecting: table) == String(reflecting: other))
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(try encoder.encode(table) == encoder.encode(other))
    #expect(Mirror(reflecting: table).children.count == 8)
    var dumps = ["", ""]
    dump(table, to: &dumps[0])
    dump(other, to: &dumps[1])
    #expect(dumps[0] == dumps[1])
  }

  /// The history of a table: the stamp after each step, and the id that was removed in it.
  typealias History = [(stamp: UInt64, id: Int?)]

  @Test("after random changes and copies, the reported changes are either exact or unknown", arguments: UInt64(1)...8)
  func random(seed: UInt64) {
    var random = SplitMix(state: seed)
    var table = EntityTable<Item<Int>>()
    var history: History = [(table.changeStamp, nil)]
    var held: [(table: EntityTable<Item<Int>>, history: History)] = []
    var seen: [(stamp: UInt64, ids: Set<Int>)] = []
    var known = 0
    for step in 0..<1_000 {
      let id = Int.random(in: 0..<60, using: &random)
      var removed: [Int] = []
      switch Int.random(in: 0..<100, using: &random) {
      case 0..<30: table.upsert(Item(id: id, value: step))
      case 30..<45: if table.remove(id: id) != nil { removed = [id] }
      case 45..<50:
        if table.contains(id: id) { removed = [id] }
        table[id: id] = nil
      case 50..<55:
        removed = table.ids.filter { $0 % 30 == id % 30 }
        table.removeAll { $0.id % 30 == id % 30 }
      case 55..<60: table.insert(Item(id: id), at: 0)
      case 60..<65: table.sort { $0.value < $1.value }
      case 65..<70: table.update(id) { $0.value += 1 }
      case 70..<80: held.append((table, history))
      case 80..<84: if let old = held.randomElement(using: &random) { (table, history) = old }
      case 84 where step % 5 == 0:
        table = EntityTable(table)
        history = []
      case 85 where step % 5 == 0:
        table.removeAll()
        history = []
      case 86..<93: seen.append((table.changeStamp, Set(table.ids)))
      default: break
      }
      if held.count > 4 { held.removeFirst() }
      if seen.count > 8 { seen.remove(at: Int.random(in: 0..<8, using: &random)) }
      for id in removed { history.append((table.changeStamp, id)) }
      if history.last?.stamp != table.changeStamp { history.append((table.changeStamp, nil)) }
      if step % 20 == 0 { #expect(table.violations() == []) }
      for (stamp, ids) in seen {
        let answer = table.removals(since: stamp)
        let index = history.lastIndex { $0.stamp == stamp }
        if let answer, let index {
          known += 1
          let removed = ids.subtracting(table.ids)
          let agrees = answer == history[(index + 1)...].compactMap(\.id) && removed.isSubset(of: answer)
          #expect(agrees, "seed \(seed), step \(step)")
        } else {
          #expect(answer == nil, "seed \(seed), step \(step)")
          if let index { #expect(history.count - index > 16, "seed \(seed), step \(step)") }
        }
      }
    }
    #expect(known > 1_000)
  }
}

extension EntityTable {
  fileprivate func removals(since stamp: UInt64) -> [Row.ID]? {
    changes(since: stamp)?.removed
  }
}
