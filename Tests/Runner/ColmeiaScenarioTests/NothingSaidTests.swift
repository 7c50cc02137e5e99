import ColmeiaJSON
import Testing

@testable import ColmeiaScenario

/// What would be passed over, replaced or hold for everything is refused, or told as having no effect.
@Suite struct NothingSaidTests {
  private static func mistakes(_ text: String) -> [String] {
    let file = ScenarioFile(SourceText(name: "x.scn", bytes: Array(text.utf8)))
    return file.diagnostics.map { "\(file.source.line(of: $0.range.lowerBound)) \($0.message)" }
  }

  @Test(arguments: [
    ("seed 1\nseed 2", "3 'seed' occurs twice"), ("timeout 1s\ntimeout 2s", "3 'timeout' occurs twice"),
    ("date \"2026-01-01\"\ndate \"2026-01-01\"", "3 'date' occurs twice"),
    ("settle\ncleanup\ncleanup", "4 'cleanup' occurs twice"),
    ("request GET \"/\" within 1s within 2s", "2 a request has this part only once"),
    ("request GET \"/\" cookies cookies", "2 a request has this part only once"),
    ("request GET \"/\" lines 1 lines 2", "2 a request has this part only once"),
    (
      "request GET \"/\" following redirects following redirects", "2 a request has this part only once"
    ),
    ("always \"a\\nb\": clock >= 0", "2 a title has neither line breaks nor other control characters"),
    ("row \"{{a}}\" {\"a\": 1}", "2 a variable is not replaced here"),
    ("var seed = 1", "2 the variable 'seed' is predefined; choose another name"),
    ("row \"r\" {\"origin\": 1}", "2 the variable 'origin' is predefined; choose another name"),
    ("capture seed = clock", "2 the variable 'seed' is predefined; choose another name"),
    ("expect clock between 5 1", "2 nothing is between 5 and 1"),
    ("expect clock not between \"b\" \"a\"", "2 nothing is between \"b\" and \"a\""),
    ("expect clock not oneOf []", "2 nothing is an element of an empty list"),
    ("expect answer text startsWith \"\"", "2 'startsWith' with an empty string holds for every string"),
    ("expect answer text matches \"\"", "2 'matches' with an empty string holds for every string"),
    ("expect answer body includes {}", "2 every object includes an empty one; use isObject"),
  ])
  func `A repetition, another name's name, or a comparison that says nothing is refused`(line: String, mistake: String)
  {
    #expect(Self.mistakes("scenario \"t\"\n\(line)\n") == [mistake])
  }

  @Test func `A title has neither control characters nor variables, and a variable isn't replaced by 'before'`() {
    #expect(
      Self.mistakes("scenario \"a\\u0007\"\nsettle\n") == [
        "1 a title has neither line breaks nor other control characters"
      ])
    #expect(Self.mistakes("scenario \"{{a}}\"\nsettle\n") == ["1 a variable is not replaced here"])
    #expect(
      Self.mistakes("before\ncapture x = clock\nscenario \"t\"\nvar x = 1\nexpect var x == 1\n") == [
        "4 the variable 'x' is captured in 'before', which would replace it"
      ])
    #expect(Self.mistakes("before\nseed 1\nscenario \"t\"\nseed 2\nsettle\n") == [], "each block has its own")
  }

  @Test(arguments: [
    ("contains {{a}}", "\"x\"", "'contains' with an empty string holds for every string"),
    ("not endsWith {{a}}", "\"x\"", "'endsWith' with an empty string holds for every string"),
    ("not between 3 {{b}}", "2", "nothing is between 3 and 1"), ("not oneOf {{c}}", "2", "nothing is an element of"),
    ("contains {{a}}", "[\"\"]", nil), ("includes {{c}}", "[]", nil),
  ])
  func `A comparison with variables that say nothing fails, also if it is negated`(
    predicate: String, value: String, mistake: String?
  ) throws {
    let text = "scenario \"t\"\nvar a = \"\"\nvar b = 1\nvar c = []\nexpect var a \(predicate)\n"
    let file = ScenarioFile(SourceText(name: "x.scn", bytes: Array(text.utf8)))
    #expect(file.diagnostics == [])
    guard case .expect(let condition)? = file.scenarios.first?.steps.first?.statements.first?.kind else { return }
    var variables = Variables()
    for (name, value) in [("a", ""), ("b", 1), ("c", [])] as [(String, JSON)] { try variables.set(name, value) }
    let verdict = condition.evaluate(try JSON(parsing: value), variables, name: "x")
    if let mistake {
      #expect(verdict.reasons?.first?.hasPrefix(mistake) == true, "\(verdict)")
    } else {
      #expect(verdict == .holds)
    }
  }

  @Test func `A step without statements and a procedure that nothing calls are told`() {
    let text = """
      procedure used
      settle
      procedure spare
      call used
      scenario "t"
      == nothing
      == something
      settle

      """
    let file = ScenarioFile(SourceText(name: "x.scn", bytes: Array(text.utf8)))
    #expect(
      file.notes.map { "\(file.source.line(of: $0.range.lowerBound)) \($0.message)" } == [
        "3 nothing calls the procedure 'spare'", "6 the step has no statements",
      ])
  }
}
