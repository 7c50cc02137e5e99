import TestSupport
import Testing

@testable import ColmeiaScenario

/// The words of the language, where a path could also begin.
@Suite struct LanguageWordTests {
  private static func condition(_ text: String) -> Condition? {
    guard case .expect(let condition) = ParserTests.kind("expect \(text)") else { return nil }
    return condition
  }

  @Test(
    arguments: ["answer body", "http \"GET /a\" last body", "state", "screen", "answer status", "var seed", "clock"],
    ["absent", "exists", "present", "isEmpty", "isNull", "== 1", "contains \"x\"", "oneOf [1]", "between 1 2"])
  func `A predicate can be negated after every query`(query: String, predicate: String) throws {
    let plain = try #require(Self.condition("\(query) \(predicate)"))
    let negated = try #require(Self.condition("\(query) not \(predicate)"))
    #expect(!plain.isNegated && negated.isNegated)
    #expect(plain.query == negated.query && plain.predicate.predicate.name == negated.predicate.predicate.name)
  }

  @Test(arguments: ["not"] + Filter.names + ValuePredicate.names.filter { $0.first?.isLetter == true })
  func `A member with the name of a word of the language is written in quotation marks`(word: String) throws {
    for query in ["answer body", "state", "http \"GET /a\" last body"] {
      let condition = try #require(Self.condition("\(query) [\"\(word)\"] not exists"))
      #expect(condition.isNegated && condition.query.path == QueryPath([.key(word)]))
    }
    // A longer path can't be meant otherwise.
    #expect(Self.condition("answer body \(word).x exists")?.query.path == QueryPath([.key(word), .key("x")]))
    #expect(Self.condition("answer body x.\(word) not exists")?.query.path == QueryPath([.key("x"), .key(word)]))
    let path = QueryPath([.key(word), .key("x")])
    #expect(Self.condition("state \(path) exists")?.query.path == path)
  }

  @Test(arguments: [
    (
      "answer body count == 3", "'count' can be a filter or a member",
      "the filter is $ count; a member with this name is [\"count\"]"
    ),
    (
      "answer body first", "'first' can be a filter or a member",
      "the filter is $ first; a member with this name is [\"first\"]"
    ),
    ("state present == true", "'present' is a predicate", "a member with this name is [\"present\"]"),
    ("answer body contains exists", "'contains' is a predicate", "a member with this name is [\"contains\"]"),
    ("answer body not not exists", "unknown predicate 'not'", "did you mean 'oneOf'?"),
  ])
  func `A word of the language is never taken for a member without quotation marks`(
    condition: String, message: String, hint: String
  ) {
    let file = ParserTests.file("scenario \"t\"\nexpect \(condition)\n")
    #expect(file.diagnostics.map(\.message) == [message])
    #expect(message.hasPrefix("unknown") || file.diagnostics.map(\.hint) == [hint])
  }

  @Test func `What follows a condition doesn't make its predicate a member`() {
    for line in ["await answer body isEmpty within 5s", "await state absent within 5s"] {
      guard case .await(let condition, within: .seconds(5)) = ParserTests.kind(line) else {
        Issue.record("\(line)")
        continue
      }
      #expect(condition.query.path == QueryPath())
    }
  }
}

extension Query {
  /// The path of a query into a state, a screen or a body.
  var path: QueryPath? {
    switch self {
    case .state(let path), .screen(let path), .answer(.body(let path)), .http(_, .body(let path)?): path
    default: nil
    }
  }
}
