import ColmeiaExplorer
import Foundation
import TestSupport
import Testing

/// Explorations of correct features, with the number of seeds in COLMEIA_SEEDS, or by default many in a release build
/// and fewer in a debug build.
@Suite(.long) struct QuietTests {
  static var seeds: Range<UInt64> {
    if let text = ProcessInfo.processInfo.environment["COLMEIA_SEEDS"], let count = UInt64(text) {
      return 0..<count
    }
    #if DEBUG
      return 0..<200
    #else
      return 0..<200_000
    #endif
  }

  @Test func `The corrected feed passes`() {
    let exploration = Feed.explorer().run(seeds: Self.seeds)
    #expect(exploration.passed, "\(exploration)")
    #expect(exploration.runs == Self.seeds.count)
    #expect(exploration.coverage.actions.allSatisfy { $0.count > 0 })
    #expect(exploration.coverage.lateActions > 0)
  }

  @Test func `The corrected search passes`() {
    let exploration = Search.explorer(forgetsTimer: false).run(seeds: Self.seeds)
    #expect(exploration.passed, "\(exploration)")
  }

  @Test func `The corrected kennel passes`() {
    let exploration = Kennel.explorer(Kennel()).run(seeds: Self.seeds)
    #expect(exploration.passed, "\(exploration)")
    #expect(exploration.coverage.lateActions > 0)
  }

  @Test func `Queued writes pass`() {
    let exploration = Session.explorer(.queue).run(seeds: Self.seeds)
    #expect(exploration.passed, "\(exploration)")
  }

  @Test func `The corrected import passes`() {
    let exploration = Import.explorer(checksTable: true).run(seeds: Self.seeds)
    #expect(exploration.passed, "\(exploration)")
  }

  @Test func `A retry that gives up passes`() {
    let exploration = Retry.explorer(givesUp: true).run(seeds: Self.seeds)
    #expect(exploration.passed, "\(exploration)")
  }
}
