import ColmeiaTesting
import Testing

@testable import ReferenceApp

/// Older messages, gaps in the history, and sending.
extension ChatTests {
  @Test func `Older messages arrive page by page, and the history stays bounded`() {
    let page = (101...150).map { Self.message($0) }
    var store = Self.store()
    store.send(.connected(session: "s"), effects: [.history(event: 7, after: 0)]) {
      $0.connection = .open
      $0.session = "s"
      $0.isCatchingUp = true
    }
    store.send(.loadOlder)
    store.answer(.history(event: 7, after: 0), with: .caughtUp(after: 0, page)) {
      $0.isCatchingUp = false
      $0.messages = page
      $0.knownThrough = 150
      $0.hasOlder = true
    }
    store.send(.loadOlder, effects: [.older(event: 7, before: 101)]) { $0.isLoadingOlder = true }
    store.send(.loadOlder)
    let older = (90...100).map { Self.message($0) }
    store.answer(.older(event: 7, before: 101), with: .older(before: 101, older)) {
      $0.isLoadingOlder = false
      $0.messages = older + page
      $0.hasOlder = false
    }
    var full = Chat.State(event: 7, connection: .open, messages: (1...Chat.messageLimit).map { Self.message($0) })
    full.knownThrough = Chat.messageLimit
    var other = Self.store(full)
    other.send(.received(Self.message(2_000))) {
      $0.messages.removeFirst()
      $0.messages.append(Self.message(2_000))
      $0.hasOlder = true
    }
    other.finish(leaving: [.room(event: 7)])
    store.finish(leaving: [.room(event: 7)])
  }

  @Test func `A message that others have overtaken isn't lost if the connection breaks`() {
    var store = Self.open()
    store.send(.received(Self.message(4))) { $0.messages.append(Self.message(4)) }
    // 3 is in flight when the connection breaks.
    store.send(.disconnected(willReconnect: true)) { $0.connection = .waiting }
    store.send(.connected(session: "other"), effects: [.history(event: 7, after: 2)]) {
      $0.connection = .open
      $0.isCatchingUp = true
    }
    store.answer(.history(event: 7, after: 2), with: .caughtUp(after: 2, [Self.message(3), Self.message(4)])) {
      $0.isCatchingUp = false
      $0.messages = (1...4).map { Self.message($0) }
      $0.knownThrough = 4
    }
    // Once enough messages have followed, no older message can still arrive.
    for id in 5..<4 + Chat.overlap { store.send(.received(Self.message(id))) { $0.messages.append(Self.message(id)) } }
    store.send(.received(Self.message(4 + Chat.overlap))) { $0.messages.append(Self.message(4 + Chat.overlap)) }
    store.send(.received(Self.message(5 + Chat.overlap))) {
      $0.messages.append(Self.message(5 + Chat.overlap))
      $0.knownThrough = 5
    }
    store.finish(leaving: [.room(event: 7)])
  }

  @Test func `Loading older messages doesn't hide that missed ones couldn't be loaded`() {
    let shown = (1...60).map { Self.message($0) }
    var store = Self.store(
      Chat.State(event: 7, connection: .waiting, messages: shown, hasOlder: true, knownThrough: 40, session: "s"))
    store.send(.connected(session: "s"), effects: [.history(event: 7, after: 40)]) {
      ($0.connection, $0.isCatchingUp) = (.open, true)
    }
    store.answer(.history(event: 7, after: 40), with: .historyFailed(.request(.offline))) {
      ($0.isCatchingUp, $0.isBehind, $0.failure) = (false, true, .request(.offline))
    }
    store.send(.loadOlder, effects: [.older(event: 7, before: 1)]) { $0.isLoadingOlder = true }
    // Those from 61 to 99 are missing, however many follow.
    for id in 100...130 { store.send(.received(Self.message(id))) { $0.messages.append(Self.message(id)) } }
    store.answer(.older(event: 7, before: 1), with: .older(before: 1, [])) {
      ($0.isLoadingOlder, $0.hasOlder) = (false, false)
    }
    store.send(.retry, effects: [.history(event: 7, after: 40)]) { ($0.isCatchingUp, $0.failure) = (true, nil) }
    store.answer(
      .history(event: 7, after: 40), with: .caughtUp(after: 40, (41...130).map { Self.message($0) })
    ) {
      ($0.isCatchingUp, $0.isBehind, $0.knownThrough) = (false, false, 130)
      $0.messages = (1...130).map { Self.message($0) }
    }
    store.finish(leaving: [.room(event: 7)])
  }

