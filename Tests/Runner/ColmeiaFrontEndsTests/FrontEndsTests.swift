import ColmeiaBase
import ColmeiaJSON
import ColmeiaSecrets
import RunnerTestSupport
import TestSupport
import Testing

@testable import ColmeiaFrontEnds

/// Tests of the states and screens that front ends receive.
@Suite struct FrontEndsTests {
  struct Row: Codable, Equatable, Sendable {
    var text: String
    var action: [String: Int]?
  }
  struct Screen: Codable, Equatable, Sendable {
    var title = "A title that is made anew each time"
    var progress: Int?
    var password = ""
    var rows: [Row] = []

    /// A screen of the same content, none of whose texts is the same object.
    var remade: Screen {
      var copy = self
      copy.rows = rows.map { Row(text: String(decoding: Array($0.text.utf8), as: UTF8.self), action: $0.action) }
      return copy
    }
  }
  struct State: Codable, Sendable { var count = 0 }

  struct Gauge: Codable, Sendable {
    var name = "a"
    var level = 1.5
    var rows = [1, 2]
  }

  /// A front end that keeps the state and the screen up to date.
  final class Keeper: MessageCarrier {
    struct Content {
      var state, screen: JSON?
      var screenMessages: [JSON] = []
      var errors: [String] = []
      var isBroken = false
      var rests = 0
    }
    let content = Guarded(Content())
    var state: JSON? { content.withLock { $0.state } }
    var screen: JSON? { content.withLock { $0.screen } }

    func takesNews() -> Bool { true }
    func rest() { content.withLock { $0.rests += 1 } }
    func send(_ text: String, _ kind: MessageDelivery) {
      content.withLock { content in
        guard let message = try? JSON(parsing: text) else { return content.isBroken = true }
        content.state =
          message["state"]?["value"] ?? message["patch"]?["changes"].map { content.state?.patched($0) } ?? content.state
        content.screen =
          message["screen"] ?? message["screenPatch"].map { content.screen?.patched($0) } ?? content.screen
        if let error = message["error"]?["message"]?.string { content.errors.append(error) }
        if message["screen"] ?? message["screenPatch"] != nil { content.screenMessages.append(message) }
        content.isBroken = content.isBroken || content.state == nil
      }
    }

    /// The messages with screens since the last call.
    func next() -> [JSON] {
      content.withLock { content in
        defer { content.screenMessages = [] }
        return content.screenMessages
      }
    }
  }

  private func row(_ number: Int) -> Row {
    Row(text: "The text of the row with the number \(number)", action: ["open": number])
  }

  private static let masker: Masker = {
    var masker = Masker()
    masker.hide("number")
    return masker.ignoringTexts
  }()

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `A front end that applies the changes has the masked screen`(seed: UInt64) throws {
    var (numbers, state, screen) = (SplitMix(state: seed), State(), Screen())
    let (keeper, masker) = (Keeper(), Self.masker)
    let frontEnds = FrontEnds(Messenger(masker, keeper))
    for step in 0..<40 {
      let index = screen.rows.indices.randomElement(using: &numbers)
      switch (Int.random(in: 0..<8, using: &numbers), index) {
      case (0, let index?): screen.rows[index] = row(step)
      case (1, let index?): screen.rows.remove(at: index)
      case (2, let index?): screen.rows[index].action = nil
      case (3, _): screen.rows.insert(row(step), at: 0)
      case (4, _): screen.rows += (0..<Int.random(in: 1..<90, using: &numbers)).map { row(step + $0) }
      case (5, _): screen.progress = screen.progress == nil ? step : nil
      case (6, _): screen.password = "secret-\(step)"
      default: screen.title = "\(step)"
      }
      state.count = step
      frontEnds.show(state, { _ in screen.remade }, effects: [])
      let expected = masker(try JSON(encoding: screen, .complete))
      #expect(keeper.screen == expected, "step \(step)")
    }
    #expect(!keeper.content.withLock { $0.isBroken })
  }

