import ColmeiaTesting
import Testing

@testable import ReferenceApp

@Suite struct EventbeeOutputTests {
  @Test func `Each feature that uses Eventbee reports a rejected session to its parent, but no other failure`() {
    var events = TestStore(Events.State(), Events().endingSession())
    events.send(.loadFailed(.sessionRefused), outputs: [.sessionRefused])
    events.send(.loadFailed(.notFound))
    events.finish()
    var profile = TestStore(Profile.State(id: 1), Profile(me: 1).endingSession())
    profile.send(.loadFailed(.sessionRefused), outputs: [.sessionRefused]) { $0.info.failure = .sessionRefused }
    profile.send(.photoFailed(.unreadable))
    profile.finish()
    var chat = TestStore(Chat.State(event: 7, connection: .refused), Chat(me: 1).endingSession())
    chat.send(.historyFailed(.sessionRefused), outputs: [.sessionRefused]) {
      ($0.isBehind, $0.failure) = (true, .sessionRefused)
    }
    chat.send(.historyFailed(.notFound)) { $0.failure = .notFound }
    chat.finish()
  }
}
