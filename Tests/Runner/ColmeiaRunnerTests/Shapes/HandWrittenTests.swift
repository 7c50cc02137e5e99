import RunnerTestSupport
import Testing

@testable import ColmeiaScenario
@testable import ColmeiaWorld

/// A value under one key that is a number or a string.
private struct Either: Codable, Equatable, Sendable {
  enum CodingKeys: String, CodingKey, CaseIterable { case value }
  var text: String?, number: Int?

  init(text: String?) { self.text = text }
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let number = try? container.decode(Int.self, forKey: .value) {
      self.number = number
    } else {
      text = try container.decode(String.self, forKey: .value)
    }
  }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    if let number { try container.encode(number, forKey: .value) } else { try container.encode(text, forKey: .value) }
  }
}

/// A value whose kind depends on another member.
private struct Job: Codable, Equatable, Sendable {
  enum CodingKeys: String, CodingKey, CaseIterable { case type, value }
  var type = "text", text: String? = "x", number: Int?

  init() {}
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    type = try container.decode(String.self, forKey: .type)
    if type == "number" {
      (text, number) = (nil, try container.decode(Int.self, forKey: .value))
    } else {
      text = try container.decode(String.self, forKey: .value)
    }
  }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(type, forKey: .type)
    if let text { try container.encode(text, forKey: .value) } else { try container.encode(number, forKey: .value) }
  }
}

/// A value that is encoded as another kind than it is decoded.
private struct Stamp: Codable, Equatable, Sendable {
  var seconds = 3.0

  init() {}
  init(from decoder: any Decoder) throws { seconds = try decoder.singleValueContainer().decode(Double.self) }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode("t\(seconds)")
  }
}

/// A list whose elements have several types.
private struct Pair: Codable, Equatable, Sendable {
  var number = 1, text: String? = "n"

  init() {}
  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    number = try container.decode(Int.self)
    if !container.isAtEnd { text = try container.decode(String.self) }
  }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(number)
    try container.encode(text)
  }
}

/// A type with a member that is encoded but not decoded.
private struct Total: Codable, Equatable, Sendable {
  enum CodingKeys: String, CodingKey { case first, second, sum }
  var first = 1, second = 2

  init() {}
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    (first, second) = (try container.decode(Int.self, forKey: .first), try container.decode(Int.self, forKey: .second))
  }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(first, forKey: .first)
    try container.encode(second, forKey: .second)
    try container.encode(first + second, forKey: .sum)
  }
}

private struct Plain: Codable, Equatable, Sendable {
  enum CodingKeys: String, CodingKey, CaseIterable { case id = "number", text }
  var id = 1, text: String?
}

private struct Shapes: Reducer {
  struct State: Codable, Equatable, Sendable {
    var either = Either(text: "abc"), job = Job(), stamp = Stamp(), pair = Pair(), total = Total(), plain = Plain()
    var all = [Plain()]
  }
  enum Action: Codable, Sendable { case go }
  enum Effect: Codable, Equatable, Sendable { case none }

  func reduce(into state: inout State, action: Action) -> Effects { .none }
  static let app = ReducerApp("shapes") { (State(), Self()) }
}

/// Conditions on types that decode and encode themselves.
@Suite struct HandWrittenTests {
  private static func mistakes(_ line: String) -> [String] {
    let source = SourceText(name: "x.scn", bytes: Array("scenario \"t\"\n\(line)\n".utf8))
    return ScenarioFile(source, names: AppNames(Shapes.app)).diagnostics.map(\.message)
  }

  @Test(arguments: [
    "expect state either.value == \"abc\"", "expect state either.value == 3",
    "expect state either == {\"value\": \"abc\"}",
    "expect state job.value == \"x\"", "expect state job.value == 4",
    "expect state job == {\"type\": \"text\", \"value\": \"x\"}",
    "expect state stamp == \"t3.0\"", "expect state stamp startsWith \"t\"", "expect state pair[1] == \"n\"",
    "expect state pair == [1, \"n\"]", "expect state total == {\"first\": 1, \"second\": 2, \"sum\": 3}",
    "expect state total.sum == 3", "expect state total.sum == \"x\"",
  ])
  func `No possible value is refused`(line: String) { #expect(Self.mistakes(line) == []) }

  @Test func `The scenario with all of them passes`() async {
    let lines = await RunTests.failures(
      of: Shapes.app,
      """
      scenario "t"
      expect state either.value == "abc"
      expect state job.value == "x"
      expect state stamp == "t3.0"
      expect state pair[1] == "n"
      expect state total.sum == 3
      """)
    #expect(lines == [])
  }

  @Test(arguments: [
    ("expect state plain.number == \"1\"", "this value is a number, not a string"),
    ("expect state plain.text == 1", "this value is a string or null, not a number"),
    ("expect state all == [{\"number\": \"1\"}]", "'[0].number' is a number, not a string"),
    ("expect state all[0].nmber == 1", "unknown name 'nmber'"),
  ])
  func `A type with other keys than properties is checked`(line: String, mistake: String) {
    #expect(Self.mistakes(line) == [mistake])
  }
}
