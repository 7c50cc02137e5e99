import ColmeiaJSON
import Foundation
import RunnerTestSupport
import Testing

@testable import ColmeiaScenario

/// Tests of the whole language, based on its own tables. Each name has a valid use and an invalid one with its message.
/// A new name must be added with both.
@Suite(.blocking, .timeLimit(.minutes(10))) struct GrammarTests {
  typealias Line = (right: String, wrong: String, message: String)

  private static let head: [String: Line] = [
    "scenario": ("scenario \"two\"", "scenario two", "expected the title of the scenario in quotation marks here"),
    "tags": ("tags smoke slow", "tags", "expected a tag here"),
    "stores": ("stores ann bob", "stores ann ann", "the store 'ann' is declared twice"),
    "seed": ("seed 7", "seed x", "expected a number here"),
    "var": ("var a = 1", "var a 1", "expected '=' here"),
    "secret": (
      "secret p = env \"P\"", "secret p = env P",
      "expected the name of an environment variable in quotation marks here"
    ),
    "row": ("row \"a\" {\"x\": 1}", "row a {}", "expected the name of the row in quotation marks here"),
    "date": ("date \"2026-11-21\"", "date \"today\"", "invalid date"),
    "timeout": ("timeout 500ms", "timeout 5", "a time needs a unit: ms, s, m or h"),
    "always": ("always \"sane\": state a == 1", "always \"sane\" state a == 1", "expected ':' here"),
    "cleanup": ("cleanup", "cleanup now", "unexpected text after the statement"),
  ]

  private static let steps: [String: Line] = [
    "dispatch": ("dispatch feed.load", "dispatch", "expected an action here"),
    "await": ("await state a == 1 within 5s", "await state a", "expected a predicate here"),
    "expect": ("expect state a exists", "expect", "expected a query here"),
    "capture": ("capture n = answer status", "capture n answer status", "expected '=' here"),
    "fault": ("fault offline 2 times", "fault rain", "unknown fault 'rain'"),
    "advance": ("advance 30s", "advance", "expected a time here"),
    "settle": ("settle ignoring timers", "settle ignoring", "expected 'timers' here"),
    "request": ("request GET \"/x\"", "request get \"/x\"", "a method must be in capital letters"),
    "restart": ("restart", "restart now", "unexpected text after the statement"),
  ]

  private static let queries: [String: Line] = [
    "state": ("state a[0] exists", "state a[x] exists", "expected an index here"),
    "screen": ("screen rows[?id == 7] exists", "screen rows[?id = 7] exists", "expected '==' here"),
    "answer": ("answer status == 1", "answer stat == 1", "an answer has no 'stat'"),
    "http": (
      "http \"GET /x\" count == 1", "http GET count == 1",
      "expected a request, such as \"GET /feed\", in quotation marks here"
    ),
    "effects": ("effects pending isEmpty", "effects lost isEmpty", "'lost' is not a phase of effects"),
    "actions": ("actions count == 1", "actions x count == 1", "unknown filter or predicate 'x'"),
    "clock": ("clock >= 1", "clock now", "unknown filter or predicate 'now'"),
    "var": ("var seed == 1", "var b == 1", "the variable 'b' is not defined before this line"),
  ]

  private static func messages(_ text: String) -> [String] {
    ParserTests.file(text).diagnostics.map(\.message)
  }

  @Test func `Every statement has a valid and an invalid use`() {
    // These have their own tests, because they don't occur in a scenario, or need what doesn't.
    let others = ["before", "include", "procedure", "call"]
    #expect(Set(Self.head.keys).union(Self.steps.keys).union(others) == Set(ScenarioKeyword.named.keys))
    for (name, line) in Self.head {
      #expect(Self.messages("scenario \"t\"\n\(line.right)\n") == [], "\(name)")
      #expect(Self.messages("scenario \"t\"\n\(line.wrong)\n") == [line.message], "\(name)")
    }
    for (name, line) in Self.steps {
      #expect(Self.messages("scenario \"t\"\n== s\n\(line.right)\n") == [], "\(name)")
      #expect(Self.messages("scenario \"t\"\n== s\n\(line.wrong)\n") == [line.message], "\(name)")
    }
  }

  private static let faults: [String: Line] = [
    "offline": (
      "offline on \"GET /x\"", "offline on GET",
      "expected a request, such as \"GET /feed\", in quotation marks here"
    ),
    "online": ("online", "online now", "unexpected text after the fault"),
    "clear": ("clear", "clear all", "unexpected text after the fault"),
    "timeout": ("timeout 2 times", "timeout 2", "expected 'times' here"),
    "status": ("status 500 {\"a\": 1} for 10s", "status 600", "expected a status from 100 to 599 here"),
    "delay": ("delay 1s..2s", "delay 2s..1s", "the second time is shorter than the first"),
  ]

  @Test func `Every fault has a valid and an invalid use`() {
    #expect(Set(Self.faults.keys) == Set(FaultKind.names))
    for (name, line) in Self.faults {
      #expect(Self.messages("scenario \"t\"\n== s\nfault \(line.right)\n") == [], "\(name)")
      #expect(Self.messages("scenario \"t\"\n== s\nfault \(line.wrong)\n") == [line.message], "\(name)")
      // The name is suggested for a misspelled one.
      let file = ParserTests.file("scenario \"t\"\n== s\nfault \(name)x\n")
      #expect(file.diagnostics.map(\.hint) == ["did you mean '\(name)'?"], "\(name)")
    }
  }

  @Test func `What a fault can have is said, and what a status accepts as well`() {
    let limits = "a fault can have: N times, on \"GET /path\", for 10s"
    for (fault, hint) in [
      ("offline x", limits), ("status 200 x", limits + "; a body, which is JSON but not a number, follows the status"),
      ("status 200 [] x", limits),
    ] {
      #expect(ParserTests.file("scenario \"t\"\n== s\nfault \(fault)\n").diagnostics.map(\.hint) == [hint])
    }
  }

  @Test func `Every query has a valid and an invalid use`() {
    #expect(Set(Self.queries.keys) == Set(QueryWord.allCases.map(\.rawValue)))
    for (name, line) in Self.queries {
      #expect(Self.messages("scenario \"t\"\n== s\nexpect \(line.right)\n") == [], "\(name)")
      #expect(Self.messages("scenario \"t\"\n== s\nexpect \(line.wrong)\n") == [line.message], "\(name)")
      // The name is suggested for a misspelled one.
      let file = ParserTests.file("scenario \"t\"\n== s\nexpect \(name)x exists\n")
      #expect(file.diagnostics.map(\.hint) == ["did you mean '\(name)'?"], "\(name)")
    }
  }

  typealias Use = (text: String, right: JSON, wrong: JSON?, lines: [String])

  private static let filters: [String: Use] = [
    "count": ("count == 1", [7], "x", ["count needs a list or an object, not a string"]),
    "first": ("first == 1", [1, 2], "x", ["first needs a list, not a string"]),
    "last": ("last == 2", [1, 2], "x", ["last needs a list, not a string"]),
    "nth": ("nth 1 == 2", [1, 2], "x", ["nth needs a list, not a string"]),
    "keys": ("keys == [\"k\"]", ["k": 1], [1], ["keys needs an object, not an array"]),
    "values": ("values == [1]", ["k": 1], [1], ["values needs an object, not an array"]),
    "sort": ("sort == [1, 2]", [2, 1], "x", ["sort needs a list, not a string"]),
    "unique": ("unique == [1]", [1, 1], "x", ["unique needs a list, not a string"]),
    "join": ("join \"-\" == \"a-b\"", ["a", "b"], "x", ["join needs a list, not a string"]),
    "split": ("split \"-\" == [\"a\", \"b\"]", "a-b", 1, ["split needs a string, not a number"]),
    "lower": ("lower == \"a\"", "A", 1, ["lower needs a string, not a number"]),
    "upper": ("upper == \"A\"", "a", 1, ["upper needs a string, not a number"]),
    "trim": ("trim == \"a\"", " a ", 1, ["trim needs a string, not a number"]),
    "length": ("length == 1", "a", 1, ["length needs a string, not a number"]),
    "toInt": ("toInt == 7", "7", "x", ["toInt: \"x\" is not a number"]),
    "toFloat": ("toFloat == 1.5", "1.5", "x", ["toFloat: \"x\" is not a number"]),
    "toString": ("toString == \"1\"", 1, 2, ["- a: \"1\"", "+ a: \"2\""]),
  ]

  private static let predicates: [String: Use] = [
    "==": ("== 1", 1, 2, ["- a: 1", "+ a: 2"]), "!=": ("!= 1", 2, 1, ["a is 1"]),
    "<=": ("<= 1", 1, 2, ["a is 2"]), ">=": (">= 1", 1, 0, ["a is 0"]), ">": ("> 1", 2, 1, ["a is 1"]),
    "<": ("< 2", 1, "x", ["a: a string and a number cannot be ordered; only numbers and strings can"]),
    "contains": ("contains 1", [1], 5, ["contains needs a string, a list or an object, not a number"]),
    "startsWith": ("startsWith \"a\"", "ab", 1, ["startsWith needs a string, not a number"]),
    "endsWith": ("endsWith \"b\"", "ab", 1, ["endsWith needs a string, not a number"]),
    "matches": ("matches \"a+\"", "aa", 1, ["matches needs a string, not a number"]),
    "oneOf": ("oneOf [1]", 1, 2, ["a is 2"]),
    "includes": ("includes {\"b\": 1}", ["b": 1, "c": 2], ["b": 2], ["- a.b: 1", "+ a.b: 2"]),
    "between": ("between 1 2", 2, 3, ["a is 3"]), "exists": ("exists", JSON.null, nil, ["a is missing"]),
    "present": ("present", "x", false, ["a is false"]), "absent": ("absent", false, 1, ["a is 1"]),
    "isEmpty": ("isEmpty", [], [1], ["a is [1]"]), "isNull": ("isNull", JSON.null, 1, ["a is 1"]),
    "isString": ("isString", "x", 1, ["a is 1"]), "isNumber": ("isNumber", 1, "x", ["a is \"x\""]),
    "isBool": ("isBool", true, 1, ["a is 1"]), "isList": ("isList", [], 1, ["a is 1"]),
    "isObject": ("isObject", [:], 1, ["a is 1"]),
  ]

  @Test func `Every filter and predicate has a valid and an invalid use`() throws {
    #expect(Set(Self.filters.keys) == Set(Filter.names))
    #expect(Set(Self.predicates.keys) == Set(ValuePredicate.names))
    for (name, use) in Self.filters.merging(Self.predicates, uniquingKeysWith: { first, _ in first }) {
      #expect(try EvaluationTests.verdict(use.text, of: use.right) == .holds, "\(name)")
      #expect(try EvaluationTests.verdict(use.text, of: use.wrong).reasons == use.lines, "\(name)")
    }
  }
}
