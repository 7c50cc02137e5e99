import Testing

@testable import ColmeiaJSON

/// RFC 8259: valid JSON, invalid JSON, and the positions of errors.
@Suite struct SyntaxTests {
  /// Strings of more than fifteen bytes, whose storage notes whether they are ASCII.
  @Test(arguments: [
    ("é and more than fifteen bytes", "é and more than fifteen bytes"),
    ("fifteen bytes, then \\u00e9", "fifteen bytes, then é"),
    ("\\t is ASCII, but not é", "\t is ASCII, but not é"), ("é isn't ASCII, unlike \\t", "é isn't ASCII, unlike \t"),
    ("fifteen bytes, then \\u0080", "fifteen bytes, then \u{80}"),
    ("fifteen bytes, then \\u007f", "fifteen bytes, then \u{7F}"),
    ("fifteen bytes, then \\ud83d\\udc1d", "fifteen bytes, then 🐝"),
  ])
  func `A string is created as ASCII only if it is`(source: String, text: String) throws {
    let parsed = [
      try #require(try JSON(parsing: "\"\(source)\"").string),
      try #require(try JSON(parsing: "{\"\(source)\": 1}").object?.keys.first),
      try #require(try JSON.decode([String].self, from: Array("[\"\(source)\"]".utf8)).first),
    ]
    for parsed in parsed {
      #expect(parsed == text && parsed.utf16.count == text.utf16.count && parsed.uppercased() == text.uppercased())
    }
  }