  @Test func `A page of the most recent messages leaves no gap behind it`() {
    var store = Self.store(Chat.State(event: 7, messages: [1, 2, 140].map { Self.message($0) }))
    store.send(.connected(session: "s"), effects: [.history(event: 7, after: 0)]) {
      $0.connection = .open
      $0.session = "s"
      $0.isCatchingUp = true
    }
    // There is more than one page between 2 and 101.
    let page = (101...150).map { Self.message($0) }
    store.answer(.history(event: 7, after: 0), with: .caughtUp(after: 0, page)) {
      $0.isCatchingUp = false
      $0.messages = page
      $0.hasOlder = true
      $0.knownThrough = 150
    }
    store.finish(leaving: [.room(event: 7)])
  }

  @Test func `Older messages that arrive too late are requested again`() {
    let full = (1...Chat.messageLimit).map { Self.message($0) }
    var store = Self.store(
      Chat.State(
        event: 7, connection: .open, messages: full, isCatchingUp: true, hasOlder: true, knownThrough: 500))
    store.send(.loadOlder, effects: [.older(event: 7, before: 1)]) { $0.isLoadingOlder = true }
    // There is no space left for the first message.
    store.send(.received(Self.message(2_000))) { $0.messages = full.dropFirst() + [Self.message(2_000)] }
    store.answer(.older(event: 7, before: 1), with: .older(before: 1, [Self.message(0)])) {
      $0.isLoadingOlder = false
    }
    store.send(.loadOlder, effects: [.older(event: 7, before: 2)]) { $0.isLoadingOlder = true }
    store.finish(leaving: [.room(event: 7), .older(event: 7, before: 2)])
  }

  @Test func `A message older than the first one that arrives again is confirmed without leaving a gap`() {
    let page = (101...150).map { Self.message($0) }
    let unsent = UnsentMessage(clientID: "s-1", text: "text 8")
    var store = Self.store(Chat.State(event: 7, unsent: [unsent], session: "s", written: 1))
    store.send(.connected(session: "t"), effects: [.speak(event: 7, unsent), .history(event: 7, after: 0)]) {
      $0.connection = .open
      $0.isCatchingUp = true
    }
    store.answer(.history(event: 7, after: 0), with: .caughtUp(after: 0, page)) {
      $0.isCatchingUp = false
      $0.messages = page
      $0.hasOlder = true
      $0.knownThrough = 150
    }
    // The message had arrived before the connection broke. The server repeats it when it's sent again.
    store.finish(.speak(event: 7, unsent))
    store.send(.received(Self.message(8, by: Self.me, clientID: "s-1"))) { $0.unsent = [] }
    store.send(.loadOlder, effects: [.older(event: 7, before: 101)]) { $0.isLoadingOlder = true }
    store.finish(leaving: [.room(event: 7), .older(event: 7, before: 101)])
  }

  @Test func `A message that appears among older ones isn't sent again`() {
    let page = (101...150).map { Self.message($0) }
    let unsent = ["s-1", "s-2"].map { UnsentMessage(clientID: $0, text: "x") }
    let mine = [8, 9].map { Self.message($0, by: Self.me, clientID: "s-\($0 - 7)") }
    var store = Self.store(
      Chat.State(
        event: 7, connection: .open, messages: mine.suffix(1) + page, unsent: unsent, hasOlder: true,
        knownThrough: 150))
    store.send(.received(mine[1])) { $0.unsent = [unsent[0]] }
    store.send(.loadOlder, effects: [.older(event: 7, before: 9)]) { $0.isLoadingOlder = true }
    store.answer(.older(event: 7, before: 9), with: .older(before: 9, [mine[0]])) {
      $0.isLoadingOlder = false
      $0.hasOlder = false
      $0.messages = mine + page
      $0.unsent = []
    }
    store.finish(leaving: [.room(event: 7)])
  }
}
