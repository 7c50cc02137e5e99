import ColmeiaJSON
import TestSupport
import Testing

@testable import ColmeiaScenario

@Suite(.timeLimit(.minutes(10))) struct VariablesTests {
  @Test func `Setting a variable again replaces its value`() throws {
    var variables = Variables()
    let text = JSON.string(String(repeating: "x", count: 10 << 20))
    try variables.set("a", text)
    try variables.set("a", text)
    #expect(throws: EvaluationFailure.self) { try variables.set("b", text) }
    try variables.set("a", 1)
    try variables.set("b", text)
  }

  @Test(arguments: [
    "2026-11-21T9223372036854775807:00:00Z", "2026-11-21T24:00:00Z", "2026-02-29", "2026-13-01", "2026-1-1",
    "1969-12-31",
    "9223372036854775807-01-01", "2026-11-21T12:00:00", "２026-11-21", "", "2026-11-21T12:00:00Zx",
  ])
  func `An invalid date is a mistake`(text: String) {
    #expect(ParserTests.file("scenario \"t\"\ndate \"\(text)\"\n").diagnostics.map(\.message) == ["invalid date"])
  }

  @Test func `Dates are seconds since 1970`() {
    #expect(CalendarDate.seconds("1970-01-01") == 0 && CalendarDate.seconds("2024-02-29") == 1_709_164_800)
    #expect(CalendarDate.seconds("9999-12-31T23:59:59Z") == CalendarDate.seconds.upperBound)
  }

  @Test(.long) func `A hundred thousand stores and forty thousand scenarios are parsed in linear time`() {
    // With pairwise comparisons, this would take minutes.
    let stores = "scenario \"s\"\nstores " + (0..<100_000).map { "s\($0)" }.joined(separator: " ")
    #expect(ParserTests.file(stores + "\nsettle\n").diagnostics == [])
    let wrong = ParserTests.file(stores.prefix(70_000) + "\n" + String(repeating: "s8x: settle\n", count: 10_000))
    #expect(
      wrong.diagnostics.count >= 10_000 && wrong.diagnostics.count { $0.hint?.hasPrefix("did you") == true } < 100)
    let scenarios = (0..<40_000).map { "scenario \"\($0)\"\n" }.joined()
    #expect(ParserTests.file(scenarios).scenarios.count == 40_000)
  }
}
