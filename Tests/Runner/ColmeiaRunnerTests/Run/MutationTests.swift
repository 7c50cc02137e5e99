import Foundation
import TestSupport
import Testing

@testable import ColmeiaRunner
@testable import ColmeiaScenario
@testable import ColmeiaWorld
@testable import RunnerTestSupport

/// For each form of the language that the guide's page lists, statements that hold, and mutations of them, each of which
/// must fail or be refused.
@Suite(.blocking, .timeLimit(.minutes(10))) struct MutationTests {
  enum Mutation: CaseIterable { case dropped, negated, misspelt, otherType, otherKind }

  /// A statement that holds. In its line, `«…»` is the subject, `‹…›` is a value, `¬` is where `not` belongs, and `~…~`
  /// is a word that can be misspelt; without such a word, the first one is.
  struct Base {
    var line: String
    /// What comes before the scenario, and after the statement.
    var top = ""
    var then = ""
    /// Whether the line belongs in the head.
    var isHead = false
    /// Whether it needs more than the test's world has, so that it doesn't hold here.
    var isIncomplete = false
    /// What takes the place of the usual mutations.
    var others: [Mutation: [String]] = [:]

    init(
      _ line: String, top: String = "", then: String = "", isHead: Bool = false, isIncomplete: Bool = false,
      _ others: [Mutation: [String]] = [:]
    ) {
      (self.line, self.top, self.then, self.isHead) = (line, top, then, isHead)
      (self.isIncomplete, self.others) = (isIncomplete, others)
    }
  }

  private static let prelude = """
    dispatch start 3
    dispatch note "tea time"
    dispatch fetch "/a"
    settle ignoring timers
    request POST "/u" {"id": 7, "tags": ["a", "b"], "name": "Ann", "nested": {"x": 1}, "flag": true, "no": null, "none": []}
    capture word = answer body body.name

    """

  private static func head(_ line: String, then: String = "", _ others: [Mutation: [String]] = [:]) -> Base {
    Base(line, then: then, isHead: true, others)
  }

  /// Names of tags and stores are words, which most values are, too.
  private static func words(_ keyword: String) -> [Mutation: [String]] {
    let odd = ["\"a\"", "17.5", "\"\"", "'a'", "a,b"].map { "\(keyword) x \($0)" }
    return [
      .otherType: odd, .otherKind: ["[a]", "{a}", "[]", "{}", "{{a}}"].map { "\(keyword) x \($0)" },
      .negated: ["not x", "x not", "!x", "x !y", "not not"].map { "\(keyword) \($0)" },
    ]
  }

  private static let forms: [String: [Base]] = [
    // Heads
    "tags smoke slow": [head("tags «smoke slow»", words("tags"))],
    "stores ann bob": [head("stores «ann»", words("stores"))],
    "seed 7": [head("seed «‹7›»")],
    "date \"2026-11-21T12:00:00Z\"": [head("date «‹\"2026-11-21\"›»")],
    "timeout 5s": [head("timeout «‹5s›»")],
    "var NAME = JSON": [head("var «x» = ‹3›", then: "expect state left == {{x}}")],
    "row \"NAME\" {\"VARIABLE\": JSON}": [head("row «\"r\"» {\"x\": ‹3›}", then: "expect state left == {{x}}")],
    "secret NAME = JSON": [head("secret «s» = ‹\"tea time\"›", then: "expect state note == {{s}}")],
    "secret NAME = env \"VARIABLE\"": [head("secret «s» = env ‹\"PATH\"›", then: "expect var s isString")],
    "always \"TITLE\": CONDITION": [head("always «\"t\"»: state left ¬between ‹0› ‹9›")],
    "always \"TITLE\": CONDITION implies CONDITION": [
      head(
        "always «\"t\"»: state left ¬>= ‹0› ~implies~ state left between ‹0› ‹9›",
        [
          .negated: ["not <= 9", "not between 0 9", "not >= 0", "not isNumber", "not != 77"].map {
            "always \"t\": state left >= 0 implies state left \($0)"
          }
        ])
    ],
    // Statements
    "dispatch CASE.CASE JSON": [
      Base(
        "dispatch «start» ‹3›",
        [
          .otherKind: ["{\"x\": 9}", "[[9]]", "[1, 2]", "[\"a\"]", "{\"_0\": \"a\"}"].map { "dispatch start \($0)" }
        ])
    ],
    "dispatch CASE(ID).CASE JSON": [Base("dispatch «start»(‹3›)")],
    "await CONDITION within 5s": [Base("await «state left» ¬== ‹3› within 20ms")],
    "expect CONDITION": [Base("expect «state left» ¬== ‹3›")],
    "expect softly CONDITION": [Base("expect ~softly~ «state left» ¬== ‹3›")],
    "call NAME(JSON, JSON)": [Base("call «p»(‹3›)", top: "procedure p(a)\nexpect state left == {{a}}\n")],
    "capture NAME = QUERY FILTERS": [
      Base("capture c = «state left»", then: "expect var c == 3", values("capture c ="))
    ],
    "capture secret NAME = …": [
      Base("capture secret c = «state note»", then: "expect var c == \"tea time\"", values("capture secret c ="))
    ],
    "advance 30s": [Base("advance «‹30s›»")],
    "settle": [Base("settle ignoring «timers»")],
    "settle ignoring timers": [Base("settle ~ignoring~ «timers»")],
    "settle within 5s": [Base("settle ignoring timers ~within~ «‹5s›»")],
    "fault KIND LIMITS": [Base("fault «offline» ‹2› times on \"GET /z\"")],
    "request METHOD \"PATH\" PARTS": [Base("request «GET» ‹\"/u\"›")],
    "restart": [Base("restart")], "cleanup": [Base("cleanup")],
    // Parts of requests
    "with \"NAME: VALUE\"": [Base("request GET \"/u\" ¬~with~ «‹\"A: b\"›»")],
    "query {\"page\": 2, \"tag\": [\"a\", \"b\"]}": [
      Base(
        "request GET \"/echo\" ¬~query~ «‹{\"page\": 2}›»", then: "expect answer body target == \"/echo?page=2\"")
    ],
    "basic \"USER\" \"PASSWORD\"": [
      Base(
        "request GET \"/echo\" ¬~basic~ «‹\"ann\"›» ‹\"pass\"›",
        then: "expect answer body headers[0] == \"Authorization: Basic YW5uOnBhc3M=\"")
    ],
    "JSON": [Base("request POST \"/u\" ¬«‹{\"id\": 7}›»", then: "expect answer body body == {\"id\": 7}")],
    "text \"…\"": [Base("request POST \"/echo\" ¬~text~ «‹\"x\"›»", then: "expect answer body text == \"x\"")],
    "form {\"user\": \"ann\"}": [
      Base("request POST \"/echo\" ¬~form~ «‹{\"a\": \"b\"}›»", then: "expect answer body text == \"a=b\"")
    ],
    "bytes \"68690A\"": [
      Base("request POST \"/echo\" ¬~bytes~ «‹\"6869\"›»", then: "expect answer body text == \"hi\"")
    ],
    "file \"photo.png\"": [
      Base("request POST \"/echo\" ¬~file~ «‹\"LICENSE\"›»", then: "expect answer body bytes > 99")
    ],
    "cookies": [
      Base(
        "request GET \"/signed-in\" following redirects ¬«~cookies~»",
        then: "expect answer body headers[0] == \"Cookie: session=ann\"")
    ],
    "following redirects": [Base("request POST \"/moved\" {} ¬~following~ «redirects»")],
    "lines 3": [Base("request GET \"/u\" ¬~lines~ «‹3›»", isIncomplete: true)],
    "retry until CONDITION every 1s": [
      Base("request GET \"/u\" ~retry~ until «answer status» ¬== ‹200› every 1s within 2s")
    ],
    "within 5s": [Base("request GET \"/u\" ¬~within~ «‹5s›»")],
    // Faults
    "offline": [Base("fault «~offline~» on ‹\"GET /z\"›")], "timeout": [Base("fault «~timeout~» on ‹\"GET /z\"›")],
    "status 503": [Base("fault ~status~ «‹503›» on \"GET /z\"")],
    "status 422 {\"error\": \"…\"}": [Base("fault «~status~» ‹422› {\"error\": 1} on \"GET /z\"")],
    "status 200 [1, 2]": [Base("fault «~status~» ‹200› [1, 2] on \"GET /z\"")],
    "delay 200ms": [Base("fault ~delay~ «‹200ms›» on \"GET /z\"")],
    "delay 1s..3s": [Base("fault ~delay~ «‹1s..3s›» on \"GET /z\"")],
    "clear": [Base("fault «~clear~» on ‹\"GET /z\"›")], "online": [Base("fault «~online~» on ‹\"GET /z\"›")],
    // Queries
    "state PATH": [Base("expect «~state~ left» ¬== ‹3›")],
    "screen PATH": [Base("expect «~screen~ title» ¬== ‹\"3 left\"›")],
    "effects PHASE": [Base("expect «~effects~ pending» count ¬== ‹1›")],
    "effects \"NAME\" PHASE": [Base("expect «effects \"tick\" ~pending~» count ¬== ‹1›")],
    "actions": [Base("expect «~actions~» count ¬== ‹5›")],
    "actions \"NAME\"": [Base("expect «actions \"~start~\"» count ¬== ‹1›")],
    "http \"GET /feed\"": [Base("expect «~http~ \"GET /a\"» count ¬== ‹1›")],
    "answer status": [Base("expect «answer ~status~» ¬== ‹200›")],
    "answer header \"NAME\"": [Base("expect «answer ~header~ \"X-Echo\"» ¬== ‹\"yes\"›")],
    "answer headers \"NAME\"": [Base("expect «answer ~headers~ \"X-Echo\"» ¬== ‹[\"yes\"]›")],
    "answer body PATH": [Base("expect «answer ~body~ body.id» ¬== ‹7›")],
    "answer text": [Base("expect «answer ~text~» ¬startsWith ‹\"{\"›")],
    "clock": [Base("expect «~clock~» ¬between ‹0› ‹9999›")],
    "var NAME": [Base("expect «~var~ word» ¬== ‹\"Ann\"›")],
    // Filters
    "count": [filter("tags", "~count~", "2")], "length": [filter("name", "~length~", "3")],
    "first": [filter("tags", "~first~", "\"a\"")], "last": [filter("tags", "~last~", "\"b\"")],
    "nth 0": [filter("tags", "~nth~ 0", "\"a\"")], "keys": [filter("nested", "~keys~", "[\"x\"]")],
    "values": [filter("nested", "~values~", "[1]")], "sort": [filter("tags", "~sort~", "[\"a\", \"b\"]")],
    "unique": [filter("tags", "~unique~", "[\"a\", \"b\"]")],
    "join \", \"": [filter("tags", "~join~ \"-\"", "\"a-b\"")],
    "split \", \"": [filter("name", "~split~ \"n\"", "[\"A\", \"\", \"\"]")],
    "lower": [filter("name", "~lower~", "\"ann\"")], "upper": [filter("name", "~upper~", "\"ANN\"")],
    "trim": [filter("name", "~trim~", "\"Ann\"")], "toInt": [filter("id", "~toInt~", "7")],
    "toFloat": [filter("id", "~toFloat~", "7")], "toString": [filter("id", "~toString~", "\"7\"")],
    // Predicates
    "== JSON": [symbol("answer body body.id", "==", "‹7›")], "!= JSON": [symbol("state left", "!=", "‹4›")],
    "<= JSON": [symbol("answer body body.id", "<=", "‹7›")], ">= JSON": [symbol("answer body body.id", ">=", "‹7›")],
    "< JSON": [symbol("answer body body.id", "<", "‹8›")], "> JSON": [symbol("answer body body.id", ">", "‹6›")],
    "between JSON JSON": [Base("expect «answer body body.id» ¬~between~ ‹6› ‹8›")],
    "contains JSON": [Base("expect «answer body body.tags» ¬~contains~ ‹\"a\"›")],
    "startsWith \"…\"": [Base("expect «answer body body.name» ¬~startsWith~ ‹\"An\"›")],
    "endsWith \"…\"": [Base("expect «answer body body.name» ¬~endsWith~ ‹\"nn\"›")],
    "matches \"PATTERN\"": [Base("expect «answer body body.name» ¬~matches~ ‹\"A.n\"›")],
    "oneOf [JSON, …]": [Base("expect «answer body body.id» ¬~oneOf~ ‹[7, 8]›")],
    "includes JSON": [Base("expect «answer body body» ¬~includes~ ‹{\"id\": 7}›")],
    "exists": [
      test("id", "exists", ["x", "ids", "tags[2]", "nested.y", "name.x"], ["flag.x", "no.x", "none[0]", "id.x", "i"])
    ],
    "present": [
      test("id", "present", ["no", "x", "none[0]", "tags[9]", "nested.y"], ["i", "na", "no.x", "flag.x", "id[0]"])
    ],
    "absent": [
      test("no", "absent", ["id", "name", "flag", "tags[0]", "nested.x"], ["tags", "none", "nested", "$", "tags[-1]"])
    ],
    "isEmpty": [
      test("none", "isEmpty", ["id", "name", "flag", "no", "x"], ["tags", "nested", "tags[0]", "$", "nested.x"])
    ],
    "isNull": [
      test("no", "isNull", ["id", "name", "flag", "x", "tags[0]"], ["tags", "none", "nested", "$", "nested.x"])
    ],
    "isString": [
      test("name", "isString", ["id", "no", "flag", "x", "nested.x"], ["tags", "none", "nested", "$", "tags[*]"])
    ],
    "isNumber": [
      test("id", "isNumber", ["name", "no", "flag", "x", "tags[0]"], ["tags", "none", "nested", "$", "tags[*]"])
    ],
    "isBool": [
      test("flag", "isBool", ["name", "no", "id", "x", "tags[0]"], ["tags", "none", "nested", "$", "tags[*]"])
    ],
    "isList": [
      test("tags", "isList", ["name", "no", "flag", "x", "id"], ["nested", "$", "nested.x", "tags[0]", "none[0]"])
    ],
    "isObject": [
      test("nested", "isObject", ["name", "no", "flag", "x", "id"], ["tags", "none", "tags[*]", "tags[0]", "none[0]"])
    ],
  ]

  /// A statement with a filter of a member of the answer.
  private static func filter(_ member: String, _ filter: String, _ value: String) -> Base {
    Base("expect «answer body body.\(member)» \(filter) ¬== ‹\(value)›")
  }

  private static func symbol(_ query: String, _ symbol: String, _ value: String) -> Base {
    Base(
      "expect «\(query)» ¬\(symbol) \(value)",
      [
        .misspelt: ["=<", "=", "<<", "=>", "≤", "~"].map { "expect \(query) \($0) 7" }
      ])
  }

  /// A statement with a predicate that compares with nothing, and members of other types and kinds.
  private static func test(_ member: String, _ predicate: String, _ types: [String], _ kinds: [String]) -> Base {
    func lines(_ members: [String]) -> [String] {
      members.map { "expect answer body \($0 == "$" ? "body" : "body.\($0)") \(predicate)" }
    }
    return Base(
      "expect «answer body body.\(member)» ¬~\(predicate)~", [.otherType: lines(types), .otherKind: lines(kinds)])
  }

  /// Other values in place of a query.
  private static func values(_ start: String) -> [Mutation: [String]] {
    [.otherType: scalars.map { "\(start) \($0)" }, .otherKind: lists.map { "\(start) \($0)" }]
  }

  private static let scalars = ["\"zz\"", "\"\"", "17.5", "-3", "true", "false", "null"]
  private static let lists = [
    "[9]", "[]", "[[9]]", "[null]", "[\"zz\"]", "{\"zz\": 9}", "{}", "{\"zz\": []}", "{\"zz\": null}", "{\"a\": {}}",
  ]
}

