import ColmeiaJSON
import ColmeiaSecrets
import RunnerTestSupport
import TestSupport
import Testing

@testable import ColmeiaScenario

@Suite struct EvaluationTests {
  static func verdict(_ text: String, of value: JSON?) throws -> Verdict {
    let file = ParserTests.file("scenario \"t\"\nexpect state a \(text)\n")
    guard case .expect(let condition) = file.scenarios.first?.steps.first?.statements.first?.kind else {
      Issue.record("\(file.diagnostics)")
      return .fails([])
    }
    var variables = Variables()
    try variables.set("seed", 42)
    return condition.evaluate(value, variables, name: "a")
  }

  @Test(
    arguments: [
      ("== 1.0", 1), ("!= 2", 1), ("< 2", 1), (">= 1", 1), ("between 0 2", 1), ("contains \"el\"", "hello"),
      ("contains 2", [1, 2]), ("contains \"k\"", ["k": 1]), ("startsWith \"he\"", "hello"),
      ("endsWith \"lo\"", "hello"),
      ("matches \"^h.*o$\"", "hello"), ("oneOf [1, 2]", 2),
      ("includes {\"b\": {\"c\": 1}}", ["a": 0, "b": ["c": 1, "d": 2]]),
      ("exists", JSON.null), ("isEmpty", []), ("isEmpty", ""), ("isNull", JSON.null), ("isString", "x"),
      ("isNumber", 1),
      ("isBool", true), ("isList", []), ("isObject", [:]), ("not isEmpty", [1]), ("not == 1", 2), ("present", "x"),
      ("absent", false), ("count == 2", [1, 2]), ("first == 1", [1, 2]), ("last == 2", [1, 2]),
      ("nth -1 == 2", [1, 2]),
      ("keys == [\"k\"]", ["k": 1]), ("values == [1]", ["k": 1]), ("sort == [1, 2, \"a\"]", ["a", 2, 1]),
      ("unique count == 1", [1, 1.0]), ("join \"-\" == \"a-1\"", ["a", 1]), ("split \",\" count == 2", "a,b"),
      ("lower == \"a\"", "A"), ("upper trim == \"A\"", " a "), ("length == 1", "ã"), ("toInt == 7", "7"),
      ("toFloat == 1.5", " 1.5 "), ("toString == \"1\"", 1), ("== {{seed}}", 42), ("== \"s42\"", "s42"),
    ] as [(String, JSON)])
  func `A true condition holds`(text: String, value: JSON) throws {
    #expect(try Self.verdict(text, of: value) == .holds)
  }

  /// An `é` of one scalar, and of two.
  @Test(
    arguments: [
      ("== \"\u{E9}\"", "\u{E9}", "e\u{301}"), ("not != \"\u{E9}\"", "\u{E9}", "e\u{301}"),
      ("oneOf [\"\u{E9}\"]", "\u{E9}", "e\u{301}"),
      ("contains \"\u{E9}\"", "a\u{E9}", "ae\u{301}"), ("contains \"\u{E9}\"", ["\u{E9}"], ["e\u{301}"]),
      ("startsWith \"\u{E9}\"", "\u{E9}a", "e\u{301}a"), ("endsWith \"\u{E9}\"", "a\u{E9}", "ae\u{301}"),
      ("matches \"^\u{E9}$\"", "\u{E9}", "e\u{301}"), ("matches \"[\u{E9}]\"", "\u{E9}", "e\u{301}"),
      ("> \"f\"", "\u{E9}", "e\u{301}"), ("between \"\u{E9}\" \"\u{E9}\"", "\u{E9}", "e\u{301}"),
      ("unique count == 1", ["\u{E9}", "\u{E9}"], ["\u{E9}", "e\u{301}"]),
      ("sort first == \"f\"", ["\u{E9}", "f"], ["e\u{301}", "f"]),
      ("split \"\u{E9}\" count == 2", "\u{E9}", "e\u{301}"),
      ("includes {\"a\": \"\u{E9}\"}", ["a": "\u{E9}"], ["a": "e\u{301}"]), ("endsWith \"\\nb\"", "a\r\nb", "a\rb"),
      ("contains \"e\"", "e\u{301}", "\u{E9}"),
    ] as [(String, JSON, JSON)])
  func `Strings are compared by their scalars, as they are sent`(text: String, value: JSON, other: JSON) throws {
    #expect(try Self.verdict(text, of: value) == .holds)
    #expect(try Self.verdict(text, of: other) != .holds)
  }

