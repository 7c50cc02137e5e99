import Testing

@testable import ColmeiaScenario

@Suite(.timeLimit(.minutes(10))) struct PatternTests {
  static func isFound(_ pattern: String, _ text: String) throws -> Bool { try Pattern(pattern).isFound(in: text) }

  @Test(
    arguments: [
      ("", ""), ("a", "cat"), ("^h.*o$", "hello"), ("^[0-9]+ B$", "120 B"), ("a|b|", ""), ("^(ab|cd)+$", "abcdab"),
      ("^a{2}$", "aa"), ("^a{2,}$", "aaaa"), ("^a{2,3}$", "aaa"), ("^a{,2}$", "a"), ("a{", "a{"),
      ("^{\"a\"", "{\"a\":1"),
      ("^\\d{4}-\\d\\d$", "2026-11"), ("\\bcat\\b", "a cat!"), ("\\Bat", "cat"), ("^[^a-c]+$", "xyz"), ("[]a]", "]"),
      ("[a-]", "-"), ("^\\w+$", "é_9"), ("^\\W$", " "), ("^\\S+\\s\\S+$", "a\tb"), ("^\\u{E9}$", "é"), ("^\\x41$", "A"),
      ("^(?:a(?:b)?)*$", "aba"), ("(?i)HeLLo", "hEllO"), ("(?i)[a-c]X", "Bx"), ("^.$", "👩‍👩‍👧"), ("a$", "a\n"),
      ("\\.", "."), ("^(a*)*$", "aaa"), ("^(a|a)*?b", "aaab"), ("x*", ""), ("\\n", "a\nb"),
    ])
  func `A pattern is found in matching text`(pattern: String, text: String) throws {
    #expect(try Self.isFound(pattern, text))
  }

  @Test(
    arguments: [
      ("a", ""), ("^ello", "hello"), ("^a{2,3}$", "a"), ("^a{2,3}$", "aaaa"), ("^.$", "\n"), ("[^a]", "a"),
      ("\\bat", "cat"), ("^\\d$", "x"), ("[a-c]", "d"), ("^(ab|cd)+$", "abc"), ("A", "a"), ("^\\x41$", "a"),
    ])
  func `A pattern is not found in other text`(pattern: String, text: String) throws {
    #expect(try !Self.isFound(pattern, text))
  }

  @Test(
    arguments: [
      ("*a", "'*' has nothing to repeat"), ("(a", "unmatched '('"), ("a)", "unmatched ')'"), ("[a", "unmatched '['"),
      ("(a)\\1", "unknown escape '\\1'"), ("a(?=b)", "'(?' is supported only in '(?:…)', and in '(?i)' at the start"),
      ("a++", "possessive quantifiers such as '++' are not supported"),
      ("[b-a]", "a range in a set must go from one character to a later one: [a-z]"),
      ("a{3,2}", "the maximum of a repetition is less than its minimum"),
      ("a{1001}", "a repetition count cannot exceed 1000"),
      ("((a{1000}){1000}){1000}", "the pattern is too large after its repetitions are expanded"),
      (String(repeating: "(", count: 65), "groups are nested more than 64 deep"),
      ("\\", "'\\' at the end of the pattern"), ("[[:alpha:]]", "'[:' in a set is not supported"),
      (String(repeating: "a", count: 4_097), "the pattern is longer than 4096 bytes"),
    ])
  func `A pattern that is invalid, or can't be matched in one pass, is refused`(pattern: String, message: String) {
    #expect(throws: PatternError(message)) { try Pattern(pattern) }
  }

  @Test(arguments: ["^(a+)+$", "^(a|aa)+$", "^(a|a?)+$", "(a*)*(a*)*(a*)*b", "(x+x+)+y", "(.*)(.*)(.*)(.*)[0-9]$"])
  func `No pattern causes backtracking`(pattern: String) throws {
    #expect(try !Self.isFound(pattern, String(repeating: "a", count: 500) + "!"))
  }

  @Test func `A search with a large text and pattern is limited`() throws {
    let text = String(repeating: "a", count: 100)
    #expect(throws: EvaluationFailure.self) { try Pattern("(a?){1000}(b|c)").isFound(in: text, budget: 50_000) }
    #expect(try !Pattern("(a?){10}(b|c)").isFound(in: text, budget: 50_000))
  }

  @Test(arguments: ["", "(?i)"])
  func `The cost of a large set is proportional to its size`(mode: String) throws {
    let set = (0..<1_000).map { "\\u{\(String($0 + 0x4E00, radix: 16))}" }.joined().prefix(8 * 400)
    let (pattern, text) = (try Pattern(mode + "[\(set)x]{9}y"), String(repeating: "x", count: 100))
    #expect(throws: EvaluationFailure.self) { try pattern.isFound(in: text, budget: 300_000) }
    #expect(try !Pattern(mode + "[abx]{9}y").isFound(in: text, budget: 300_000))
  }

  @Test(arguments: [
    ("startsWith 3", "'startsWith' needs a string"), ("endsWith [\"a\"]", "'endsWith' needs a string"),
    ("matches null", "'matches' needs a string"), ("oneOf \"a\"", "'oneOf' needs a list"),
    ("startsWith \"3\"", nil), ("oneOf [1]", nil), ("startsWith {{seed}}", nil),
  ])
  func `A comparison with a value of an impossible kind is a mistake`(predicate: String, message: String?) {
    let source = SourceText(name: "x.scn", bytes: Array("scenario \"t\"\nexpect clock \(predicate)\n".utf8))
    #expect(ScenarioFile(source).diagnostics.map(\.message) == [message].compactMap(\.self))
  }

  @Test func `An invalid pattern is a mistake, and a slow one terminates`() throws {
    let file = ParserTests.file("scenario \"t\"\nexpect screen title matches \"(a\"\n")
    #expect(file.diagnostics.map(\.message) == ["invalid pattern: unmatched '('"])
    let text = String(repeating: "a", count: 40)
    #expect(try EvaluationTests.verdict("not matches \"^(a+)+$\"", of: .string("\(text)!")) == .holds)
  }
}
