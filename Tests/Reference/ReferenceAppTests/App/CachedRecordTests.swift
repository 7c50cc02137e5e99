import TestSupport
import Testing

@testable import ReferenceApp

/// The reducers and handlers that show cached answers together with their cache, against the back end: what is shown as
/// the server's is never older than what was shown before, and has no gap and no double, whatever is lost, comes late
/// or restarts.
@Suite(.timeLimit(.minutes(5))) struct CachedRecordTests {
  @Test(arguments: 0..<16) func `What is shown is never older than before, unless it says so`(seed: Int) async throws {
    var random = SplitMix(state: UInt64(seed))
    let world = try await CachedWorld(seed: UInt64(seed))
    for step in 1...120 {
      switch random.below(8) {
      case 0...1: world.change(&random)
      case 2: try await world.restart()
      case 3...5: await world.perform(Self.program(world, &random))
      default:
        let (held, isHandled, restarts) = (Self.loads(&random), random.below(3) > 0, random.below(5) == 0)
        let program = Self.program(world, &random)
        var changes = random
        try await world.hold(held, isHandled: isHandled) {
          world.change(&changes)
          if restarts { try await world.restart() } else { await world.perform(program) }
        }
        random = changes
      }
      await world.enterAgain()
      if step.isMultiple(of: 20) { await world.settle() }
    }
    await world.end()
  }

  private static func loads(_ random: inout SplitMix) -> AppReducer.Action {
    random.pick([
      .feed(.load(.pug)), .feed(.load(.husky)), .feed(.retry), .shots(.load), .shots(.more), .shots(.retry),
      .shots(.open(58)), .shots(.open(59)), .shots(.reload), .album(.load), .album(.use(.both)), .album(.use(.fresh)),
    ])
  }

  private static func program(_ world: CachedWorld, _ random: inout SplitMix) -> [AppReducer.Action] {
    switch random.below(8) {
    case 0: [.shots(.dismiss), .shots(.more)]
    case 1: [.shots(.close)]
    case 2: [.album(.use(.kept))]
    case 3:
      [
        .album(.discard), .album(.compose), .album(.typed(.file, "x")), .album(.typed(.caption, world.nextCaption())),
        .album(.publish),
      ]
    case 4:
      [
        .album(.discard), .album(.edit(world.state.album.photos?.last?.id ?? 0)),
        .album(.typed(.caption, world.nextCaption())), .album(.publish),
      ]
    default: [loads(&random)]
    }
  }
}