  @Test func `An equal screen isn't sent, and of another one only what differs`() {
    var screen = Screen(rows: (0..<1_000).map(row))
    let keeper = Keeper()
    let frontEnds = FrontEnds(Messenger(Masker(), keeper))
    frontEnds.show(State(count: 0), { _ in screen }, effects: [])
    #expect(keeper.next().map { $0["screen"]?["rows"]?.array?.count } == [1_000])
    frontEnds.show(State(count: 1), { _ in screen.remade }, effects: [])
    #expect(keeper.next() == [])
    screen.title = "b"
    screen.rows[500].text = "changed"
    screen.rows.append(Row(text: "last"))
    frontEnds.show(State(count: 2), { _ in screen.remade }, effects: [])
    #expect(
      keeper.next() == [
        [
          "screenPatch": [
            ["op": "replace", "path": "/title", "value": "b"],
            ["op": "replace", "path": "/rows/500/text", "value": "changed"],
            ["op": "add", "path": "/rows/1000", "value": ["text": "last", "action": .null]],
          ]
        ]
      ])
  }

  @Test(arguments: [(64, "screenPatch"), (65, "screen")])
  func `A screen with many changes is sent as a whole`(changes: Int, name: String) {
    let keeper = Keeper()
    let frontEnds = FrontEnds(Messenger(Masker(), keeper))
    frontEnds.show(State(count: 0), { _ in Screen() }, effects: [])
    frontEnds.show(State(count: 1), { _ in Screen(rows: (0..<changes).map(row)) }, effects: [])
    #expect(keeper.next().map { $0.object?.keys.first } == ["screen", name])
  }

  @Test func `A change is encoded once for all front ends of a language, and reaches each of them`() throws {
    let (tally, masker, keepers) = (Tally(), Masker(), (0..<4).map { _ in Keeper() })
    let frontEnds = FrontEnds(Messenger(masker, keepers[0]))
    func screen(_ number: Int) -> (String?) -> (any Encodable)? {
      { CountedScreen(rows: [CountedRow(tally, "\($0 ?? "no language"): \(number)")]) }
    }
    frontEnds.show(State(count: 0), screen(0), effects: [])
    frontEnds.join(Messenger(masker, keepers[1])) { (State(count: 0), screen(0)) }
    // The others receive what the last one finds on joining.
    frontEnds.join(Messenger(language: "en", masker, keepers[2])) { (State(count: 1), screen(1)) }
    let gone = Messenger(language: "fr", masker, keepers[3])
    frontEnds.join(gone) { (State(count: 1), screen(1)) }
    #expect(keepers.map(\.state) == Array(repeating: ["count": 1], count: 4))
    frontEnds.leave(gone)
    tally.count = 0
    frontEnds.show(State(count: 2), screen(2), effects: [["ring": 7]])
    #expect(tally.count == 2)
    #expect(keepers.map { $0.state?["count"]?.int } == [2, 2, 2, 1])
    #expect(
      keepers.map { $0.screen?["rows"]?[0]?[0]?.string } == ["no language: 2", "no language: 2", "en: 2", "fr: 1"])
    #expect(!keepers.contains { $0.content.withLock { $0.isBroken } })
  }

  @Test func `Nothing is encoded while there is no front end, and the next one receives everything`() {
    let (tally, masker, keepers) = (Tally(), Masker(), [Keeper(), Keeper()])
    let first = Messenger(masker, keepers[0])
    let frontEnds = FrontEnds(first)
    func counted(_ number: Int) -> CountedScreen { CountedScreen(rows: [CountedRow(tally, "\(number)")]) }
    frontEnds.show(counted(0), { _ in counted(0) }, effects: [])
    frontEnds.leave(first)
    tally.count = 0
    frontEnds.show(counted(1), { _ in counted(1) }, effects: [["ring": 7]])
    #expect(tally.count == 0)
    frontEnds.join(Messenger(masker, keepers[1])) { (counted(2), { _ in counted(2) }) }
    #expect(keepers.map(\.state) == [["rows": [["0"]]], ["rows": [["2"]]]])
    #expect(keepers[1].screen == ["rows": [["2"]]])
  }

  @Test func `The equal elements of a list aren't encoded again`() {
    let tally = Tally()
    let parts = StateParts(.values, nil)
    var screen = CountedScreen(rows: (0..<1_000).map { CountedRow(tally, "The text of the row with number \($0)") })
    _ = parts.update(screen)
    tally.count = 0
    screen.rows = (0..<1_000).map { CountedRow(tally, "The text of the row with number \($0 == 7 ? 1 : $0)") }
    #expect(parts.update(screen)?.differences.count == 1)
    #expect(tally.count == 1)
    screen.rows.insert(CountedRow(tally, "The text of a new row"), at: 500)
    #expect(parts.update(screen)?.differences.count == 1)
    #expect(tally.count == 2)
  }

  struct CountedScreen: Encodable { var rows: [CountedRow] }
  /// A row that counts how often it is encoded.
  struct CountedRow: Encodable, Equatable {
    let tally: Tally
    var text: [String]
    init(_ tally: Tally, _ text: String) { (self.tally, self.text) = (tally, [text]) }
    static func == (left: Self, right: Self) -> Bool { left.text == right.text }
    func encode(to encoder: any Encoder) throws {
      tally.count += 1
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }
  }
  typealias Tally = StatePartsTests.Tally

  @Test func `A state that can't be encoded is reported once, and is sent as a whole once it can be`() {
    let keeper = Keeper()
    let messenger = Messenger(Masker(), keeper)
    let frontEnds = FrontEnds(messenger)
    func show(_ gauge: Gauge) { frontEnds.show(gauge, { _ in ["level": gauge.level] }, effects: []) }
    show(Gauge())
    for level in [Double.infinity, .infinity] { show(Gauge(name: "b", level: level, rows: [3])) }
    frontEnds.catchUp(messenger)
    #expect(keeper.content.withLock { $0.rests } == 1)
    #expect(keeper.state == ["name": "a", "level": 1.5, "rows": [1, 2]])
    let late = Keeper()
    frontEnds.join(Messenger(Masker(), late)) {
      (Gauge(name: "b", level: .infinity, rows: [3]), { _ in nil as JSON? })
    }
    for keeper in [keeper, late] {
      #expect(
        keeper.content.withLock { $0.errors } == [
          "the state can't be encoded: level: inf cannot be represented in JSON; encode nil or a string"
        ])
    }
    show(Gauge(name: "b", level: 2, rows: [3]))
    for keeper in [keeper, late] { #expect(keeper.state == ["name": "b", "level": 2, "rows": [3]]) }
    show(Gauge(name: "b", level: 3, rows: [3]))
    #expect(keeper.state == ["name": "b", "level": 3, "rows": [3]])
    #expect(keeper.screen == ["level": 3])
    show(Gauge(name: "b", level: .nan, rows: [3]))
    #expect(keeper.content.withLock { $0.errors.count } == 2)
  }

  struct Rows<Row: Codable>: Codable { var rows: [Row] }

  @Test func `A long list of a screen whose elements can't be compared is known as slow`() {
    struct Plain: Codable { var text: String }
    struct Equal: Codable, Equatable { var text: String }
    func slowList<Row: Codable>(_ count: Int, _ equality: PartEquality, _ row: (String) -> Row) -> String? {
      let parts = StateParts(equality, nil)
      // The texts are too long to be stored in the rows, so equal ones have different bytes.
      for _ in 0..<2 { _ = parts.update(Rows(rows: (0..<count).map { row("a row with the number \($0)") })) }
      return parts.slowList?.description
    }
    #expect(slowList(1_001, .values, Plain.init) == "rows")
    #expect(slowList(1_000, .values, Plain.init) == nil)
    #expect(slowList(1_001, .values, Equal.init) == nil)
    #expect(slowList(1_001, .bytes, Plain.init) == nil)
  }
}
