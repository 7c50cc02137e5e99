import ColmeiaHTTP
import Foundation
import Testing

@testable import ColmeiaScenario

@Suite struct LanguagePageTests {
  private static func page() throws -> String {
    let guide = URL(filePath: #filePath).appending(path: "../../../../Examples/Guide/3b-language.md").standardized
    return try String(contentsOf: guide, encoding: .utf8)
  }

  @Test func `The page about the language names every statement, query and method`() throws {
    // Every second part is code.
    let code = try Self.page().components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
    let words = Set(code.flatMap { $0.split { $0.isWhitespace || ":,".contains($0) }.map(String.init) })
    let known =
      ScenarioKeyword.names + QueryWord.allCases.map(\.rawValue)
      + HTTPMethod.known.map(\.rawValue) + EffectPhase.allCases.map(\.rawValue) + [
        "not", "implies", "within", "ignoring",
      ]
    #expect(known.filter { !words.contains($0) } == [])
  }

  @Test func `The page about the language has the tables of all faults, filters and predicates, as they are declared`()
    throws
  {
    #expect(
      try Self.table("fault")
        == FaultKind.all.map { kind in
          "| \(kind.examples.map { "`\($0)`" }.joined(separator: ", ")) | \(kind.help) |"
        })
    #expect(try Self.table("filter") == Filter.all.map { "| `\($0.example)` | \($0.help) |" })
    #expect(try Self.table("predicate") == ValuePredicate.all.map { "| `\($0.example)` | \($0.help) |" })
  }

  /// Returns the rows of the table whose first column has this head.
  private static func table(_ head: String) throws -> [String] {
    let lines = try page().split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return Array(lines.drop { !$0.hasPrefix("| \(head) |") }.dropFirst(2).prefix { $0.hasPrefix("|") })
  }
}