extension MutationTests {
  /// How often each word is misspelt.
  private static let misspellings = ProcessInfo.processInfo.environment["COLMEIA_MISSPELLINGS"].flatMap(Int.init) ?? 5

  /// Returns the mutations of a statement.
  private static func mutated(_ base: Base, _ mutation: Mutation, _ random: inout SplitMix) -> [String] {
    if let others = base.others[mutation] { return others }
    let line = base.line
    switch mutation {
    case .dropped:
      let parts = line.components(separatedBy: CharacterSet(charactersIn: "«»"))
      if parts.count < 3 { return ["\"\"", "{}", "[]", "=", ":"].map { "\($0) \(line)" } }
      return ["", "\"\"", "{}", "[]", "="].map { parts[0] + $0 + parts[2...].joined() }
    case .negated:
      let isMarked = line.contains("¬")
      let start = line.prefix { $0 != " " }
      return ["not", "not not", "no", "!", "never"].map { word in
        isMarked ? line.replacing("¬", with: word + " ") : "\(start) \(word)\(line.dropFirst(start.count))"
      }
    case .misspelt:
      let parts = line.components(separatedBy: "~")
      let (before, word, after) =
        parts.count == 3
        ? (parts[0], parts[1], parts[2])
        : ("", String(line.prefix { $0 != " " }), String(line.drop { $0 != " " }))
      var words: Set<String> = []
      // A short word doesn't have any number of them.
      for _ in 0..<10 * misspellings where words.count < misspellings { words.insert(misspelt(word, &random)) }
      return words.sorted().map { before + $0 + after }
    case .otherType, .otherKind:
      let all = mutation == .otherType ? scalars : lists
      let values = line.components(separatedBy: CharacterSet(charactersIn: "‹›"))
      if values.count < 3 { return all.map { "\(line) \($0)" } }
      let own = (try? JSON(parsing: values[1])).map { ValueKinds(of: $0) }
      return all.filter { text in own != (try? JSON(parsing: text)).map { ValueKinds(of: $0) } }.map { other in
        values.enumerated().map { $0.offset.isMultiple(of: 2) ? $0.element : other }.joined()
      }
    }
  }

