import ColmeiaJSON
import Testing

/// Texts that are not valid JSON (RFC 8259), with the position and message of the error.
@Suite struct RefusalTests {
  private static func message(_ bytes: [UInt8]) -> String {
    do throws(JSONError) { return "it is \(try JSON(parsing: bytes))" } catch { return "\(error)" }
  }

  @Test(arguments: [
    ("", "line 1, column 1: a value is missing; the text ends here"),
    ("[", "line 1, column 2: ']' is missing; the text ends here"),
    ("[1", "line 1, column 3: ']' is missing; the text ends here"),
    ("[1,", "line 1, column 4 ([1]): a value is missing; the text ends here"),
    ("[1,]", "line 1, column 4: trailing ','; remove it"),
    ("[,1]", "line 1, column 2 ([0]): expected a value here; found ','"),
    ("[1,,2]", "line 1, column 4 ([1]): expected a value here; found ','"),
    ("[1 2]", "line 1, column 4: expected ',' or ']' here; found '2'"),
    ("[1}", "line 1, column 3: expected ',' or ']' here; found '}'"),
    ("{", "line 1, column 2: '}' is missing; the text ends here"),
    (#"{"a""#, "line 1, column 5 (a): expected ':' here; found the end of the text"),
    (#"{"a":"#, "line 1, column 6 (a): a value is missing; the text ends here"),
    (#"{"a":1"#, "line 1, column 7: '}' is missing; the text ends here"),
    (#"{"a":1,"#, "line 1, column 8: expected a key in quotation marks here; found the end of the text"),
    (#"{"a":1,}"#, "line 1, column 8: trailing ','; remove it"),
    ("{,}", "line 1, column 2: expected a key in quotation marks here; found ','"),
    ("{a:1}", "line 1, column 2: expected a key in quotation marks here; found 'a'"),
    ("{'a':1}", "line 1, column 2: expected a key in quotation marks here; found an apostrophe"),
    ("{1:1}", "line 1, column 2: expected a key in quotation marks here; found '1'"),
    (#"{"a" 1}"#, "line 1, column 6 (a): expected ':' here; found '1'"),
    (#"{"a":1 "b":2}"#, #"line 1, column 8: expected ',' or '}' here; found '"'"#),
    (#"{"a":}"#, "line 1, column 6 (a): expected a value here; found '}'"),
    (#"{"a"=1}"#, "line 1, column 5 (a): expected ':' here; found '='"),
    (#"{"a":1]"#, "line 1, column 7: expected ',' or '}' here; found ']'"),
  ])
  func `A malformed array or object is refused`(text: String, message: String) {
    #expect(Self.message(Array(text.utf8)) == message)
  }

  @Test(arguments: [
    ("-Infinity", "line 1, column 2: expected a digit after '-'; found 'Infinity'"),
    ("01", "line 1, column 1: a number cannot begin with 0; remove it"),
    ("-01", "line 1, column 2: a number cannot begin with 0; remove it"),
    ("00", "line 1, column 1: a number cannot begin with 0; remove it"),
    ("-", "line 1, column 2: expected a digit after '-'; found the end of the text"),
    ("-x", "line 1, column 2: expected a digit after '-'; found 'x'"),
    ("+1", "line 1, column 1: expected a value here; found '+1'"),
    (".5", "line 1, column 1: expected a value here; found '.5'"),
    ("-.5", "line 1, column 2: expected a digit after '-'; found '.5'"),
    ("1.", "line 1, column 3: expected a digit after '.'; found the end of the text"),
    ("1.e3", "line 1, column 3: expected a digit after '.'; found 'e3'"),
    ("1e", "line 1, column 3: expected a digit in the exponent; found the end of the text"),
    ("1e+", "line 1, column 4: expected a digit in the exponent; found the end of the text"),
    ("1E-x", "line 1, column 4: expected a digit in the exponent; found 'x'"),
    ("0x10", "line 1, column 2: nothing may follow the value; found 'x10'"),
    ("1_000", "line 1, column 2: nothing may follow the value; found '_000'"),
    ("1,5", "line 1, column 2: nothing may follow the value; found ','"),
    ("1e5.5", "line 1, column 4: nothing may follow the value; found '.5'"),
    ("0e", "line 1, column 3: expected a digit in the exponent; found the end of the text"),
    ("٣", "line 1, column 1: expected a value here; found '٣'"),
    ("--1", "line 1, column 2: expected a digit after '-'; found '-1'"),
    ("1-", "line 1, column 2: nothing may follow the value; found '-'"),
    ("- 1", "line 1, column 2: expected a digit after '-'; found a space"),
  ])
  func `A malformed number is refused`(text: String, message: String) {
    #expect(Self.message(Array(text.utf8)) == message)
  }

  @Test(arguments: [
    (#"""#, #"line 1, column 1: unterminated string; '"' is missing"#),
    (#""abc"#, #"line 1, column 1: unterminated string; '"' is missing"#),
    ("\"a\nb\"", #"line 1, column 3: unescaped control character in a string; write it as \n"#),
    ("\"a\tb\"", #"line 1, column 3: unescaped control character in a string; write it as \t"#),
    ("\"\u{0}\"", #"line 1, column 2: unescaped control character in a string; write it as \u0000"#),
    ("\"\u{1f}\"", #"line 1, column 2: unescaped control character in a string; write it as \u001F"#),
    (
      #""\x""#,
      #"line 1, column 2: '\' must be followed by one of " \ / b f n r t, or by u and four hexadecimal digits; found '\x'"#
    ),
    (
      #""\u12""#,
      #"line 1, column 2: '\' must be followed by one of " \ / b f n r t, or by u and four hexadecimal digits; found '\u12'"#
    ),
    (
      #""\u12G4""#,
      #"line 1, column 2: '\' must be followed by one of " \ / b f n r t, or by u and four hexadecimal digits; found '\u12G4'"#
    ),
    (
      #""\U0041""#,
      #"line 1, column 2: '\' must be followed by one of " \ / b f n r t, or by u and four hexadecimal digits; found '\U0041'"#
    ),
    (#""\"#, #"line 1, column 1: unterminated string; '"' is missing"#),
    (
      #""\u"#,
      #"line 1, column 2: '\' must be followed by one of " \ / b f n r t, or by u and four hexadecimal digits; found '\u'"#
    ),
    (#""\ud83d""#, #"line 1, column 2: half of a surrogate pair is not a character; found '\ud83d'"#),
    (#""\ud83d\n""#, #"line 1, column 2: half of a surrogate pair is not a character; found '\ud83d'"#),
    (#""\ud83dx""#, #"line 1, column 2: half of a surrogate pair is not a character; found '\ud83d'"#),
    (#""\ud83d\ud83d""#, #"line 1, column 2: half of a surrogate pair is not a character; found '\ud83d'"#),
    (#""\ude00""#, #"line 1, column 2: half of a surrogate pair is not a character; found '\ude00'"#),
    (#""\ude00\ud83d""#, #"line 1, column 2: half of a surrogate pair is not a character; found '\ude00'"#),
  ])
  func `A string with control characters, unknown escapes or lone surrogates is refused`(text: String, message: String)
  {
    #expect(Self.message(Array(text.utf8)) == message)
  }

  @Test(arguments: [
    (#"{"ã":1,"ã":2}"#, #"line 1, column 8: the key "ã" occurs twice; remove one"#),
    (#"{"a":1,"\u0061":2}"#, #"line 1, column 8: the key "a" occurs twice; remove one"#),
  ])
  func `A repeated key is refused, also if it is escaped differently`(text: String, message: String) {
    #expect(Self.message(Array(text.utf8)) == message)
  }

  @Test(arguments: [
    (" \n\t", "line 2, column 2: a value is missing; the text ends here"),
    ("]", "line 1, column 1: expected a value here; found ']'"),
    ("}", "line 1, column 1: expected a value here; found '}'"),
    (",", "line 1, column 1: expected a value here; found ','"),
    (":", "line 1, column 1: expected a value here; found ':'"),
    ("1 2", "line 1, column 3: nothing may follow the value; found '2'"),
    ("[] []", "line 1, column 4: nothing may follow the value; found '['"),
    ("{}x", "line 1, column 3: nothing may follow the value; found 'x'"),
    (
      "nul",
      "line 1, column 1: expected a value here; only true, false and null are written without quotation marks; found 'nul'"
    ),
    ("nulll", "line 1, column 5: nothing may follow the value; found 'l'"),
    ("True", "line 1, column 1: expected a value here; found 'True'"),
    ("NaN", "line 1, column 1: expected a value here; found 'NaN'"),
    ("Infinity", "line 1, column 1: expected a value here; found 'Infinity'"),
    ("undefined", "line 1, column 1: expected a value here; found 'undefined'"),
    (
      "tru",
      "line 1, column 1: expected a value here; only true, false and null are written without quotation marks; found 'tru'"
    ),
    ("// c\n1", "line 1, column 1: expected a value here; found '/'"),
    ("/* c */ 1", "line 1, column 1: expected a value here; found '/'"),
    ("#", "line 1, column 1: expected a value here; found '#'"),
    ("'a'", "line 1, column 1: expected a value here; found an apostrophe"),
    ("\u{feff}", "line 1, column 1: a value is missing; the text ends here"),
    ("\u{feff}\u{feff}1", "line 1, column 1: expected a value here; found a byte order mark"),
    (" \u{feff}1", "line 1, column 2: expected a value here; found a byte order mark"),
    ("1\u{feff}", "line 1, column 2: nothing may follow the value; found a byte order mark"),
    ("[\u{feff}1]", "line 1, column 2 ([0]): expected a value here; found a byte order mark"),
    ("[\u{a0}1]", "line 1, column 2 ([0]): expected a value here; found the character U+00A0"),
    ("[\u{c}1]", "line 1, column 2 ([0]): expected a value here; found the character U+000C"),
    ("[\u{0}]", "line 1, column 2 ([0]): expected a value here; found the character U+0000"),
    ("\u{2028}1", "line 1, column 1: expected a value here; found the character U+2028"),
    (#""a" "b""#, #"line 1, column 5: nothing may follow the value; found '"'"#),
    (
      "abcdefghijklmnopqrstuvwxyz0123456789",
      "line 1, column 1: expected a value here; found 'abcdefghijklmnopqrstuvwx…'"
    ),
  ])
  func `A document is exactly one value without syntax of other languages`(text: String, message: String) {
    #expect(Self.message(Array(text.utf8)) == message)
  }

  @Test(arguments: [
    ("[\n  1,\n  x\n]", "line 3, column 3 ([1]): expected a value here; found 'x'"),
    (
      "{\n  \"é\": 1,\n  \"user\": {\"tags\": [\"x\", tru]}\n}",
      "line 3, column 26 (user.tags[1]): expected a value here; only true, false and null are written without quotation marks; found 'tru'"
    ),
    (
      #"[0,{"b":{"c":[{"d":1,"e":2,"d":3}]}}]"#,
      #"line 1, column 28 ([1].b.c[0]): the key "d" occurs twice; remove one"#
    ),
    (#"["é😀", ?]"#, "line 1, column 8 ([1]): expected a value here; found '?'"),
    ("\r\n\r\n x", "line 3, column 2: expected a value here; found 'x'"),
    ("[1]\n\n\n2", "line 4, column 1: nothing may follow the value; found '2'"),
    (
      #"{"a b": {"c.d": [nope]}}"#,
      #"line 1, column 18 (["a b"]["c.d"][0]): expected a value here; only true, false and null are written without quotation marks; found 'nope'"#
    ),
    ("[[[1,2],[3 4]]]", "line 1, column 12 ([0][1]): expected ',' or ']' here; found '4'"),
    ("{\"a\":1,\n\"a\"", "line 2, column 4 (a): expected ':' here; found the end of the text"),
  ])
  func `A position consists of a line, a column in characters, and a path`(text: String, message: String) {
    #expect(Self.message(Array(text.utf8)) == message)
  }

  @Test(
    arguments: [
      ([0x80], 0x80), ([0xC0, 0xAF], 0xC0), ([0xC1, 0x81], 0xC1), ([0xE0, 0x80, 0x80], 0xE0),
      ([0xED, 0xA0, 0x80], 0xED),
      ([0xF0, 0x80, 0x80, 0x80], 0xF0), ([0xF4, 0x90, 0x80, 0x80], 0xF4), ([0xF5, 0x80, 0x80, 0x80], 0xF5),
      ([0xFF], 0xFF),
      ([0xC3], 0xC3), ([0xC3, 0x28], 0xC3), ([0xE2, 0x82], 0xE2), ([0xE2, 0x28, 0xA1], 0xE2),
      ([0xF0, 0x9F, 0x98], 0xF0),
    ] as [([UInt8], UInt8)])
  func `Invalid UTF-8 is refused at its first byte, in strings and outside`(bytes: [UInt8], first: UInt8) {
    let name = "0x" + String(first, radix: 16, uppercase: true)
    #expect(Self.message([0x22, 0x61] + bytes + [0x22]) == "line 1, column 3: the byte \(name) is not valid UTF-8")
    #expect(Self.message(bytes) == "line 1, column 1: expected a value here; found the byte \(name)")
  }

  @Test(arguments: [[0xFE, 0xFF, 0, 0x31], [0xFF, 0xFE, 0x31, 0], [0, 0x31], [0x31, 0]] as [[UInt8]])
  func `UTF-16 is refused`(bytes: [UInt8]) {
    #expect(throws: JSONError.self) { try JSON(parsing: bytes) }
  }
}
