import ColmeiaBase
import ColmeiaJSON
import ColmeiaSecrets
import ColmeiaTable
import TestSupport
import Testing

import struct Foundation.Decimal
import struct Foundation.URL

@testable import ColmeiaFrontEnds
@testable import ColmeiaScenario

/// Verifies that the changes of a state's parts are those of the whole state.
@Suite(.long) struct StatePartsTests {
  struct Row: Codable, Identifiable, Sendable {
    var id: Int
    var isOpen = false
    var text: String
    var more: [Int] = []
  }
  struct Inner: Codable, Sendable {
    var isOn = false
    var name = "a"
    var rows: [Row] = []
    var maybe: Row?
    var password: [Row] = []
  }
  enum Phase: Codable, Sendable { case idle, failed(Int, at: String), loaded(Inner), many([String]) }
  /// A type that encodes only the members it has.
  struct Sparse: Codable, Sendable {
    enum CodingKeys: CodingKey { case one, two }
    var one: Int?
    var two: String?
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      if let one { try container.encode(one, forKey: .one) }
      if let two { try container.encode(two, forKey: .two) }
    }
  }
  /// A string that is its own representation.
  struct Name: RawRepresentable, Codable, Sendable { var rawValue: String }
  final class Box: Codable, Sendable {
    let number: Int
    init(_ number: Int) { self.number = number }
  }
  struct State: Codable, Sendable {
    var count = 0
    var share = 0.5
    var text = "text"
    var inner = Inner()
    var other: Inner?
    var phase = Phase.idle
    var branch = Inner()
    var table: EntityTable<Row> = []
    var names: [String: Inner] = [:]
    var numbers: Set<Int> = []
    var letters: [String] = []
    var sparse = Sparse()
    var optional: Int?
    var name = Name(rawValue: "n")
    var json: JSON = ["b": 1, "a": []]
    var box = Box(1)
    var list: [Row?] = []
    var pairs: [[Int]] = []
    var url = URL(filePath: "/a")
    var price: Decimal?
  }

  private static let words = [
    "a", "bee", "honey", "x/y~z", "queen-of-all", "{\"token\": \"abcdef\"}", "hexagon", "***",
  ]

  private static func word(_ numbers: inout SplitMix) -> String { words.randomElement(using: &numbers) ?? "" }

  private static func row(_ numbers: inout SplitMix) -> Row {
    Row(
      id: .random(in: 0..<40, using: &numbers), isOpen: .random(using: &numbers), text: word(&numbers),
      more: (0..<Int.random(in: 0..<3, using: &numbers)).map { $0 })
  }

  private static func change(_ rows: inout [Row], _ numbers: inout SplitMix) {
    let position = rows.indices.randomElement(using: &numbers)
    switch (Int.random(in: 0..<6, using: &numbers), position) {
    case (0, let position?): rows.remove(at: position)
    case (1, let position?): rows[position].text = word(&numbers)
    case (2, let position?): rows.insert(row(&numbers), at: position)
    case (3, let position?): rows[position] = row(&numbers)
    case (4, _): rows = []
    default: rows.append(row(&numbers))
    }
  }

  private static func change(_ inner: inout Inner, _ numbers: inout SplitMix) {
    switch Int.random(in: 0..<7, using: &numbers) {
    case 0: inner.isOn.toggle()
    case 1: inner.name = word(&numbers)
    case 2: inner.maybe = Bool.random(using: &numbers) ? row(&numbers) : nil
    case 3: inner.maybe?.text = word(&numbers)
    case 4: change(&inner.password, &numbers)
    default: change(&inner.rows, &numbers)
    }
  }

  private static func change(_ table: inout EntityTable<Row>, _ numbers: inout SplitMix) {
    let row = row(&numbers)
    switch Int.random(in: 0..<12, using: &numbers) {
    case 0: table.remove(id: row.id)
    case 1: table.insert(row, at: .random(in: 0...table.count - (table.contains(id: row.id) ? 1 : 0), using: &numbers))
    case 2: table.sort { $0.id < $1.id }
    case 3 where table.contains(id: row.id): table.move(row.id, to: .random(in: 0..<table.count, using: &numbers))
    case 4: table.removeAll { $0.isOpen && $0.id % 5 == 0 }
    case 5...8: table.update(row.id) { $0.text = row.text }
    default: table.upsert(row)
    }
  }

  private static func change(_ state: inout State, _ numbers: inout SplitMix) {
    switch Int.random(in: 0..<28, using: &numbers) {
    case 0: state.count += .random(in: 0..<2, using: &numbers)
    case 1: state.share = [0, 0.5, -0.0, .infinity].randomElement(using: &numbers) ?? 0
    case 2: state.text = word(&numbers)
    case 3, 4: change(&state.inner, &numbers)
    case 5: state.other = state.other == nil ? Inner() : nil
    case 6:
      var other = state.other ?? Inner()
      change(&other, &numbers)
      state.other = other
    case 7:
      state.phase =
        [.idle, .failed(1, at: word(&numbers)), .loaded(state.inner), .many(state.letters)]
        .randomElement(using: &numbers) ?? .idle
    case 8, 9: change(&state.branch, &numbers)
    case 10...14: change(&state.table, &numbers)
    case 15: state.names[word(&numbers)] = state.inner
    case 16: state.names = [:]
    case 17: state.numbers.insert(.random(in: 0..<99, using: &numbers))
    // Letters that spell a secret are masked in any form.
    case 18: state.letters = Bool.random(using: &numbers) ? word(&numbers).map { "\($0)" } : [word(&numbers)]
    case 19: state.sparse.one = Bool.random(using: &numbers) ? 1 : nil
    case 20: state.sparse.two = Bool.random(using: &numbers) ? word(&numbers) : nil
    case 21: state.optional = Bool.random(using: &numbers) ? 7_654_321 : nil
    case 22: state.json = [word(&numbers): ["z": 1, "a": .string(word(&numbers))]]
    case 26: state.url = URL(filePath: "/\(word(&numbers))")
    case 27: state.price = Bool.random(using: &numbers) ? Decimal(string: "\(state.count).125") : nil
    case 23: state.box = Box(.random(in: 0..<3, using: &numbers))
    case 24: state.list = (0..<Int.random(in: 0..<3, using: &numbers)).map { $0 == 1 ? nil : Row(id: $0, text: "x") }
    default:
      state.name.rawValue = word(&numbers)
      state.pairs.append([state.count, 2])
    }
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `The changes turn one whole masked state into the next`(seed: UInt64) {
    var (numbers, state, masker) = (SplitMix(state: seed), State(), Masker())
    for secret in [Self.word(&numbers), "7654321", "text"].prefix(Int(seed) % 4) { masker.hide(secret) }
    masker = masker.ignoringTexts
    let parts = StateParts(.bytes, masker)
    var known: JSON?
    for step in 0..<150 {
      for _ in 0..<Int.random(in: 0..<3, using: &numbers) { Self.change(&state, &numbers) }
      let new = (try? JSON(encoding: state, .complete)).map { masker($0) }
      let news = parts.update(state)
      guard let new, let changes = news else {
        #expect((new == nil) == (news == nil), "step \(step)")
        continue
      }
      #expect(parts.whole == new, "step \(step)")
      #expect(parts.whole.text() == new.text(), "the members are in the same order")
      if let known {
        let patch = try? JSON(encoding: changes.differences.map(JSONChange.init))
        #expect(patch.flatMap(known.patched) == new, "step \(step)")
        #expect(changes.differences.allSatisfy { $0.before != $0.after }, "step \(step)")
        #expect(changes.differences.count <= JSONDifference.between(known, new).count, "step \(step)")
        #expect(changes.isWritten || known == new)
      }
      known = new
    }
  }

  private static let paths: [QueryPath] = [
    QueryPath(), QueryPath([.key("count")]), QueryPath([.key("inner"), .key("rows"), .index(0), .key("text")]),
    QueryPath([.key("inner"), .key("rows"), .all, .key("id")]), QueryPath([.key("inner"), .key("maybe")]),
    QueryPath([.key("other"), .key("password")]), QueryPath([.key("phase"), .key("loaded"), .key("name")]),
    QueryPath([.key("branch"), .key("rows"), .index(-1)]), QueryPath([.key("branch"), .index(0)]),
    QueryPath([.key("table"), .find(["id"], 3), .key("text")]), QueryPath([.key("json"), .key("a")]),
    QueryPath([.key("missing"), .key("count")]), QueryPath([.all]),
  ]

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `A query of the state has the result of a query of all of it, if what it asks for can be encoded`(seed: UInt64) {
    var (numbers, state) = (SplitMix(state: seed), State())
    let queried = QueriedParts("state")
    for step in 0..<100 {
      for _ in 0..<Int.random(in: 0..<3, using: &numbers) { Self.change(&state, &numbers) }
      let path = Self.paths.randomElement(using: &numbers) ?? QueryPath()
      var asked = state
      if case .key = path.steps.first { asked.share = 0 }
      let expected = (try? JSON(encoding: asked, .complete)).flatMap(path.value)
      #expect(queried.value(at: path, in: state) == expected, "step \(step), \(path)")
    }
  }

  @Test func `A query encodes only what has changed in what it asks for since the previous one`() {
    let (a, b, row) = (Tally(), Tally(), Tally())
    var state = Counts(a, b, row)
    let queried = QueriedParts("state")
    let path = QueryPath([.key("rows"), .index(50), .key("value")])
    #expect(queried.value(at: path, in: state) == 0)
    #expect([a.count, b.count] == [0, 0])
    #expect(queried.value(at: QueryPath([.key("b")]), in: state) == 0)
    for tally in [a, b, row] { tally.count = 0 }
    state.b.number = 2
    state.rows.update(50) { $0.value.number = 3 }
    #expect(queried.value(at: path, in: state) == 3)
    #expect([a.count, b.count, row.count] == [0, 0, 1])
    #expect(queried.value(at: QueryPath([.key("b")]), in: state) == 2)
    #expect([a.count, b.count, row.count] == [0, 1, 1])
  }

  @Test func `Unchanged parts are not encoded`() throws {
    let (a, b, row) = (Tally(), Tally(), Tally())
    var state = Counts(a, b, row)
    let parts = StateParts(.bytes, Masker().ignoringTexts)
    _ = parts.update(state)
    for tally in [a, b, row] { tally.count = 0 }
    state.number = 1
    state.b.number = 2
    state.rows.update(50) { $0.value.number = 3 }
    let news = parts.update(state)
    #expect(
      try JSON(encoding: (news?.differences ?? []).map(JSONChange.init)) == [
        ["op": "replace", "path": "/number", "value": 1], ["op": "replace", "path": "/b", "value": 2],
        ["op": "replace", "path": "/rows/50/value", "value": 3],
      ])
    #expect([a.count, b.count, row.count] == [0, 1, 1])
    #expect(parts.update(state)?.isWritten == false)
  }

  @Test func `The unchanged rows of a table are found without comparing them`() {
    let old = EntityTable((0..<100).map { Row(id: $0, text: "") })
    var new = old
    // The written row is equal, as a comparison would find.
    new.update(40) { $0.isOpen = false }
    new.upsert(Row(id: 100, text: ""))
    let added = ElementEdit(100..<100, 100..<101)
    #expect(new.edits(since: old, .bytes) == [ElementEdit(40..<41, 40..<41), added])
  }

  @Test func `The rows of a table whose changes are unknown are compared`() {
    struct Number: Codable, Identifiable, Sendable { var id: Int }
    let old = EntityTable((0..<100).map { Number(id: $0) })
    var new = EntityTable(old)
    new.upsert(Number(id: 100))
    #expect(new.edits(since: old, .bytes) == [ElementEdit(100..<100, 100..<101)])
  }

  /// Counts how often it is encoded.
  struct Counted: Codable, Sendable {
    let tally: Tally
    var number = 0
    init(_ tally: Tally) { self.tally = tally }
    init(from decoder: any Decoder) throws { self.init(Tally()) }
    func encode(to encoder: any Encoder) throws {
      tally.count += 1
      var container = encoder.singleValueContainer()
      try container.encode(number)
    }
  }
  struct CountedRow: Codable, Identifiable, Sendable {
    var id: Int
    var value: Counted
  }
  struct Counts: Codable, Sendable {
    var number = 0
    var a: Counted
    var b: Counted
    var rows: EntityTable<CountedRow>
    init(_ a: Tally, _ b: Tally, _ row: Tally) {
      (self.a, self.b) = (Counted(a), Counted(b))
      rows = EntityTable((0..<100).map { CountedRow(id: $0, value: Counted(row)) })
    }
  }

  /// A counter that several values share.
  final class Tally: @unchecked Sendable {  // Unchecked because it is used by one thread only.
    var count = 0
  }
}
