import ColmeiaTesting
import Testing

@testable import ReferenceApp

@Suite struct ChatTests {
  static let bruno = Person(id: 2, name: "Bruno")
  static let me = Person(id: 1, name: "Ana")

  static func message(_ id: Int, by person: Person = bruno, clientID: String? = nil) -> ChatMessage {
    ChatMessage(id: id, person: person, text: "text \(id)", date: 1_600_000_000 + id, clientID: clientID)
  }

  static func store(_ state: Chat.State = Chat.State(event: 7)) -> TestStore<Chat> {
    TestStore(state, Chat(me: 1), effects: [.room(event: 7)])
  }

  /// Returns a chat that is connected and has loaded messages 1 and 2.
  static func open() -> TestStore<Chat> {
    var store = store()
    store.send(.connected(session: "s"), effects: [.history(event: 7, after: 0)]) {
      $0.connection = .open
      $0.session = "s"
      $0.isCatchingUp = true
    }
    store.answer(.history(event: 7, after: 0), with: .caughtUp(after: 0, [message(1), message(2)])) {
      $0.isCatchingUp = false
      $0.messages = [message(1), message(2)]
      $0.knownThrough = 2
    }
    return store
  }

  @Test func `A member removed from the event can't load older messages, and stays signed in`() {
    let state = Chat.State(
      event: 7, connection: .open, messages: [Self.message(101)], hasOlder: true, knownThrough: 101, session: "s")
    var store = Self.store(state)
    store.send(.loadOlder, effects: [.older(event: 7, before: 101)]) { $0.isLoadingOlder = true }
    store.answer(
      .older(event: 7, before: 101), with: .olderFailed(.notEnrolled), cancels: [.room(event: 7)]
    ) {
      $0.isLoadingOlder = false
      $0.hasOlder = false
      $0.failure = .notEnrolled
      $0.connection = .refused
    }
    store.finish()
  }

  @Test func `A failed request for older messages doesn't discard the missed ones`() {
    let state = Chat.State(
      event: 7, connection: .waiting, messages: [Self.message(101)], hasOlder: true, knownThrough: 101, session: "s")
    var store = Self.store(state)
    store.send(.loadOlder, effects: [.older(event: 7, before: 101)]) { $0.isLoadingOlder = true }
    store.send(.connected(session: "t"), effects: [.history(event: 7, after: 101)]) {
      ($0.connection, $0.isCatchingUp) = (.open, true)
    }
    store.answer(.older(event: 7, before: 101), with: .olderFailed(.request(.timedOut))) {
      ($0.isLoadingOlder, $0.failure) = (false, .request(.timedOut))
    }
    store.answer(.history(event: 7, after: 101), with: .caughtUp(after: 101, [Self.message(102)])) {
      $0.isCatchingUp = false
      $0.knownThrough = 102
      $0.messages.append(Self.message(102))
    }
    store.finish(leaving: [.room(event: 7)])
  }

  @Test func `Live messages that arrive during the history request are merged without duplicates`() {
    var store = Self.store()
    store.send(.connected(session: "s"), effects: [.history(event: 7, after: 0)]) {
      $0.connection = .open
      $0.session = "s"
      $0.isCatchingUp = true
    }
    store.send(.received(Self.message(3))) { $0.messages = [Self.message(3)] }
    store.send(.received(Self.message(3)))
    store.answer(
      .history(event: 7, after: 0), with: .caughtUp(after: 0, [Self.message(1), Self.message(2), Self.message(3)])
    ) {
      $0.isCatchingUp = false
      $0.messages = [Self.message(1), Self.message(2), Self.message(3)]
      $0.knownThrough = 3
    }
    store.finish(leaving: [.room(event: 7)])
  }

  @Test func `After a reconnect no message is missing or duplicated`() {
    var store = Self.open()
    store.send(.disconnected(willReconnect: true)) { $0.connection = .waiting }
    store.send(.connected(session: "other"), effects: [.history(event: 7, after: 2)]) {
      $0.connection = .open
      $0.isCatchingUp = true
    }
    // Sent after the reconnect; 3 and 4 were sent while there was no connection.
    store.send(.received(Self.message(5))) { $0.messages.append(Self.message(5)) }
    // The connection breaks again before the response: 5 must not hide that 3 and 4 are missing.
    store.send(.disconnected(willReconnect: true)) { $0.connection = .waiting }
    store.send(
      .connected(session: "third"), effects: [.history(event: 7, after: 2)], cancels: [.history(event: 7, after: 2)]
    ) {
      $0.connection = .open
    }
    let missed = (3...5).map { Self.message($0) }
    store.answer(.history(event: 7, after: 2), with: .caughtUp(after: 2, missed)) {
      $0.isCatchingUp = false
      $0.messages = (1...5).map { Self.message($0) }
      $0.knownThrough = 5
    }
    store.finish(leaving: [.room(event: 7)])
  }

