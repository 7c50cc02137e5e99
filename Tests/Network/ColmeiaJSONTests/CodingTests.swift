import ColmeiaJSON
import Testing

@Suite struct CodingTests {
  /// What the error for an unknown case says if the enum doesn't list its cases.
  static let unlisted =
    "to see the cases here, declare `enum CodingKeys: String, CodingKey, CaseIterable` in the enum, or make it "
    + "CaseIterable if it has raw values"

  static func text(_ value: some Encodable, _ coding: JSONCoding = .standard) throws -> String {
    String(decoding: try JSON.encode(value, .compact, coding), as: UTF8.self)
  }

  static func decode<T: Decodable>(_ type: T.Type, _ text: String, _ coding: JSONCoding = .standard) throws(JSONError)
    -> T
  {
    try JSON.decode(type, from: Array(text.utf8), coding)
  }

  static func failure<T: Decodable>(_ type: T.Type, _ text: String, _ coding: JSONCoding = .standard) -> String? {
    do throws(JSONError) {
      _ = try decode(type, text, coding)
      return nil
    } catch { return "\(error)" }
  }

  @Test(arguments: [
    (Move.stop, #""stop""#), (.load(.husky), #"{"load":"husky"}"#), (.named(name: "a"), #"{"named":{"name":"a"}}"#),
    (.loaded(.pug, ["a"]), #"{"loaded":["pug",["a"]]}"#),
    (.pick(1, animated: true), #"{"pick":{"_0":1,"animated":true}}"#),
    (.ended(nil), #"{"ended":null}"#), (.ended("x"), #"{"ended":"x"}"#), (.inner(.submit), #"{"inner":"submit"}"#),
    (.inner(.typed("t")), #"{"inner":{"typed":"t"}}"#),
    (.twice(.stop, .load(.pug)), #"{"twice":["stop",{"load":"pug"}]}"#),
    (.person(Person(name: "n", age: 1)), #"{"person":{"name":"n","age":1,"tags":[],"scores":{}}}"#),
  ])
  func `Cases are encoded as people write them, and decode to the same value`(move: Move, text: String) throws {
    #expect(try Self.text(move) == text)
    #expect(try Self.decode(Move.self, text, .strict) == move)
  }

  @Test(arguments: [
    (Move.stop, #"{"stop":{}}"#), (.load(.husky), #"{"load":{"_0":"husky"}}"#), (.ended(nil), #""ended""#),
    (.loaded(.pug, ["a"]), #"{"loaded":{"_0":"pug","_1":["a"]}}"#),
  ])
  func `Other representations of a case are accepted`(move: Move, text: String) throws {
    #expect(try Self.decode(Move.self, text, .strict) == move)
  }

  @Test func `Generic enums and optionals keep their representations`() throws {
    #expect(try Self.text([Boxed.full(Breed.pug), .empty]) == #"[{"full":"pug"},"empty"]"#)
    #expect(try Self.decode([Boxed<Breed>].self, #"[{"full":"pug"},"empty"]"#) == [.full(.pug), .empty])
    #expect(try Self.text([1, nil, 3] as [Int?]) == "[1,null,3]")
    #expect(try Self.text(Person(name: "n", age: 1), .complete).contains(#""email":null"#))
  }

  @Test(arguments: 0..<400)
  func `Every value decodes to itself`(seed: Int) throws {
    var generator = Generator(state: UInt64(seed))
    let move = generator.move()
    for coding in [JSONCoding.standard, .strict, .complete] {
      let text = try Self.text(move, coding)
      #expect(try Self.decode(Move.self, text, coding) == move, "\(text)")
      #expect(try JSON(parsing: text).decode(Move.self, coding) == move)
      #expect(try JSON(encoding: move, coding) == JSON(parsing: text))
    }
  }

  @Test(arguments: [
    (#"{"age":1,"tags":[],"scores":{}}"#, #"line 1, column 1: the key "name" is missing"#),
    (#"{"name":7,"age":1}"#, "line 1, column 9 (name): expected a string, not a number"),
    (
      "{\"name\":\"a\",\n \"age\":1.5,\"tags\":[],\"scores\":{}}",
      "line 2, column 8 (age): expected an integer from -9223372036854775808 to 9223372036854775807, not 1.5"
    ),
    (
      #"{"name":"a","age":1,"tags":["x",null],"scores":{}}"#,
      "line 1, column 33 (tags[1]): expected a string, not null"
    ),
    (#"[]"#, "line 1, column 1: expected an object, not an array"),
    (
      #"{"name":"a","age":1,"tags":[],"scores":{"a b":"x"}}"#,
      #"line 1, column 47 (scores["a b"]): expected a number, not a string"#
    ),
  ])
  func `An error says where it is and what was expected`(text: String, message: String) {
    #expect(Self.failure(Person.self, text) == message)
  }

  @Test(arguments: [
    (
      #"{"person":{"name":"a","age":1,"tags":[],"scores":{},"emial":"x"}}"#,
      #"line 1, column 53 (person.emial): unknown key "emial"; did you mean "email"?"#
    ),
    (#"{"stop":5}"#, "line 1, column 9 (stop): this case has no payload; remove it"),
    (#"{"loaded":["pug",[],7]}"#, "line 1, column 21 (loaded[2]): unexpected element; remove it"),
    (#"{"halt":1}"#, #"line 1, column 1: unknown case "halt"; \#(unlisted)"#),
    (#""halt""#, #"line 1, column 1: unknown case "halt"; \#(unlisted)"#),
    (#"{"inner":"sumbit"}"#, #"line 1, column 10 (inner): unknown case "sumbit"; \#(unlisted)"#),
    (#"{"load":"pgu"}"#, #"line 1, column 9 (load): unknown case "pgu"; did you mean "pug"?"#),
    (#""load""#, #"line 1, column 1: the case "load" needs a payload"#),
    (#"{"pick":1}"#, #"line 1, column 9 (pick): expected an object with "_0" and "animated", not a number"#),
    (
      #"{"loaded":"pug"}"#, #"line 1, column 11 (loaded): this case needs several payloads, as an array in order"#
    ),
    (#"{"named":"x"}"#, #"line 1, column 10 (named): expected an object with "name", not a string"#),
  ])
  func `Strict decoding reports every unexpected value`(text: String, message: String) {
    #expect(Self.failure(Move.self, text, .strict) == message)
  }

  @Test func `An unknown case says how the enum can list its cases, and where it is`() {
    enum Mood: String, Codable, CaseIterable { case calm, veryCross = "very-cross" }
    #expect(
      Self.failure([String: [Mood]].self, #"{"moods": ["calm", "very-corss"]}"#)
        == #"line 1, column 20 (moods[1]): unknown case "very-corss"; did you mean "very-cross"?"#)
  }

  @Test func `A string that a type refuses isn't called a case, and what the type accepts is told`() {
    enum Mood: String, Codable { case calm }
    struct Color: ConstrainedText, Codable {
      static let (expected, pattern) = ("a color such as #FFB000", "^#[0-9A-F]{6}$")
      let rawValue: String
      init?(rawValue: String) { if rawValue.hasPrefix("#") { self.rawValue = rawValue } else { return nil } }
    }
    #expect(
      Self.failure([Color].self, ##"["#FFB000", "red"]"##)
        == "line 1, column 13 ([1]): expected a color such as #FFB000, not another string")
    let advice = "to see here what it accepts, make it CaseIterable if it is an enum, or else a ConstrainedText"
    #expect(
      Self.failure([Mood].self, #"["cross"]"#)
        == "line 1, column 2 ([0]): Mood doesn't accept this string; \(advice)")
  }

  @Test func `A value that JSON can't represent is an error with its path`() {
    struct Holder: Encodable { var values: [Double] }
    #expect(
      throws: JSONError(
        .unencodable("inf cannot be represented in JSON; encode nil or a string"),
        at: JSONPath([.key("values"), .index(1)]))
    ) {
      try JSON.encode(Holder(values: [1, .infinity]))
    }
  }

  @Test func `JSON inside a type is encoded and decoded unchanged`() throws {
    struct Holder: Codable, Equatable { var body: JSON }
    let text = #"{"body":{"z":1e400,"a":[null,12345678901234567890123]}}"#
    let holder = try Self.decode(Holder.self, text, .strict)
    #expect(try Self.text(holder) == text)
  }

  @Test func `Members of containers that are filled alternately are encoded in their place`() throws {
    struct Interleaved: Encodable {
      enum Key: CodingKey { case a, b, c }
      func encode(to encoder: any Encoder) throws {
        var outer = encoder.container(keyedBy: Key.self)
        var first = outer.nestedContainer(keyedBy: Key.self, forKey: .a)
        var second = outer.nestedUnkeyedContainer(forKey: .b)
        try second.encode(1)
        try first.encode(2, forKey: .a)
        try outer.encode("x", forKey: .c)
        try second.encode(3)
        try first.encodeNil(forKey: .b)
      }
    }
    #expect(try Self.text(Interleaved()) == #"{"a":{"a":2,"b":null},"b":[1,3],"c":"x"}"#)
  }
}
