import Testing

@testable import ReferenceApp

/// Invariants of the app for any sequence of user actions and effect outcomes.
@Suite struct AppWalkTests {
  @Test(arguments: 1...200 as ClosedRange<UInt64>)
  func `Session, token, feed and activity indicators stay consistent`(seed: UInt64) {
    var world = SimulatedWorld(seed: seed)
    for _ in 0..<200 {
      world.step()
      let state = world.state
      let stored = world.stored
      let effects = world.effects
      let isAtRest = world.isAtRest
      #expect((state.feed != nil) == (state.auth.session.account != nil), "the feed exists if and only if signed in")
      if let account = state.auth.session.account {
        #expect(stored == account, "the stored token belongs to the signed-in user")
        #expect(state.auth.form == SignUpForm())
      }
      if let feed = state.feed, feed.isLoading || feed.isRefreshing {
        #expect(effects.contains(.feed(.load(feed.breed))), "the activity indicator waits for a load")
      }
      if state.feed == nil { #expect(!effects.contains { if case .feed = $0 { true } else { false } }) }
      let screen = state.screen(.english)
      let labels = screen.fields.map(\.label)
      #expect(Set(labels).count == labels.count, "a label names one field")
      #expect(screen.messages.compactMap(\.field).allSatisfy(labels.contains), "a message names a field of its screen")
      if isAtRest {
        #expect(!state.auth.form.isInProgress)
        #expect(state.auth.session != .restoring)
        if case .signedOut(.some) = state.auth.session, state.auth.storeFailure == nil {
          #expect(stored == nil, "no token is stored after the session has ended")
        }
      }
    }
  }

  @Test func `The random walk starts and ends many sessions`() {
    var sessions = 0
    var ends = 0
    for seed in 1...200 as ClosedRange<UInt64> {
      var world = SimulatedWorld(seed: seed)
      for _ in 0..<200 {
        let before = world.state.auth.session.account
        world.step()
        let after = world.state.auth.session.account
        if before == nil, after != nil { sessions += 1 }
        if before != nil, after == nil { ends += 1 }
      }
    }
    #expect(sessions > 500)
    #expect(ends > 500)
  }
}
