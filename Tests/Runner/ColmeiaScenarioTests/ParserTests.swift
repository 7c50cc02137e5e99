import ColmeiaJSON
import RunnerTestSupport
import TestSupport
import Testing

@testable import ColmeiaScenario

@Suite(.long) struct ParserTests {
  static func file(_ text: String, facts: [String] = ["token", "token.iddog"]) -> ScenarioFile {
    ScenarioFile(text, facts: facts)
  }

  /// Returns the only statement of a scenario.
  static func kind(_ line: String, head: String = "") -> Statement.Kind? {
    let file = file("scenario \"t\"\n\(head)\n== s\n\(line)\n")
    for diagnostic in file.diagnostics { Issue.record("\(file.source.rendered(diagnostic))") }
    return file.firstStatement
  }

  private static func fault(_ text: String) -> Fault? {
    guard case .fault(let fault) = kind("fault \(text)") else { return nil }
    return fault
  }

  @Test(arguments: [
    ("dispatch auth.signUp { \"email\": \"a@b.co\" }", #"{"auth":{"signUp":{"email":"a@b.co"}}}"#),
    ("dispatch feed.reload", #"{"feed":"reload"}"#), ("dispatch stop", #""stop""#),
    ("dispatch feed.select \"husky\"", #"{"feed":{"select":"husky"}}"#),
    ("dispatch chat.room(7).send {\"text\": \"hi\"}", #"{"chat":{"room":[7,{"send":{"text":"hi"}}]}}"#),
    ("dispatch feed.pick(1, animated: true)", #"{"feed":{"pick":{"_0":1,"animated":true}}}"#),
    ("dispatch event(7)", #"{"event":7}"#), ("dispatch event(7).leave", #"{"event":[7,"leave"]}"#),
    ("dispatch move(x: 1, y: 2)", #"{"move":{"x":1,"y":2}}"#),
    ("dispatch many {\n  \"a\": [1,\n   2]\n}  # two", #"{"many":{"a":[1,2]}}"#),
  ])
  func `An action is parsed as JSON`(line: String, json: String) throws {
    guard case .dispatch(let action) = Self.kind(line) else {
      Issue.record("no dispatch")
      return
    }
    #expect(try action.json(Variables()) == JSON(parsing: json))
  }

  @Test func `Every statement is parsed`() {
    #expect(Self.kind("advance 1.5m") == .advance(.seconds(90)))
    #expect(Self.kind("settle") == .settle(ignoringTimers: false, within: nil))
    #expect(Self.kind("settle ignoring timers within 2s") == .settle(ignoringTimers: true, within: .seconds(2)))
    #expect(Self.kind("restart") == .restart)
    #expect(Self.fault("offline")?.call.argument == FaultCall.Argument.none)
    #expect(Self.fault("clear")?.call.effect.isClear == true)
    for (text, body) in [("[1, {}]", [1, [:]]), ("\"x\"", "x"), ("true", true), ("null", .null)] as [(String, JSON)] {
      let fault = Self.fault("status 200 \(text) 2 times")
      #expect(fault?.call.argument == .status(200, body) && fault?.times == 2)
    }
    let status = Self.fault("status 503 2 times on \"GET /feed\"")
    #expect(status?.call.argument == .status(503, nil) && status?.times == 2)
    #expect(status?.pattern == RequestPattern(method: "GET", path: "/feed"))
    let delay = Self.fault("delay 200ms..1s on \"/events/*\" for 10s")
    #expect(delay?.call.argument == .time(.milliseconds(200)...(.seconds(1))) && delay?.duration == .seconds(10))
    #expect(delay?.pattern == RequestPattern(method: nil, path: "/events/*"))
    guard
      case .capture("n", isSecret: true, .answer(.body(let path)), let filters) = Self.kind(
        "capture secret n = answer body users count")
    else {
      Issue.record("no capture")
      return
    }
    #expect(path == QueryPath([.key("users")]) && filters.map(\.filter.name) == ["count"])
  }

  @Test(arguments: [
    ("state == null", "state"),
    ("state a.b[0][-1][*][\"x y\"][?id == 7].c exists", "a.b[0][-1][*][\"x y\"][?id == 7].c"),
    ("state a[?id == 7].n=={{seed}}", "a[?id == 7].n"), ("screen title startsWith \"F\"", "screen title"),
    ("answer status == 201", "answer status"),
    ("answer header \"ETag\" exists", "answer header \"ETag\""),
    ("http \"GET /feed\" count == 1", "http \"GET /feed\""),
    ("http \"GET /feed\" last query \"category\" == \"husky\"", "http \"GET /feed\" last query \"category\""),
    ("effects \"feed.load\" pending isEmpty", "effects \"feed.load\" pending"),
    ("effects cancelled count > 0", "effects cancelled"),
    ("actions \"auth\" count between 1 2", "actions \"auth\""), ("clock >= 30", "clock"), ("token present", "token"),
    ("token.iddog not present", "token.iddog"), ("var seed == 42", "var seed"),
    ("state list sort unique first toString lower matches \"^a+$\"", "list"),
    ("state a includes {\"b\": {{seed}}}", "a"), ("state includes {\"b\": 1}", "state"), ("state isObject", "state"),
    ("state count == 1", "count"), ("state $ count == 1", "state"), ("state $.count == 1", "count"),
    ("answer body [*].id count == 1", "answer body [*].id"), ("state a oneOf [1, 2]", "a"),
  ])
  func `Every query, filter and predicate is parsed`(text: String, name: String) {
    guard case .expect(let condition) = Self.kind("expect " + text) else {
      Issue.record("no expectation")
      return
    }
    #expect(condition.query.name == name)
  }

  @Test func `The head of a scenario is parsed, and applies only to its scenario`() throws {
    let file = Self.file(
      """
      #!/usr/bin/env colmeia
      scenario "one"   # a comment
      tags     smoke slow
      stores   ann bob
      seed     7
      date     "2026-11-21T12:00:00Z"
      timeout  500ms
      var      email = "ann@example.org"
      secret   password = env "PASSWORD"
      always "sane": state a == 1 implies state b == {{email}}
      == first
      ann: dispatch auth.typed {{email}}
      cleanup
      bob: restart
      scenario "two"
      settle
      """)
    #expect(file.diagnostics == [])
    let one = try #require(file.scenarios.first)
    #expect(one.tags == ["smoke", "slow"] && one.stores == ["ann", "bob"] && one.seed == 7)
    #expect(one.date == 1_795_262_400 && one.timeout == .milliseconds(500))
    #expect(one.variables.map(\.name) == ["email", "password"] && one.variables.map(\.isSecret) == [false, true])
    #expect(one.invariants.first?.premise != nil)
    #expect(one.steps.map(\.title) == ["first"] && one.cleanup.map(\.store) == ["bob"])
    #expect(file.scenarios.last?.steps.first?.statements.count == 1)
  }

  @Test func `All mistakes of a file are found in one pass, each with its position and a hint`() {
    let file = Self.file(
      """
      scenario "mistakes"
      var a = 1
      dipatch add 1
      expect state count = 1
      await state count == {{b}} within 5s
      await state count == 1 within 5
      expect stat count == 1
      expect state count cuont == 1
      fault offlin
      advance 30
      expect state count == [1,
        2 3]
      expect state factors count
      bob: dispatch add 1
      expect effects pendign isEmpty
      expect state a matches "("
      dispatch feed.
      request get "/x"
      expect token presnt
      == s
      tags late
      settle now
      """)
    let rendered = file.diagnostics.map { diagnostic in
      "\(file.source.line(of: diagnostic.range.lowerBound)):\(file.source.column(of: diagnostic.range.lowerBound)) "
        + diagnostic.message + (diagnostic.hint.map { " | \($0)" } ?? "")
    }
    #expect(
      rendered == [
        "3:1 unknown statement 'dipatch' | did you mean 'dispatch'?",
        "4:20 expected a predicate here | such as == 1, contains \"x\", exists or isEmpty",
        "5:22 the variable 'b' is not defined before this line | did you mean 'a'?",
        "6:31 a time needs a unit: ms, s, m or h | 5s for seconds, 5ms for milliseconds",
        "7:8 unknown query 'stat' | did you mean 'state'?",
        "8:20 unknown filter or predicate 'cuont' | did you mean 'count'?",
        "9:7 unknown fault 'offlin' | did you mean 'offline'?",
        "10:9 a time needs a unit: ms, s, m or h | 30s for seconds, 30ms for milliseconds",
        "12:5 expected ',' or ']' here | the '[' in line 11 may not be closed",
        "13:8 expected a predicate here | such as == 1, contains \"x\", exists or isEmpty",
        "14:1 unknown store 'bob' | declare the stores in the head: stores ann bob",
        "15:16 'pendign' is not a phase of effects | did you mean 'pending'?",
        "16:24 invalid pattern: unmatched '('",
        "17:15 expected an action here | the names of its cases: feed.load \"husky\"",
        "18:9 a method must be in capital letters | GET",
        "19:14 unknown filter or predicate 'presnt' | did you mean 'present'?",
        "21:1 'tags' belongs in the head, before the first statement",
        "22:8 unexpected text after the statement | write one statement per line",
      ])
  }

  @Test(arguments: [
    ("expect actions loaded count == 1", "16 | put a name in quotation marks: actions \"loaded\""),
    ("expect actions \"loaded\" | count == 1", "25 | filters are separated by spaces, without '|'"),
    (
      "expect effects load pending isEmpty",
      "16 | pending, requested, cancelled or completed, after the name in quotation marks if there is one: "
        + "effects \"load\" pending"
    ),
    ("expect effects pending \"load\" isEmpty", "24 | a name precedes the phase: effects \"load\" pending"),
    ("dispatch add(husky)", "14 | put strings in quotation marks: \"husky\""),
    ("request GET \"orders\"", "13 | request GET \"/orders\""),
    ("dispatch add {\nsettle", "1 | the '{' in line 2 may not be closed"),
    ("expect clock == 1 within 5s", "19 | only await, settle and request have a time limit"),
  ])
  func `A hint shows how to write what was meant`(statement: String, hint: String) throws {
    let file = Self.file("scenario \"a\"\n\(statement)\n")
    let diagnostic = try #require(file.diagnostics.first)
    #expect("\(file.source.column(of: diagnostic.range.lowerBound)) | \(diagnostic.hint ?? "")" == hint)
  }

  @Test(arguments: [
    ("", "1:1 the file contains no scenario"), ("settle\n", "1:1 'settle' occurs before the first scenario"),
    ("scenario nope\n", "1:10 expected the title of the scenario in quotation marks here"),
    ("scenario \"a\"\nscenario \"a\"\n", "2:10 another scenario in this file has the same title"),
    ("scenario \"a\"\nstores x x\n", "2:10 the store 'x' is declared twice"),
    ("scenario \"a\"\nstores x y\n== s\ndispatch go\n", "4:1 which store? The stores are x, y"),
    ("scenario \"a\"\nstores x y\nexpect state a == 1\n", "3:1 which store? The stores are x, y"),
    ("scenario \"a\"\nstores x y\nawait http \"GET /a\" count == 1\n", "3:1 which store? The stores are x, y"),
    ("scenario \"a\"\nstores x y\ncapture a = effects pending\n", "3:1 which store? The stores are x, y"),
    ("scenario \"a\"\nstores x, y\ny: settle\n", "2:9 expected the name of a store here"),
    ("scenario \"a\"\nvar b = c@d\nexpect var b == \"{{b}}\"\n", "2:9 expected a value here"),
    ("scenario \"a\"\ncapture b = answer bdy\nexpect var b == 1\n", "2:20 an answer has no 'bdy'"),
    ("scenario \"a\"\nexpect state\n", "2:8 expected a predicate here"),
    ("scenario \"a\"\nexpect state a ==\n", "2:18 expected a value here"),
    ("scenario \"a\"\ndispatch a {\"b\": 1, \"b\": 2}\n", "2:21 the key \"b\" occurs twice; remove one"),
    ("scenario \"a\"\ndispatch a husky\n", "2:12 expected a value here"),
    ("scenario \"a\"\ndate \"21.11.2026\"\n", "2:6 invalid date"),
    ("scenario \"a\"\n==  \n", "2:1 a step needs a title: == sign in"),
    (
      "scenario \"a\"\nsecret word = \"abc\"\n",
      "2:15 the secret 'word' can't be hidden: it must have at least 4 characters, and can't be a word such as 'true'"
    ),
    ("scenario \"a\"\nfault offline 0 times\n", "2:15 expected a number of at least 1 here"),
    ("scenario \"a\"\nfault offline for 0s\n", "2:19 expected at least 1ms here"),
    ("scenario \"a\"\ntimeout 0s\n", "2:9 expected at least 1ms here"),
    ("scenario \" \"\nsettle\n", "1:10 a scenario needs a title"),
    ("scenario \"a\"\nrequest GTE \"/\"\n", "2:9 'GTE' is not a method"),
    ("scenario \"a\"\nfault status 99\n", "2:16 expected a status from 100 to 599 here"),
    ("scenario \"a\"\nfault delay 3s..1s\n", "2:13 the second time is shorter than the first"),
    ("scenario \"a\"\nfault clear for 10s\n", "2:13 faults end for good"),
    ("scenario \"a\"\nfault clear 2 times\n", "2:13 all faults end, for all requests and at once"),
    ("scenario \"a\"\nstores\n", "2:7 expected the name of a store here"),
    ("\u{FEFF}scenario wrong\n", "1:10 expected the title of the scenario in quotation marks here"),
    // What always or never holds.
    (
      "scenario \"a\"\nawait http \"GET /x\" present\n", "2:7 this list always exists, even if it is empty"
    ),
    ("scenario \"a\"\nexpect effects \"x\" completed not exists\n", "2:8 this list always exists, even if it is empty"),
    ("scenario \"a\"\nexpect actions absent\n", "2:8 this list always exists, even if it is empty"),
    ("scenario \"a\"\nexpect http \"GET /x?y=1\" isEmpty\n", "2:13 a pattern has only a path, without a query"),
    ("scenario \"a\"\nfault offline on \"/a/*.jpg\"\n", "2:18 '*' stands for a whole component of the path"),
    // Variables where they aren't replaced.
    ("scenario \"a\"\nexpect http \"GET /{{seed}}\" isEmpty\n", "2:19 a variable is not replaced here"),
    (
      "scenario \"a\"\nexpect state a[?id == {{sed}}] exists\n",
      "2:23 the variable 'sed' is not defined before this line"
    ),
    ("scenario \"a\"\nexpect answer header \"{{seed}}\" exists\n", "2:23 a variable is not replaced here"),
    ("scenario \"a\"\nfault status 422 {\"id\": \"{{seed}}\"}\n", "2:26 a variable is not replaced here"),
  ])
  func `A single mistake is reported only once`(text: String, message: String) throws {
    let file = Self.file(text)
    let diagnostic = try #require(file.diagnostics.first)
    let location =
      "\(file.source.line(of: diagnostic.range.lowerBound)):\(file.source.column(of: diagnostic.range.lowerBound))"
    #expect("\(location) \(diagnostic.message)" == message)
    #expect(file.diagnostics.count == 1)
  }

  @Test func `A line of a store ends an array that isn't closed`() {
    let file = Self.file(
      "scenario \"a\"\nstores ann bob\nann: dispatch x [1, 2\nbob: expect nonsense 1\nbob: capture t = answer status\n"
        + "request GET \"/{{t}}\"\n")
    #expect(file.diagnostics.map { file.source.line(of: $0.range.lowerBound) } == [4, 4], "\(file.diagnostics)")
  }

  @Test func `A server's own methods, and secrets that are known later, are accepted`() {
    #expect(Self.kind("request PURGE \"/x\"") != nil)
    #expect(Self.file("scenario \"a\"\nvar a = \"abc\"\nsecret b = {{a}}\nsecret c = env \"C\"\n").diagnostics == [])
  }

  @Test func `A mistake is shown with its line, a marker below it, and optional colors`() {
    let file = Self.file("scenario \"ã\"\n\tdispatch ação. # x\n")
    #expect(
      file.diagnostics.map { file.source.rendered($0) } == [
        """
        x.scn:2:16: error: expected an action here
          \tdispatch ação. # x
          \t              ^
          hint: the names of its cases: feed.load "husky"
        """
      ])
    #expect(file.source.rendered(file.diagnostics[0], .colored).contains("\u{1B}[31merror:\u{1B}[0m"))
  }

  @Test(arguments: [0, 50, 500, 990])
  func `Only the part of a long line around the mistake is shown`(before: Int) throws {
    let words = String(repeating: "é", count: before) + "\" wrong \"" + String(repeating: "x", count: 1_000 - before)
    let file = Self.file("scenario \"a\"\nexpect state left == \"\(words)\"")
    let lines = file.source.rendered(try #require(file.diagnostics.first)).split(separator: "\n")
    let marked = try #require(lines[2].firstIndex { $0 == "~" || $0 == "^" })
    let column = lines[2].distance(from: lines[2].startIndex, to: marked)
    #expect(lines[1].count <= 164 && lines[1].dropFirst(column).hasPrefix("wrong"))
  }

  @Test func `A value of more than 65,536 bytes is reported as such`() {
    let text = "scenario \"a\"\nexpect state left == \"" + String(repeating: "x", count: 65_536) + "\""
    let file = Self.file(text)
    #expect(file.diagnostics.map(\.message) == ["a value of more than 65536 bytes"])
    #expect(Self.file(text.replacing("xxx", with: "x")).diagnostics.isEmpty)
  }

  @Test func `Mutated text never breaks the parser, and every mistake is within the text`() {
    let story = """
      scenario "story"
      stores ann bob
      var email = "ann@example.org"
      always "x": state a == null implies token absent
      == one
      ann: dispatch auth.signUp { "email": "{{email}}", "n": [1, {{seed}}] }
      bob: dispatch chat.room(7, loud: true).send "hi"
      await state session.email == "{{email}}" within 5s
      expect http "GET /feed" last query "category" == "husky"
      fault delay 200ms..1s 2 times on "GET /feed" for 1s
      request POST "/users" with "Token: {{email}}" {"a": 1}
      capture x = answer body users[?id == 7].name count
      """
    var random = SplitMix(state: 11)
    let pieces = Array("{}[]\"\\:,=.#\n\r\t (){{}}é0s?*-".utf8)
    for _ in 0..<2_000 {
      var bytes = Array(story.utf8)
      for _ in 0...random.below(5) {
        let index = random.below(bytes.count)
        switch random.below(4) {
        case 0: bytes[index] = UInt8(random.below(256))
        case 1: bytes.remove(at: index)
        case 2: bytes.removeSubrange(index..<min(bytes.count, index + random.below(30)))
        default: bytes.insert(pieces[random.below(pieces.count)], at: index)
        }
      }
      let file = ScenarioFile(SourceText(name: "f", bytes: bytes))
      for diagnostic in file.diagnostics {
        #expect(diagnostic.range.lowerBound >= 0 && diagnostic.range.lowerBound <= bytes.count)
        #expect(!file.source.rendered(diagnostic).isEmpty)
      }
    }
  }
}