  @Test func `A failed history request is retried from the last known message`() {
    var store = Self.open()
    store.send(.disconnected(willReconnect: true)) { $0.connection = .waiting }
    store.send(.connected(session: "s"), effects: [.history(event: 7, after: 2)]) {
      $0.connection = .open
      $0.isCatchingUp = true
    }
    store.answer(.history(event: 7, after: 2), with: .historyFailed(.request(.offline))) {
      ($0.isCatchingUp, $0.isBehind) = (false, true)
      $0.failure = .request(.offline)
    }
    store.send(.received(Self.message(9))) { $0.messages.append(Self.message(9)) }
    store.send(.retry, effects: [.history(event: 7, after: 2)]) {
      $0.isCatchingUp = true
      $0.failure = nil
    }
    store.answer(.history(event: 7, after: 2), with: .caughtUp(after: 2, [Self.message(3), Self.message(9)])) {
      ($0.isCatchingUp, $0.isBehind) = (false, false)
      $0.messages.insert(Self.message(3), at: 2)
      $0.knownThrough = 9
    }
    store.send(.retry)
    store.finish(leaving: [.room(event: 7)])
  }

  @Test func `A sent message is shown immediately, and sent again until the server confirms it`() {
    var store = Self.open()
    let first = UnsentMessage(clientID: "s-1", text: "oi")
    store.send(.send)
    store.send(.typed("  oi\n")) { $0.draft = "  oi\n" }
    store.send(.send, effects: [.speak(event: 7, first)]) {
      $0.draft = ""
      $0.unsent = [first]
      $0.written = 1
    }
    store.finish(.speak(event: 7, first))
    // The connection breaks before the message appears; another one is written in the meantime.
    store.send(.disconnected(willReconnect: true)) { $0.connection = .waiting }
    let second = UnsentMessage(clientID: "s-2", text: "tudo bem?")
    store.send(.typed("tudo bem?")) { $0.draft = "tudo bem?" }
    store.send(.send) {
      $0.draft = ""
      $0.unsent = [first, second]
      $0.written = 2
    }
    store.send(
      .connected(session: "other"), effects: [.speak(event: 7, first), .history(event: 7, after: 2)],
      waits: [.speak(event: 7, second)]
    ) {
      $0.connection = .open
      $0.isCatchingUp = true
    }
    store.finish(.speak(event: 7, first), effects: [.speak(event: 7, second)])
    store.finish(.speak(event: 7, second))
    // The first message had arrived before the connection broke.
    let echo = Self.message(3, by: Self.me, clientID: "s-1")
    store.answer(.history(event: 7, after: 2), with: .caughtUp(after: 2, [echo])) {
      $0.isCatchingUp = false
      $0.messages.append(echo)
      $0.unsent = [second]
      $0.knownThrough = 3
    }
    let other = Self.message(4, by: Self.me, clientID: "s-2")
    store.send(.received(other)) {
      $0.messages.append(other)
      $0.unsent = []
    }
    store.finish(leaving: [.room(event: 7)])
  }

  @Test(arguments: [Chat.Action.rejected, .left(1)])
  func `A user who is not or no longer in the event leaves the room`(action: Chat.Action) {
    var store = Self.open()
    store.send(.left(2))
    store.send(action, cancels: [.room(event: 7)]) { $0.connection = .refused }
    store.send(.connected(session: "late"))
    store.send(.disconnected(willReconnect: true))
    store.finish()
  }

  @Test func `A server that rejects the session closes the room, and a request finds out that the session is over`() {
    var store = Self.open()
    let history = Chat.Effect.history(event: 7, after: store.state.knownThrough)
    store.send(.disconnected(willReconnect: false), effects: [history], cancels: [.room(event: 7)]) {
      ($0.connection, $0.isCatchingUp) = (.ended, true)
    }
    store.answer(history, with: .historyFailed(.sessionRefused)) {
      ($0.isCatchingUp, $0.isBehind, $0.failure) = (false, true, .sessionRefused)
    }
    store.send(.retry, effects: [history]) { ($0.isCatchingUp, $0.failure) = (true, nil) }
    store.finish(leaving: [history])
  }

  @Test func `While the connection is lost, nothing is retried by hand`() {
    var state = Chat.State(event: 7, connection: .waiting, failure: .request(.offline))
    #expect(!state.canRetry)
    state.connection = .open
    #expect(state.canRetry)
    state.failure = nil
    #expect(!state.canRetry)
  }

  @Test func `Text that is empty or too long, or beyond the limit of unsent messages, can't be sent`() {
    var state = Chat.State(event: 7, connection: .open)
    state.draft = "oi"
    #expect(state.sendable == nil)  // There is no prefix for client IDs yet.
    state.session = "s"
    #expect(state.sendable == "oi")
    state.draft = " \n\t"
    #expect(state.sendable == nil)
    state.draft = String(repeating: "é", count: 2_001)
    #expect(state.sendable == nil)
    state.draft = "oi"
    #expect(state.mistake == nil)
    state.unsent = (0..<Chat.unsentLimit).map { UnsentMessage(clientID: "\($0)", text: "x") }
    #expect(state.sendable == nil && state.mistake == .tooManyUnsentMessages)
    state.draft = String(repeating: "é", count: 2_001)
    #expect(state.mistake == .messageTooLong)
  }

  @Test(arguments: [Chat.State.Connection.refused, .ended])
  func `In a chat that is over, nothing can be sent`(connection: Chat.State.Connection) {
    var state = Chat.State(event: 7, connection: connection, session: "s")
    state.draft = "oi"
    #expect(state.sendable == nil)
  }
}
