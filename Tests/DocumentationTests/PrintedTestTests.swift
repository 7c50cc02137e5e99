import ColmeiaSimulation
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

  #if os(Linux)
    @Test func `The printed test compiles, takes its steps, and fails`() throws {
      let found = try #require(LateSearch.explorer.run().counterexample)
      let folder = FileManager.default.temporaryDirectory
        .appending(path: "colmeia-printed-\(ProcessInfo.processInfo.globallyUniqueString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let feature = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "LateSearch.swift")
      let text = try String(contentsOf: feature, encoding: .utf8)
      let source = folder.appending(path: "Printed.swift")
      try "import ColmeiaTesting\nimport Testing\n\(text)\n\(found.test)"
        .write(to: source, atomically: true, encoding: .utf8)
      let (status, output) = try PageTests.runTests(source)
      #expect(status != 0 && output.contains("run with 1 test"), "\(output)")
      #expect(output.contains("with 1 issue") && output.contains("does not hold"), "\(output)")
    }
  #endif
}