  @Test func `What looks the same is said to be different characters`() throws {
    #expect(
      try Self.verdict("== \"\u{E9}\"", of: "e\u{301}").reasons?.last
        == "these are different characters that look the same; compare their bytes")
  }

  @Test func `What no element of a list has is missing, and no empty list`() {
    let path = QueryPath([.key("a"), .all, .key("b")])
    #expect(path.value(in: ["a": [["c": 1], ["c": 2]]]) == nil)
    #expect(path.value(in: ["a": []]) == [])
    #expect(path.value(in: ["a": [["b": 1], ["c": 2]]]) == [1])
  }

  @Test func `All differences are reported together`() throws {
    let value: JSON = ["name": "ann", "tags": ["x", "y"], "home": ["city": "Rio"], "more": 1]
    #expect(
      try Self.verdict(
        "== {\"name\": \"bob\", \"tags\": [\"x\"], \"home\": {\"city\": \"Rio\"}, \"age\": 3}", of: value)
        == .fails([
          "- a.name: \"bob\"", "+ a.name: \"ann\"", "+ a.tags[1]: \"y\"", "- a.age: 3", "+ a.more: 1",
        ]))
    #expect(
      try Self.verdict("includes {\"name\": \"bob\", \"home\": {\"street\": 1}}", of: value)
        == .fails(["- a.name: \"bob\"", "+ a.name: \"ann\"", "- a.home.street: 1"]))
  }

  @Test(
    arguments: [
      ("== 1", nil, "a does not exist; use 'exists', 'present' or 'absent' to test for it"),
      ("not isEmpty", nil, "a does not exist; use 'exists', 'present' or 'absent' to test for it"),
      ("not isString", nil, "a does not exist; use 'exists', 'present' or 'absent' to test for it"),
      ("isNull", nil, "a does not exist; use 'exists', 'present' or 'absent' to test for it"),
      ("not isEmpty", JSON.null, "a is null; only strings, lists and objects can be empty"),
      ("isEmpty", 0, "a is 0; only strings, lists and objects can be empty"),
      ("exists", nil, "a is missing"),
      ("not exists", 1, "a is 1"),
      ("< 2", "x", "a: a string and a number cannot be ordered; only numbers and strings can"),
      ("count == 1", "x", "count needs a list or an object, not a string"),
      ("toInt == 1", "x", "toInt: \"x\" is not a number"),
      ("toFloat == 1", "1e400", "toFloat: \"1e400\" is not a number that fits in 64 bits"),
      ("contains 1", 5, "contains needs a string, a list or an object, not a number"), ("> 5", 5, "a is 5"),
    ] as [(String, JSON?, String)])
  func `A false condition says why it fails`(text: String, value: JSON?, message: String) throws {
    #expect(try Self.verdict(text, of: value).reasons == [message])
  }

  @Test(arguments: 0..<300)
  func `A patch turns one value into the other`(seed: Int) throws {
    var random = RandomJSON(random: SplitMix(state: UInt64(seed)))
    let before = random.json()
    let after = random.random.below(2) == 0 ? random.json() : random.mutated(before)
    let patch = try JSON(encoding: JSONPatch.between(before, after))
    #expect(before.patched(patch) == after, "\(before) \(patch)")
    #expect((patch == []) == (before == after))
  }

  @Test func `Secrets are masked in every form`() {
    var masker = Masker()
    let taken = ["tok\"en/1", "tok\"en/123", "abc"].map { masker.hide($0) }
    #expect(taken == [true, true, false])
    #expect(masker("a tok\"en/123 b tok\\\"en/1 c tok%22en%2F1 abc") == "a *** b *** c *** abc")
  }

  @Test(
    arguments: [
      ("a", "a is \"***\""), ("a upper", "a is \"***\""), ("a length", "a is 36"),
      ("a split \"\"", "a is [\"*\",\"*\",\"*\"]"),
      ("a split \"-\"", "a is [\"***\"]"),
    ]) func `A value is masked before it is filtered`(query: String, line: String)
  {
    var masker = Masker()
    let secret = "0123456789-0123456789-0123456789-abc"
    masker.hide(secret)
    guard case .expect(let condition) = ParserTests.kind("expect state \(query) != \"\"") else {
      Issue.record("no expectation")
      return
    }
    var negated = condition
    negated.isNegated = true
    #expect(negated.evaluate(.string(secret), Variables(), name: "a", masker: masker) == .fails([line]))
    #expect(condition.evaluate(.string(secret), Variables(), name: "a", masker: masker) == .holds)
  }

  @Test func `A value is masked before it is shortened, and two masked values may differ`() throws {
    let equal = try #require(ValuePredicate.named["=="])
    var masker = Masker()
    for secret in ["top-classified-text", "other-words"] { masker.hide(secret) }
    let long = String(repeating: "x", count: 190) + "top-classified-text"
    func lines(_ value: JSON, _ wanted: JSON) -> [String] {
      let condition = Condition(
        query: .state(QueryPath()), filters: [], isNegated: false,
        predicate: PredicateCall(predicate: equal, values: [Literal(template: wanted, range: 0..<0)]), range: 0..<0)
      guard case .fails(let lines) = condition.evaluate(value, Variables(), name: "a", masker: masker) else {
        return []
      }
      return lines
    }
    #expect(!lines(.string(long), "").joined().contains("top-"))
    #expect(
      lines("top-classified-text", "other-words") == ["a is \"***\", and differs in a masked part"])
  }

  @Test(
    arguments: [
      ("GET", "/feed", "GET", "/feed", true), (nil, "/feed", "POST", "/feed", true),
      ("GET", "/feed", "POST", "/feed", false),
      ("GET", "/events/*", "GET", "/events/7/users", true), ("GET", "/events/*/users", "GET", "/events/7/users", true),
      ("GET", "/events/*/users", "GET", "/events/7", false), ("GET", "/feed", "GET", "/feed/x", false),
    ] as [(String?, String, String, String, Bool)])
  func `A pattern matches certain requests`(method: String?, path: String, sent: String, target: String, matches: Bool)
  {
    #expect(RequestPattern(method: method, path: path).matches(method: sent, path: target) == matches)
  }
}

