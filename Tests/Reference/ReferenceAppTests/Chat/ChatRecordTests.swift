import TestSupport
import Testing

@testable import ReferenceApp

/// The reducer and the handler of the chat together, against the back end's cable and API: whatever is lost on the way,
/// and whoever restarts, the messages have no gap and no double, and the server has each message of the user's once.
@Suite(.timeLimit(.minutes(5))) struct ChatRecordTests {
  @Test(arguments: 0..<16) func `No message is lost or shown twice, whatever is interrupted`(seed: Int) async throws {
    var random = SplitMix(state: UInt64(seed))
    let world = try ChatWorld(seed: UInt64(seed))
    try await world.start()
    await world.settle()
    for step in 1...120 {
      switch random.below(16) {
      case 0...2: for number in 0..<random.pick([1, 2, 3, 60]) { world.server.say("\(step) \(number)") }
      case 3...7: await world.write()
      case 8...9: world.loadOlder()
      case 10: world.retry()
      case 11: world.server.cut()
      case 12: world.server.restart()
      case 13: try await world.leaveAndEnter()
      case 14: try await world.restartApp()
      default: await world.reconnect(once: true)
      }
      if random.below(2) == 0 { await world.reconnect(once: true) }
      if step.isMultiple(of: 40) { await world.settle() }
    }
    #expect(world.sent.count > 10)
    await world.end()
  }
}
