import ColmeiaJSON
import Testing

@testable import ColmeiaScenario

/// Files that were read in a surprising way, slowly, or not at all.
@Suite(.timeLimit(.minutes(10))) struct OddFileTests {
  @Test(arguments: [
    ("dispatch a\(String(repeating: ".x", count: 60_000))", "an action of more than 64 cases"),
    ("expect clock == 1\rexpect clock == 2", "a carriage return without a line feed"),
    ("expect clock == {\"a\":\r1}", "a carriage return without a line feed"),
    ("settle\nvar a = 1", "'var' belongs in the head, before the first statement"),
    ("settle\nsecret a = \"abcd\"", "'secret' belongs in the head, before the first statement"),
    ("var a = 1\nvar a = 2", "the variable 'a' is defined twice"),
    ("var a = \"\u{7F}seed\u{7F}\"", "a text can't be a word between two U+007F"),
    ("var a = \"\\u007fseed\\u007F\"", "a text can't be a word between two U+007F"),
    ("expect state a matches \"a{2}{3}\"", "invalid pattern: a repetition can't be repeated; put it in '(?:…)'"),
    ("expect clock between 1 and 3", "expected a value here"),
    ("expect answer body.a == 1", "expected a space before the path"),
  ])
  func `Odd text is refused`(text: String, message: String) {
    #expect(ParserTests.file("scenario \"t\"\n\(text)\n").diagnostics.map(\.message) == [message])
  }

  @Test(arguments: [
    ("expect nextPage == 2", "a part of the state is 'state nextPage'; the app's facts are: token, token.iddog"),
    ("expect answer.status == 2", "write a space after 'answer': answer status"),
    ("expect state a is 2", "write =="), ("expect state a isTrue", "write == true"),
    ("dispatch a.row(1) toggle", "without a space: a.row(1).toggle"),
    ("dispatch a.row[1].toggle", "the id of a row is in parentheses: a.row(1)"),
    ("await state a.present", "write a space, not '.', before 'present'"),
    ("request GET /a", "put strings in quotation marks: \"/a\""),
    ("dispatch load 'husky'", "put strings in quotation marks: \"husky\""),
    ("advance 200", "200s for seconds, 200ms for milliseconds"),
    ("send a.load", "write dispatch"), ("sleep 1s", "write advance"), ("// note", "# begins a comment"),
    ("scenario two", "scenario \"what it shows\""),
    ("always state a == 1", "always \"nothing is negative\": state left >= 0"),
    ("stores ann, bob", "names are separated by spaces: stores ann bob"),
    ("tags a, b", "names are separated by spaces"),
    ("stores ann bob\nann.dispatch a.load", "write ann: dispatch …"),
    ("await state a exists timeout 5s", "a time limit is: within 5s"),
    ("settle 5s", "a time limit is: within 5s"), ("advance 1m30s", "a time has one unit, such as 90s"),
    ("dispatch a.load 1 2", "write one statement per line"),
    ("expect state a == 1 timeout 5s", "only await, settle and request have a time limit"),
    ("expect state a == 1 && state b == 2", "conditions can't be combined: write two lines, or oneOf"),
    ("expect state a == 1 and state b == 2", "conditions can't be combined: write two lines, or oneOf"),
    ("dispatch a.load “husky”", "use straight quotation marks: \"husky\""),
    ("dispatch a.load breed: \"husky\"", "values with labels are an object: {\"breed\": …}"),
    ("await state a within 5s", "a predicate is missing, such as exists"),
    ("expect not state a == 1", "'not' precedes the predicate: state name not == \"ann\""),
    ("expect count state a == 1", "filters follow the query: state list count"),
    ("await 5s", "to let time pass: advance 5s"), ("expect response status == 200", "write answer"),
  ])
  func `A common mistake has a hint`(text: String, hint: String) {
    #expect(ParserTests.file("scenario \"t\"\n\(text)\n").diagnostics.map(\.hint) == [hint])
  }

  @Test(arguments: [
    "dispatch a(\(String(repeating: "1,", count: 50_000))1)",
    Array(repeating: "expect clock == [", count: 3_000).joined(separator: "\n"),
    Array(repeating: "expect var a\(String(repeating: "b", count: 5_000)) == 1", count: 100).joined(separator: "\n"),
  ])
  func `A large file is parsed in linear time`(text: String) {
    _ = ParserTests.file("scenario \"t\"\nvar \(String(repeating: "b", count: 5_000)) = 1\n\(text)\n")
  }

  @Test(
    arguments: [
      ("matches \"x\\\\r\\\\ny\"", "x\r\ny"), ("matches \"^x[\\\\r\\\\n]+y$\"", "x\r\ny"), ("matches \"x$\"", "x\r\n"),
      ("split \"\\n\" count == 2", "x\r\ny"), ("toInt == 7", 7.0), ("toInt == 1000", "1e3"),
      ("toInt == 7", "007"), ("toFloat == 7.5", "+7.5"), ("not matches \"^.$\"", "\r\n"),
      ("!= {\"e\\u0301\": 1}", ["\u{E9}": 1]),
    ] as [(String, JSON)])
  func `A condition holds`(text: String, value: JSON) throws {
    #expect(try EvaluationTests.verdict(text, of: value) == .holds)
  }

  @Test(
    arguments: [
      ("toFloat == 16", "0x10", "toFloat: \"0x10\" is not a number"),
      ("toInt == 7", 7.5, "toInt: 7.5 is not an integer that fits in 64 bits"),
      ("== {\"e\\u0301\": 1}", ["\u{E9}": 1], "- a.e\u{301}: 1"),
    ] as [(String, JSON, String)])
  func `A condition does not hold`(text: String, value: JSON, line: String) throws {
    let lines = try #require(try EvaluationTests.verdict(text, of: value).reasons)
    #expect(lines.contains { $0.unicodeScalars.elementsEqual(line.unicodeScalars) }, "\(lines)")
  }

  @Test(arguments: ["a\u{7F}", "\u{7F}", "\u{7F}\u{7F}", "\u{7F}a b\u{7F}", "\u{7F}a\u{7F}b", "x\u{7F}seed\u{7F}"])
  func `U+007F stands in a value, as such or escaped`(text: String) async throws {
    for written in [text, text.replacing("\u{7F}", with: "\\u007F")] {
      let file = ParserTests.file("scenario \"t\"\nexpect var seed == [\"\(written)\", {{seed}}, \"{{seed}}\"]\n")
      #expect(file.diagnostics == [])
      guard case .expect(let condition) = file.scenarios.first?.steps.first?.statements.first?.kind else { continue }
      var variables = Variables()
      try variables.set("seed", 42)
      #expect(try variables.resolved(condition.predicate.values[0]) == [.string(text), 42, "42"])
    }
  }

  @Test func `An escaped backslash begins no other escape`() {
    #expect(ParserTests.file("scenario \"t\"\nvar a = \"\\\\u007f\"\nsettle\n").diagnostics == [])
  }

  @Test func `Members whose keys become the same are refused`() throws {
    var variables = Variables()
    try variables.set("b", "x")
    let literal = Literal(template: ["{{b}}": 1, "x": 2], range: 0..<1)
    #expect(throws: EvaluationFailure.self) { try variables.resolved(literal) }
  }

  @Test func `What a text can't contain is said`() async throws {
    #expect(
      try EvaluationTests.verdict("not contains 3", of: "x")
        == .invalid(["a string can only contain a string, not a number"]))
  }
}