/// A generator of pseudorandom JSON.
struct RandomJSON {
  var random: SplitMix
  mutating func json(_ depth: Int = 0) -> JSON {
    switch random.below(depth > 3 ? 4 : 7) {
    case 0: return .null
    case 1: return .bool(random.below(2) == 0)
    case 2: return .number(JSONNumber(random.below(5)))
    case 3: return .string(["a", "b/c", "~", "é"][random.below(4)])
    case 4, 5: return .array((0..<random.below(6)).map { _ in json(depth + 1) })
    default:
      var object = JSONObject()
      for _ in 0..<random.below(6) { object[["a", "b/c", "~", "", "é"][random.below(5)]] = json(depth + 1) }
      return .object(object)
    }
  }
  mutating func mutated(_ value: JSON) -> JSON {
    switch value {
    case .array(var elements):
      if random.below(3) == 0 { elements.insert(json(2), at: random.below(elements.count + 1)) }
      if random.below(3) == 0, !elements.isEmpty { elements.remove(at: random.below(elements.count)) }
      return .array(elements.map { random.below(3) == 0 ? mutated($0) : $0 })
    case .object(var object):
      for key in object.keys where random.below(3) == 0 { object[key] = random.below(2) == 0 ? nil : json(2) }
      return .object(object)
    default: return json(2)
    }
  }
}