  private static func misspelt(_ word: String, _ random: inout SplitMix) -> String {
    let known = Set(
      ScenarioKeyword.names + Filter.names + ValuePredicate.names + FaultKind.names + [word, "header", "headers"])
    while true {
      var letters = Array(word)
      for _ in 0...random.below(2) {
        let index = random.below(letters.count)
        switch random.below(4) {
        case 0 where letters.count > 1: letters.remove(at: index)
        case 1: letters.insert(letters[index], at: index)
        case 2 where index > 0: letters.swapAt(index, index - 1)
        default: letters.insert(["x", "e", "s"][random.below(3)], at: index)
        }
      }
      if !known.contains(String(letters)) { return String(letters) }
    }
  }

  /// Returns the failures of a scenario with a line, or `nil` if it is refused.
  private static func failures(_ base: Base, _ marked: String) async -> [String]? {
    let line = marked.filter { !"«»‹›¬".contains($0) }.replacing(/~(\w+)~/) { $0.output.1 }
    let then = base.then + "\n"
    let text = base.top + "scenario \"t\"\n" + (base.isHead ? "\(line)\n\(prelude)" : "\(prelude)\(line)\n") + then
    let source = SourceText(name: "x.scn", bytes: Array(text.utf8))
    let file = ScenarioFile(source, names: AppNames(KettleApp()))
    guard file.diagnostics.isEmpty, let scenario = file.scenarios.first else { return nil }
    let result = await ScenarioRun(KettleApp(), source, scenario, Interruption()) { _ in }.run()
    return result.failures.map { "\($0.location): \($0.message)" }
  }

  /// The forms that the page lists, in the first columns of its tables.
  private static func listed() throws -> Set<String> {
    let guide = URL(filePath: #filePath).appending(path: "../../../../../Examples/Guide/3b-language.md").standardized
    let rows = try String(contentsOf: guide, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix("| `") }
    return Set(
      rows.flatMap {
        ($0.components(separatedBy: " | ").first ?? "").matches(of: /`([^`]+)`/).map { String($0.output.1) }
      })
  }

  @Test func `Every form that the guide's page lists has statements that hold`() throws {
    #expect(try Self.listed() == Set(Self.forms.keys))
  }

  @Test(arguments: forms.keys.sorted())
  func `A mutated statement fails or is refused`(form: String) async throws {
    var random = SplitMix(state: UInt64(form.utf8.count))
    for base in Self.forms[form] ?? [] {
      if !base.isIncomplete { #expect(await Self.failures(base, base.line) == [], "\(base.line)") }
      for mutation in Mutation.allCases {
        let lines = Self.mutated(base, mutation, &random)
        #expect(lines.count >= 5, "\(form) \(mutation)")
        for line in lines where await Self.failures(base, line) == [] {
          Issue.record("\(mutation): this holds: \(line)")
        }
      }
    }
  }
}