  @Test(arguments: [
    ("null", "null"), (" true ", "true"), ("\t[ ]\r\n", "[]"), ("{ }", "{}"), ("0", "0"), ("-0", "-0"),
    ("-12.5e+3", "-12.5e+3"), ("1E400", "1E400"), ("18446744073709551615", "18446744073709551615"),
    (#""\u0041\n\/\"""#, #""A\n/\"""#), (#""\ud83d\ude00""#, "\"😀\""),
    (#"{"b":1,"a":[2,{"c":null}]}"#, #"{"b":1,"a":[2,{"c":null}]}"#),
    ("\"\u{7f}\u{2028}\"", "\"\u{7f}\u{2028}\""), (#""\u0000""#, #""\u0000""#), (#"{"":0}"#, #"{"":0}"#),
  ])
  func `Valid JSON is parsed, and printed without loss`(text: String, printed: String) throws {
    let value = try JSON(parsing: text)
    #expect(value.text() == printed)
    #expect(try JSON(parsing: value.text(.pretty)) == value)
  }

  @Test(arguments: [
    ("", 1, 1, "a value is missing; the text ends here"), ("[1,]", 1, 4, "trailing ','; remove it"),
    ("{\"a\":1,}", 1, 8, "trailing ','; remove it"), ("[1 2]", 1, 4, "expected ',' or ']' here"),
    ("{\"a\" 1}", 1, 6, "expected ':' here"), ("{a:1}", 1, 2, "expected a key in quotation marks here"),
    ("01", 1, 1, "a number cannot begin with 0; remove it"), ("-", 1, 2, "expected a digit after '-'"),
    ("1.", 1, 3, "expected a digit after '.'"), ("1e", 1, 3, "expected a digit in the exponent"),
    ("+1", 1, 1, "expected a value here"), (".5", 1, 1, "expected a value here"),
    ("nul", 1, 1, "expected a value here; only true, false and null are written without quotation marks"),
    ("[\n  1,\n  x\n]", 3, 3, "expected a value here"), ("1 2", 1, 3, "nothing may follow the value"),
    ("\"abc", 1, 1, "unterminated string; '\"' is missing"),
    ("\"a\u{1}\"", 1, 3, "unescaped control character in a string; write it as \\u0001"),
    (#""\x""#, 1, 2, "'\\' must be followed by one of \" \\ / b f n r t, or by u and four hexadecimal digits"),
    (#""\ud83d""#, 1, 2, "half of a surrogate pair is not a character"),
    (#""\ude00""#, 1, 2, "half of a surrogate pair is not a character"),
    ("[[1,2]", 1, 7, "']' is missing; the text ends here"),
    ("{\"ã\":1,\"ã\":2}", 1, 8, "the key \"ã\" occurs twice; remove one"),
  ])
  func `Invalid JSON is refused at the position of the error`(text: String, line: Int, column: Int, message: String) {
    #expect {
      try JSON(parsing: text)
    } throws: { error in
      guard let error = error as? JSONError else { return false }
      return error.line == line && error.column == column && error.message == message
    }
  }

  @Test(arguments: [
    ("[1,]", 1, 4), ("{\"ã\":1,\"ã\":2}", 1, 8), ("\r\n[x]", 2, 2), ("", 1, 1), ("01", 1, 1), ("[\n  1,\n  x\n]", 3, 3),
  ])
  func `A byte order mark at the beginning is ignored, also in columns`(text: String, line: Int, column: Int) throws {
    #expect(try JSON(parsing: "\u{feff}{\"a\":[1]}") == ["a": [1]])
    #expect(try JSON.decode([String: Int].self, from: Array("\u{feff} {\"a\":1}".utf8)) == ["a": 1])
    for mark in ["", "\u{feff}"] {
      #expect {
        try JSON(parsing: mark + text)
      } throws: { error in
        guard let error = error as? JSONError, let plain = errorOffset(text) else { return false }
        return (error.line, error.column, error.offset) == (line, column, plain + mark.utf8.count)
      }
    }
    #expect {
      try JSON.decode([String: Int].self, from: Array("\u{feff}{\"a\":true}".utf8))
    } throws: { ($0 as? JSONError).map { ($0.line, $0.column, $0.offset) == (1, 6, 8) } ?? false }
  }

  private func errorOffset(_ text: String) -> Int? {
    do throws(JSONError) { _ = try JSON(parsing: text) } catch { return error.offset }
    return nil
  }

  @Test(
    arguments: [[0x80], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82], [0xFF]] as [[UInt8]])
  func `Invalid UTF-8 is refused`(bytes: [UInt8]) {
    #expect(throws: JSONError.self) { try JSON(parsing: [0x22] + bytes + [0x22]) }
  }

  @Test func `A nested error has its path`() {
    #expect {
      try JSON(parsing: #"{"users":[{"name":"a"},{"tags":["x",tru]}]}"#)
    } throws: { ($0 as? JSONError)?.path.description == "users[1].tags[1]" }
  }

  @Test func `Depth, size and digits are limited`() throws {
    let deep = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
    _ = try JSON(parsing: deep)
    #expect(throws: JSONError.self) { try JSON(parsing: "[\(deep)]") }
    #expect(throws: JSONError.self) { try JSON(parsing: String(repeating: "[", count: 1_000_000)) }
    #expect(throws: JSONError.self) { try JSON(parsing: "[1,2,3]", limits: JSONLimits(bytes: 6)) }
    #expect(throws: JSONError.self) { try JSON(parsing: "12345", limits: JSONLimits(digits: 4)) }
  }

  @Test func `Repeated keys are found among many`() throws {
    let keys = (0..<100).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
    #expect(try JSON(parsing: "{\(keys)}")["k99"] == 99)
    #expect(throws: JSONError.self) { try JSON(parsing: "{\(keys),\"k7\":0}") }
    // Keys with different scalars are distinct, even if they look the same.
    #expect(try JSON(parsing: "{\"\u{e9}\":1,\"e\u{301}\":2}").object?.count == 2)
  }

  @Test(arguments: 0..<300)
  func `Any printed value parses as itself`(seed: Int) throws {
    var generator = Generator(state: UInt64(seed))
    let value = generator.json()
    #expect(try JSON(parsing: value.text()) == value)
    #expect(try JSON(parsing: value.text(.pretty, sortsKeys: true)) == value)
    #expect(try JSON(parsing: value.text(.pretty)).text() == value.text())
  }

  @Test func `Mutated text is either parsed or refused with a position`() {
    var generator = Generator(state: 7)
    for _ in 0..<3_000 {
      var bytes = generator.json().bytes(generator.below(2) == 0 ? .compact : .pretty)
      for _ in 0...generator.below(4) where !bytes.isEmpty {
        let slot = generator.below(bytes.count)
        switch generator.below(3) {
        case 0: bytes[slot] = UInt8(truncatingIfNeeded: generator.next())
        case 1: bytes.remove(at: slot)
        default: bytes.insert(Array("{}[],:\"\\e-0u".utf8)[generator.below(12)], at: slot)
        }
      }
      do throws(JSONError) {
        let value = try JSON(parsing: bytes)
        let again = try? JSON(parsing: value.bytes())
        #expect(again == value)
      } catch {
        #expect((error.offset ?? -1) <= bytes.count && error.line != nil)
      }
    }
  }

  @Test func `A value within a text is parsed, and positions refer to the whole text`() throws {
    let bytes = Array("dispatch x\n  {\"a\": [1, 2]} tail".utf8)
    var offset = 13
    #expect(try JSON.read(bytes, from: &offset) == ["a": [1, 2]])
    #expect(String(decoding: bytes[offset...], as: UTF8.self) == " tail")
    #expect(JSON.position(of: JSONPath([.key("a"), .index(1)]), in: bytes, from: 13)?.offset == 23)
    #expect(JSON.position(of: JSONPath([.key("a")]), in: bytes, from: 13, ofKey: true)?.offset == 14)
    var broken = 13
    #expect {
      _ = try JSON.read(Array("dispatch x\n  {\"a\": [1, x]} tail".utf8), from: &broken)
    } throws: { ($0 as? JSONError)?.line == 2 && ($0 as? JSONError)?.column == 13 }
  }

  @Test func `Numbers are compared by value, for any number of digits`() throws {
    let equal = try ["1", "1.0", "10e-1", "0.1E1"].map { try JSON(parsing: $0) }
    #expect(Set(equal).count == 1)
    func number(_ text: String) -> JSONNumber { JSONNumber(verified: text) }
    #expect(number("9007199254740993") != number("9007199254740992"))
    #expect(number("-2") < number("-1") && number("-1") < number("0") && number("0") < number("1e-9"))
    #expect(number("9") < number("10") && number("1e400") > number("9e399") && !(number("0") < number("-0")))
    #expect(number("2.0").int == 2 && number("1e3").int == 1_000 && number("2.5").int == nil)
    #expect(number("18446744073709551615").integer(UInt64.self) == .max)
  }
}
