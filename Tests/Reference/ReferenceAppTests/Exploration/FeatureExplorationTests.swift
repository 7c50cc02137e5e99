import ColmeiaExplorer
import ColmeiaJSON
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

  @Test func `Auth passes`() { check(AuthExplorer.make(), steps: 5) }
  @Test func `The feed passes`() { check(FeedExplorer.make(), steps: 4) }
  @Test func `Members pass`() { check(MembersExplorer.make(), steps: 5) }
  @Test func `Events pass`() { check(EventsExplorer.make(), steps: 3) }
  @Test func `The profile passes`() { check(ProfileExplorer.make(), steps: 4) }
  @Test func `The chat passes`() { check(ChatExplorer.make(), steps: 5) }
  @Test func `News pass`() { check(NewsExplorer.make(), steps: 3) }
  @Test func `A newspaper passes`() { check(NewsExplorer.makeOwner(), steps: 4) }
  @Test func `The album passes`() { check(AlbumExplorer.make(), steps: 4) }
  @Test func `The album of the signed-in user passes`() { check(AlbumExplorer.makeOwner(), steps: 3) }
  @Test func `Shots pass`() { check(ShotsExplorer.make(), steps: 3) }

  func check<R: Reducer>(_ explorer: Explorer<R, BackendModel>, steps: Int) where R.State: Encodable {
    #if DEBUG
      let steps = steps - 1  // takes a tenth of the time
    #endif
    let exhaustion = explorer.exhaust(steps: steps) { try? JSON.encode($0) }
    #expect(exhaustion.counterexample == nil && exhaustion.coversAllSteps, "\(exhaustion)")
    let exploration = explorer.run(seeds: Self.seeds)
    #expect(exploration.passed, "\(exploration)")
    #expect(exploration.coverage.actions.allSatisfy { $0.count > 0 }, "\(exploration.coverage)")
  }
}
