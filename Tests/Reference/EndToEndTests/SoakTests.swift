import ColmeiaBase
import ColmeiaPlatform
import ColmeiaServer
import Foundation
import ReferenceApp
import Synchronization
import TestSupport
import Testing

/// Many users chat in one room while the server restarts repeatedly. `COLMEIA_SOAK_CLIENTS` and `COLMEIA_SOAK_SECONDS`
/// are the number of users and the duration; a long run takes 200 users and 10 minutes.
@Suite(.blocking, .timeLimit(.minutes(20))) struct SoakTests {
  @Test func `No message is lost or duplicated, however often the server restarts`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      DescriptorLimit.raise()
      let people = ThisProcess.number("COLMEIA_SOAK_CLIENTS", otherwise: 5)
      let seconds = ThisProcess.number("COLMEIA_SOAK_SECONDS", otherwise: 2)
      let backend = try LocalBackend(connections: 6, others: people)
      let sockets = LinkWebSocketTransport()
      let stores = try await SoakTests.enter(people, backend, sockets)
      var memory = 0
      let (start, clock) = (ContinuousClock.now, ContinuousClock())
      var (sent, restarts) = (0, 0)
      while clock.now < start + .seconds(seconds) {
        for (number, store) in stores.enumerated() {
          store.send(.chat(.typed("\(number)-\(sent)")))
          store.send(.chat(.send))
          sent += 1
        }
        // Sends as fast as possible, but with only a few messages of each user in flight.
        try await SoakTests.wait("few messages are unsent", stores) {
          stores.allSatisfy { ($0.state.chat?.unsent.count ?? 0) < 5 }
        }
        if memory == 0, clock.now > start + .seconds(seconds) / 2 { memory = ThisProcess.residentSize }
        if clock.now > start + .seconds(15 * restarts) {
          restarts += 1
          backend.server.post { $0.backend.restart() }
        }
      }
      try await SoakTests.wait("all messages are sent", stores) {
        stores.allSatisfy { $0.state.chat?.unsent.isEmpty == true }
      }
      try await SoakTests.wait("all messages are received", stores) {
        stores.allSatisfy { store in
          store.state.chat?.messages.last?.id == sent && store.state.chat?.isCatchingUp == false
        }
      }
      for store in stores {
        let ids = store.state.chat?.messages.map(\.id) ?? []
        let first = max(1, sent - ids.count + 1)
        #expect(ids.count >= min(sent, 50) && ids == Array(first...max(first, sent)))
      }
      let growth = ThisProcess.residentSize - memory
      print(
        """
        \(people) people sent \(sent) messages, \(restarts) restarts, \(growth >> 20) MiB more than \(memory >> 20) at half of
        the time
        """)
      for store in stores { await store.shutdown() }
      await sockets.shutdown()
      await backend.close()
      // In a long run the histories have reached their limit by half of the time.
      #expect(growth < 24 << 20)
    }
    print(String(decoding: result?.standardOutputContent ?? [], as: UTF8.self))
  }

  /// Creates accounts, enrolls all users in one event, and enters its chat.
  static func enter(
    _ people: Int, _ backend: LocalBackend, _ sockets: LinkWebSocketTransport
  ) async throws -> [Store<AppReducer>] {
    var stores: [Store<AppReducer>] = []
    for number in 0..<people {
      // A short timeout makes restarts fast for a few users. With many users it would mistake the server's pauses for a
      // lost connection.
      let patience = people > 10 ? Duration.seconds(4) : .milliseconds(400)
      let store = try backend.makeChatStore(sockets, staleAfter: patience, number)
      store.send(.members(.choose(.createAccount)))
      store.send(.members(.typed(.name, "User \(number)")))
      store.send(.members(.typed(.email, "user-\(number)@example.org")))
      store.send(.members(.typedPassword(Secret("password-\(number)"))))
      await store.send(.members(.submit)).finish()
      try #require(store.state.members.session.member != nil)
      await store.send(.events(.open(1))).finish()
      await store.send(.events(.enroll)).finish()
      store.send(.enterChat)
      stores.append(store)
    }
    try await wait("all users are connected", stores) { stores.allSatisfy { $0.state.chat?.connection == .open } }
    return stores
  }

  /// Waits until the condition holds. It is checked whenever a store's state changes or the bell rings.
  static func wait(
    _ what: String, _ stores: [Store<AppReducer>], _ bell: Bell = Bell(),
    at location: SourceLocation = #_sourceLocation, _ isTrue: () -> Bool
  ) async throws {
    let subscriptions = stores.map { store in store.subscribe(to: \.self) { _ in bell.ring() } }
    defer { for subscription in subscriptions { subscription.cancel() } }
    let isThere = await bell.wait(
      for: "\(what): \(stores.map(describe).joined(separator: "; "))", at: location, until: isTrue)
    try #require(isThere)
  }

  /// Returns a description of a chat without the texts of its messages.
  static func describe(_ store: Store<AppReducer>) -> String {
    guard let chat = store.state.chat else { return "no chat" }
    let ids = chat.messages.map(\.id)
    let jumps = zip(ids, ids.dropFirst()).filter { $0 + 1 != $1 }.map { "\($0) to \($1)" }
    return """
      \(chat.connection), \(ids.first ?? 0) to \(ids.last ?? 0) but for \(jumps), known through \(chat.knownThrough), \
      \(chat.unsent.count) unsent, catching up \(chat.isCatchingUp), failure \(String(describing: chat.failure))
      """
  }
}
