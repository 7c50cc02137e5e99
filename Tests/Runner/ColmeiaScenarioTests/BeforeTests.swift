import Testing

@testable import ColmeiaScenario

@Suite struct BeforeTests {
  private static func mistakes(_ text: String) -> [String] {
    let file = ParserTests.file(text)
    return file.diagnostics.map { "\(file.source.line(of: $0.range.lowerBound)) \($0.message)" }
  }

  @Test func `Each scenario begins with the head and the steps of before`() throws {
    let block = "before\ntags a\nvar n = 1\nsecret word = \"hunter22\"\n== begin\nsettle\ncapture s = var seed\n"
    let file = ParserTests.file(
      block + "scenario \"one\"\ntags b\nseed 7\nexpect var n == {{s}}\nscenario \"two\"\n== more\nsettle\n")
    #expect(file.diagnostics == [])
    try #require(file.scenarios.count == 2)
    let (one, two) = (file.scenarios[0], file.scenarios[1])
    #expect((one.tags, two.tags) == (["a", "b"], ["a"]))
    #expect((one.seed, two.seed) == (7, 42))
    #expect([one, two].map { $0.variables.map(\.name) } == [["n", "word"], ["n", "word"]])
    try #require(one.steps.map(\.title) == ["begin", ""])
    try #require(two.steps.map(\.title) == ["begin", "more"])
    #expect(one.steps[0] == two.steps[0])
    #expect(file.scenarios.map { file.source.line(of: $0.range.lowerBound) } == [8, 12])
  }

  @Test func `A cleanup of before runs before that of the scenario`() {
    let file = ParserTests.file("before\ncleanup\nrestart\nscenario \"t\"\nsettle\ncleanup\nadvance 1s\n")
    #expect(file.diagnostics == [])
    #expect(file.scenarios.map { $0.cleanup.map(\.kind) } == [[.restart, .advance(.seconds(1))]])
  }

  @Test(arguments: [
    ("before\nsettle\n", ["1 the file contains no scenario"]),
    ("before\nscenario \"t\"\nbefore\n", ["3 'before' must come before the first scenario"]),
    ("before\nsettle\nbefore\nscenario \"t\"\n", ["3 'before' occurs twice"]),
    ("before all\nscenario \"t\"\n", ["1 unexpected text after the statement"]),
    ("var a = 1\nbefore\nsettle\nscenario \"t\"\n", ["1 'var' occurs before the first scenario"]),
    ("before\nsettle\ntags a\nscenario \"t\"\n", ["3 'tags' belongs in the head, before the first statement"]),
    ("before\nvar a = 1\nscenario \"t\"\nvar a = 1\n", ["4 the variable 'a' is defined twice"]),
    (
      "before\nsettle\nscenario \"t\"\nstores a b\n",
      ["4 'stores' belongs in 'before', because its statements concern them"]
    ),
    ("before\nstores a b\na: settel\nscenario \"t\"\nscenario \"u\"\n", ["3 unknown statement 'settel'"]),
  ])
  func `A mistake in before is reported once, at its place`(text: String, mistakes: [String]) {
    #expect(Self.mistakes(text) == mistakes)
  }

  @Test func `Stores of before are the scenarios' stores`() {
    let file = ParserTests.file(
      "before\nstores ann bob\nann: settle\nscenario \"t\"\nbob: settle\nscenario \"u\"\nann: settle\n")
    #expect(file.diagnostics == [])
    #expect(file.scenarios.map(\.stores) == [["ann", "bob"], ["ann", "bob"]])
  }
}
