import Foundation
import Testing

@testable import ColmeiaRunner

@Suite struct LanguagePageTests {
  @Test func `The page about the language names every statement, query, fault, filter and predicate`() throws {
    let guide = URL(filePath: #filePath).appending(path: "../../../../../Examples/Guide/3b-language.md").standardized
    let page = try String(contentsOf: guide, encoding: .utf8)
    // Every second part is code.
    let code = page.components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
    let words = Set(code.flatMap { $0.split { $0.isWhitespace || ":,".contains($0) }.map(String.init) })
    let known =
      ScenarioKeyword.names + QueryWord.allCases.map(\.rawValue) + FaultWord.allCases.map(\.rawValue) + Filter.names
      + Condition.Predicate.names + EffectPhase.allCases.map(\.rawValue) + ["not", "implies", "within", "ignoring"]
    #expect(known.filter { !words.contains($0) } == [])
  }
}
