import ColmeiaExplorer
import Foundation
import TestSupport
import Testing

/// The tests that the explorer prints for failures can be pasted into a test file.
@Suite(.blocking, .timeLimit(.minutes(10))) struct PrintedTestTests {
  @Test func `The printed test has the steps of the story`() throws {
    let found = try #require(LateSearch.explorer.exhaust(steps: 6).counterexample)
    let expected = #"""
      @Test func `the hits have the chosen kind`() {
        var store = PartialTestStore(LateSearch.State(kind: nil, hits: [], byKind: [:]), LateSearch(limit: 3))
        store.send(.choose(.books))
        store.send(.choose(.maps))
        store.advance(by: .milliseconds(1500))
        store.answer(.find(.books, limit: 3), with: .found(.books, hits: [LateSearch.Hit(title: "books \"1\"", price: 2.5)]))
        Issue.record("\"the hits have the chosen kind\" does not hold")  // replace with an expectation about store.state
      }
      """#
    #expect(found.test == expected)
    #expect(Exploration.Failure.violated([found]).descriptionWithTest.hasSuffix("As a test:\n\n\(expected)"))
  }

  @Test func `The printed test has a valid name, the given source, and a remark on what a test store can't do`() throws
  {
    struct Bells: Reducer {
      struct State: Hashable, Sendable { var rings = 0 }
      enum Action: Sendable { case pull, rang }
      enum Effect: Hashable, Sendable { case ring }
      func reduce(into state: inout State, action: Action) -> Effects {
        if case .pull = action { return .run(.ring, after: .seconds(1)) }
        state.rings += 1
        return .none
      }
    }
    var explorer = Explorer(Bells.State(), Bells())
    explorer.source = "Bells.quiet"
    explorer.action(.pull)
    explorer.outcomes { _ in [.answer(.rang)] }
    explorer.always("`one`\nring") { $0.rings < 2 }
    let test = try #require(explorer.exhaust(steps: 6).counterexample).test
    #expect(test.hasPrefix("@Test func `'one''ring`() {\n"))
    #expect(test.contains("\n  var store = PartialTestStore(Bells.quiet)\n"))
    let firesTogether = test.contains("  store.advance(by: .seconds(0))\n")
    #expect(test.contains("  // A test store fires timers that are due at the same time together") == firesTogether)
    #expect(firesTogether)
  }

  #if os(Linux)
    @Test func `The printed test compiles, takes its steps, and fails`() throws {
      let found = try #require(LateSearch.explorer.run().counterexample)
      let feature = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "LateSearch.swift")
      let text = try String(contentsOf: feature, encoding: .utf8)
      let folder = try Folder(["Printed.swift": "import ColmeiaTesting\nimport Testing\n\(text)\n\(found.test)"])
      defer { folder.remove() }
      let (status, output) = try PageTests.runTests(URL(filePath: "\(folder.path)/Printed.swift"))
      #expect(status != 0 && output.contains("run with 1 test"), "\(output)")
      #expect(output.contains("with 1 issue") && output.contains("does not hold"), "\(output)")
    }
  #endif
}
