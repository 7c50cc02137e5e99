import ReferenceBackend
import TestSupport
import Testing

@testable import ReferenceApp

/// The reducer and the handler of the newspapers together, against the back end: whatever happens to the connection,
/// the server and the app, the newest items that have ever arrived are shown and saved, and the app asks for what
/// follows the last one.
@Suite(.timeLimit(.minutes(5))) struct NewsRecordTests {
  @Test(arguments: 0..<24) func `No item vanishes, returns or changes its place, whatever is interrupted`(seed: Int)
    async throws
  {
    var random = SplitMix(state: UInt64(seed))
    let world = try NewsWorld(quirks: seed % 3 == 0 ? [.unknownIDCrashes] : [])
    world.ignoresIDs = seed % 3 == 1
    try await world.enter()
    try await world.toggle("A")
    for _ in 0..<60 {
      let cut = random.below(3) == 0 ? random.below(8) : nil
      switch random.below(10) {
      case 0...3: try await world.publish(1 + random.below(5), in: random.pick(NewsWorld.papers), cutAfter: cut)
      case 4: world.quiet()
      case 5: try await world.restartApp()
      case 6: try await world.toggle(random.pick(["B", "C"]), cutAfter: cut)
      case 7: try await world.lose(random.pick(NewsWorld.Loss.allCases), cutAfter: cut)
      default: try await world.lose(.connection, cutAfter: cut)
      }
    }
    await world.end()
  }

  @Test(arguments: 0..<6) func `At the limit the oldest item goes, and no replay, however long, brings any back`(
    seed: Int
  ) async throws {
    var random = SplitMix(state: UInt64(seed))
    let world = try NewsWorld(quirks: seed % 2 == 0 ? [.unknownIDCrashes] : [])
    world.ignoresIDs = seed % 3 == 1
    try await world.enter()
    try await world.toggle("A")
    try await world.publish(NewsList.memoryLimit + NewsList.itemLimit, in: "A")
    var others = ["B", "C"]
    for _ in 0..<16 {
      // A client of a server that ignores what it asks for can't tell what is new before it knows the first item.
      let cut = world.ignoresIDs || random.below(3) == 0 ? nil : random.below(1_000)
      switch random.below(8) {
      case 0...2:
        try await world.publish(random.pick([1, 3, 400, 900]), in: random.pick(NewsWorld.papers), cutAfter: cut)
      case 3: try await world.restartApp()
      case 4, 5: if let paper = others.popLast() { try await world.toggle(paper, cutAfter: cut) }
      default: try await world.lose(.connection, cutAfter: cut)
      }
    }
    await world.end()
  }
}
