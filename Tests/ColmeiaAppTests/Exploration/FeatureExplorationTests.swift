import Colmeia
import ColmeiaJSON
import ColmeiaSimulation
import Foundation
import TestSupport
import Testing

/// Explores each feature with the project's own back end, both with random programs and with all programs of a few
/// steps.
@Suite(.long) struct FeatureExplorationTests {
  /// The number of seeds from `COLMEIA_SEEDS`, divided by 100, because a back end takes a hundred times as long as a
  /// list of outcomes.
  static var seeds: Range<UInt64> {
    let count = ProcessInfo.processInfo.environment["COLMEIA_SEEDS"].flatMap(UInt64.init).map { $0 / 100 }
    #if DEBUG
      return 0..<(count ?? 60)
    #else
      return 0..<(count ?? 100)
    #endif
  }

  @Test func `Auth keeps its rules`() { check(AuthExplorer.make(), steps: 5) }
  @Test func `The feed keeps its rules`() { check(FeedExplorer.make(), steps: 4) }
  @Test func `Members keep their rules`() { check(MembersExplorer.make(), steps: 5) }
  @Test func `Events keep their rules`() { check(EventsExplorer.make(), steps: 3) }
  @Test func `The profile keeps its rules`() { check(ProfileExplorer.make(), steps: 4) }
  @Test func `The chat keeps its rules`() { check(ChatExplorer.make(), steps: 3) }
  @Test func `News keep their rules`() { check(NewsExplorer.make(), steps: 3) }
  @Test func `The newspaper's own screens keep their rules`() { check(NewsExplorer.makeOwner(), steps: 4) }
  @Test func `The album keeps its rules`() { check(AlbumExplorer.make(), steps: 4) }
  @Test func `The album of a signed-in user keeps its rules`() { check(AlbumExplorer.makeOwner(), steps: 3) }
  @Test func `Shots keep their rules`() { check(ShotsExplorer.make(), steps: 3) }

  func check<R: Reducer>(_ explorer: Explorer<R, BackendModel>, steps: Int) where R.State: Encodable {
    #if DEBUG
      let steps = steps - 1  // takes a tenth of the time
    #endif
    let exhaustion = explorer.exhaust(steps: steps) { try? JSON.encode($0) }
    #expect(exhaustion.counterexample == nil && exhaustion.sawAll, "\(exhaustion)")
    let exploration = explorer.run(seeds: Self.seeds)
    #expect(exploration.isQuiet, "\(exploration)")
    #expect(exploration.coverage.actions.allSatisfy { $0.count > 0 }, "\(exploration.coverage)")
  }
}
