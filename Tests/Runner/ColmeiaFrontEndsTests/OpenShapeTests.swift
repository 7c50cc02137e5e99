import ColmeiaTable
import RunnerTestSupport
import TestSupport
import Testing

@testable import ColmeiaFrontEnds
@testable import ColmeiaWorld

/// Types that reveal little about their structure, or whose structure varies.
private struct Cellar: Reducer {
  /// A number or a string.
  enum Either: Equatable, Codable, Sendable {
    case number(Int), text(String)
    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Int.self) {
        self = .number(number)
      } else {
        self = .text(try container.decode(String.self))
      }
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .number(let number): try container.encode(number)
      case .text(let text): try container.encode(text)
      }
    }
  }
  /// An object, or only its name.
  struct Bottle: Equatable, Codable, Sendable, Identifiable {
    enum CodingKeys: CodingKey { case id }
    var id = "red"
    init() {}
    init(from decoder: any Decoder) throws {
      if let container = try? decoder.container(keyedBy: CodingKeys.self) {
        id = try container.decode(String.self, forKey: .id)
      } else {
        id = try decoder.singleValueContainer().decode(String.self)
      }
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(id)
    }
  }
  /// A type whose members depend on another member.
  struct Shelf: Equatable, Codable, Sendable {
    enum CodingKeys: CodingKey { case kind, width, depth }
    var isDeep = true
    init() {}
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      isDeep = try container.decode(String.self, forKey: .kind) == "deep"
      _ = try container.decode(Int.self, forKey: isDeep ? .depth : .width)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(isDeep ? "deep" : "wide", forKey: .kind)
      try container.encode(1, forKey: isDeep ? .depth : .width)
    }
  }
  /// A number or `null`.
  struct Level: Equatable, Codable, Sendable {
    var value: Int?
    init(_ value: Int?) { self.value = value }
    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      value = container.decodeNil() ? nil : try container.decode(Int.self)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      if let value { try container.encode(value) } else { try container.encodeNil() }
    }
  }
  /// A list of two elements of different types.
  struct Pair: Equatable, Codable, Sendable {
    init() {}
    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      _ = try (container.decode(Int.self), container.decode(String.self))
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(1)
      try container.encode("x")
    }
  }
  struct Key: Hashable, Codable, Sendable { var number = 1 }
  struct Dog: Equatable, Codable, Sendable, Identifiable { var id = 1, name = "Nina" }
  enum Nested: Equatable, Codable, Sendable {
    case some(Odd), other
    enum CodingKeys: String, CodingKey, CaseIterable { case some, other }
  }
  struct Odd: Equatable, Codable, Sendable {
    enum CodingKeys: String, CodingKey { case first = "_0" }
    var first = 1
  }

  struct State: Equatable, Codable, Sendable {
    var either = Either.text("x")
    var bottles = [Bottle()]
    var shelf = Shelf()
    var level = Level(nil)
    var pair = Pair()
    var map = [Key(): 1]
    var names = ["a": 1]
    var dogs: EntityTable = [Dog()]
    var nested = Nested.some(Odd())
    var token = 7
    var whatever: JSON = ["x": []]
  }
  enum Action: Equatable, Codable, Sendable {
    case both(Int, of: Either), pair(Int, Dog?)
    enum CodingKeys: String, CodingKey, CaseIterable { case both, pair }
  }
  enum Effect: Equatable, Codable, Sendable { case none }
  func reduce(into state: inout State, action: Action) -> Effects { .none }
  static let app = ReducerApp("cellar") { (State(), Self()) }
}

@Suite struct OpenShapeTests {
  private static let check = SchemaCheck(schema: MessageSchema(Cellar.app).json)

  @Test func `A type with several representations is left open, and the schema accepts all of them`() throws {
    var state = Cellar.State()
    #expect(Self.check.accepts(try JSON(encoding: state, .complete), as: "State"))
    state.either = .number(1)
    state.shelf.isDeep = false
    state.level = Cellar.Level(2)
    state.nested = .other
    state.dogs = []
    state.whatever = .null
    #expect(Self.check.accepts(try JSON(encoding: state, .complete), as: "State"))
    // A secret is always masked as a string.
    var masked = try #require(try JSON(encoding: state, .complete).object)
    masked["token"] = "***"
    #expect(Self.check.accepts(.object(masked), as: "State"))
  }

  @Test func `The schema contains everything that is known`() throws {
    let members = try #require(Self.check.schema["$defs"]?["State"]?["properties"])
    for open in ["either", "whatever", "token"] { #expect(members[open] == [:], "\(open)") }
    #expect(Self.check.schema["$defs"]?["CellarNested"] == [:])
    #expect(members["dogs"] == ["type": "array", "items": ["$ref": "#/$defs/CellarDog"]])
    let integer: JSON = [
      "type": "integer", "minimum": .number(JSONNumber(Int.min)), "maximum": .number(JSONNumber(Int.max)),
    ]
    #expect(members["names"] == ["type": "object", "additionalProperties": integer])
    #expect(members["map"] == ["type": "array", "items": [:]] && members["pair"] == members["map"])
    #expect(members["bottles"] == members["map"])
    #expect(members["level"] == ["anyOf": [integer, ["type": "null"]]])
    let shelf = try #require(Self.check.schema["$defs"]?["CellarShelf"])
    #expect(shelf["additionalProperties"] == nil && shelf["required"] == nil && shelf["properties"]?["kind"] != nil)
  }

  @Test func `Payloads are as people write them`() {
    for (action, fits) in [
      (["both": ["_0": 1, "of": "x"]], true), (["both": ["_0": 1, "of": 2]], true), (["both": ["_0": 1]], true),
      (["both": [1, 2]], false), (["pair": [1, .null]], true), (["pair": [1, ["id": 1, "name": "x"]]], true),
      (["pair": [1]], false), (["pair": [1, .null, 2]], false), (["pair": [1, ["id": "1", "name": "x"]]], false),
    ] as [(JSON, Bool)] {
      #expect(Self.check.accepts(action, as: "Action") == fits, "\(action)")
    }
  }
}
