import Colmeia
import ColmeiaJSON
import ColmeiaSimulation
import Foundation
import TestSupport
import Testing

/// Each feature with the answers of the project's own back end: by chance, and in all programs of a few steps.
@Suite(.long) struct FeatureExplorationTests {
  /// As many as COLMEIA_SEEDS says, but a back end takes a hundred times as long as a list of outcomes.
  static var seeds: Range<UInt64> {
    let count = ProcessInfo.processInfo.environment["COLMEIA_SEEDS"].flatMap(UInt64.init).map { $0 / 100 }
    #if DEBUG
      return 0..<(count ?? 60)
    #else
      return 0..<(count ?? 100)
    #endif
  }

  @Test func `Auth is quiet`() { check(AuthExplorer.make(), steps: 5) }
  @Test func `The feed is quiet`() { check(FeedExplorer.make(), steps: 4) }
  @Test func `Members are quiet`() { check(MembersExplorer.make(), steps: 5) }
  @Test func `Events are quiet`() { check(EventsExplorer.make(), steps: 3) }
  @Test func `The profile is quiet`() { check(ProfileExplorer.make(), steps: 4) }
  @Test func `The chat is quiet`() { check(ChatExplorer.make(), steps: 3) }
  @Test func `News are quiet`() { check(NewsExplorer.make(), steps: 3) }
  @Test func `A newspaper is quiet`() { check(NewsExplorer.makeOwner(), steps: 4) }
  @Test func `The album is quiet`() { check(AlbumExplorer.make(), steps: 4) }
  @Test func `The album of who is signed in is quiet`() { check(AlbumExplorer.makeOwner(), steps: 3) }
  @Test func `Shots are quiet`() { check(ShotsExplorer.make(), steps: 3) }

  func check<R: Reducer>(_ explorer: Explorer<R, BackendModel>, steps: Int) where R.State: Encodable {
    #if DEBUG
      let steps = steps - 1  // a tenth of the time
    #endif
    let exhaustion = explorer.exhaust(steps: steps) { try? JSON.encode($0) }
    #expect(exhaustion.counterexample == nil && exhaustion.sawAll, "\(exhaustion)")
    let exploration = explorer.run(seeds: Self.seeds)
    #expect(exploration.isQuiet, "\(exploration)")
    #expect(exploration.coverage.actions.allSatisfy { $0.count > 0 }, "\(exploration.coverage)")
  }
}
