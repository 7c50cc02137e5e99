import ColmeiaExplorer
import Foundation
import TestSupport
import Testing

/// Each planted bug is found with default settings, and the repaired feature passes.
@Suite(.long) struct PlantedBugTests {
  /// The seeds for repaired features. Their number is COLMEIA_SEEDS, or by default 100,000 in a release build and fewer
  /// in a debug build.
  static var quietSeeds: Range<UInt64> {
    if let text = ProcessInfo.processInfo.environment["COLMEIA_SEEDS"], let count = UInt64(text) { return 0..<count }
    #if DEBUG
      return 0..<300
    #else
      return 0..<100_000
    #endif
  }

  @Test(arguments: Catalogue.all.filter { $0.searches.contains(.random) })
  func `Random search finds the bug, shrinks it to the shortest program, and repeats it`(bug: Planted) throws {
    let exploration = bug.explore(true, 0..<10_000)
    let found = try #require(exploration.counterexample, "\(exploration)")
    #expect(found.program.count == bug.steps, "\(found)")
    #expect(bug.isRepeated(found))
  }

  @Test(arguments: Catalogue.all.filter { $0.searches.contains(.exhaustive) })
  func `Exhaustive search finds the shortest program`(bug: Planted) throws {
    let exhaustion = bug.exhaust(true, bug.steps)
    let found = try #require(exhaustion.counterexample, "\(exhaustion)")
    #expect(found.program.count == bug.steps, "\(found)")
    #expect(bug.isRepeated(found))
  }

  @Test(arguments: Catalogue.repaired) func `The repaired feature passes`(bug: Planted) {
    let exploration = bug.explore(false, Self.quietSeeds)
    #expect(exploration.passed, "\(exploration)")
    #expect(exploration.coverage.neverReached.isEmpty, "\(exploration)")
  }

  @Test(arguments: Catalogue.repaired.filter { $0.name != "OneInAHundredThousand" })
  func `The repaired feature passes in all programs of six steps`(bug: Planted) {
    let exhaustion = bug.exhaust(false, 6)
    #expect(exhaustion.passed && exhaustion.coversAllSteps, "\(exhaustion)")
  }
}
