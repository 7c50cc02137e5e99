import ColmeiaApp
import ColmeiaTesting
import Testing

@Suite struct ChatTests {
  private static let bruno = Person(id: 2, name: "Bruno")
  private static let me = Person(id: 1, name: "Ana")

  private static func message(_ id: Int, by person: Person = bruno, clientID: String? = nil) -> ChatMessage {
    ChatMessage(id: id, person: person, text: "text \(id)", date: 1_600_000_000 + id, clientID: clientID)
  }

  private static func store(_ state: Chat.State = Chat.State(event: 7)) -> TestStore<Chat> {
    TestStore(state, Chat(me: 1), effects: [.room(event: 7)])
  }

  /// A chat that is connected and knows messages 1 and 2.
  private static func open() -> TestStore<Chat> {
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

  @Test func `Who was taken out of the event and asks for older messages is told, and stays signed in`() {
    let state = Chat.State(
      event: 7, connection: .open, messages: [Self.message(101)], hasOlder: true, knownThrough: 101, session: "s")
    var store = Self.store(state)
    store.send(.loadOlder, effects: [.older(event: 7, before: 101)]) { $0.isLoadingOlder = true }
    store.answer(
      .older(event: 7, before: 101), with: .historyFailed(.notEnrolled), cancels: [.room(event: 7)]
    ) {
      $0.isLoadingOlder = false
      $0.hasOlder = false
      $0.failure = .notEnrolled
      $0.connection = .refused
    }
    store.finish()
  }

  @Test func `What comes live while history is asked for stands in its place, once`() {
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

  @Test func `After a reconnection nothing is missing and nothing is there twice`() {
    var store = Self.open()
    store.send(.disconnected(willReconnect: true)) { $0.connection = .waiting }
    store.send(.connected(session: "other"), effects: [.history(event: 7, after: 2)]) {
      $0.connection = .open
      $0.isCatchingUp = true
    }
    // Said after the connection came back; 3 and 4 while it was gone.
    store.send(.received(Self.message(5))) { $0.messages.append(Self.message(5)) }
    // It breaks again before the answer: 5 must not hide that 3 and 4 are missing.
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

  @Test func `What failed to come is asked for again, from where something is missing`() {
    var store = Self.open()
    store.send(.disconnected(willReconnect: true)) { $0.connection = .waiting }
    store.send(.connected(session: "s"), effects: [.history(event: 7, after: 2)]) {
      $0.connection = .open
      $0.isCatchingUp = true
    }
    store.answer(.history(event: 7, after: 2), with: .historyFailed(.request(.offline))) {
      $0.isCatchingUp = false
      $0.failure = .request(.offline)
    }
    store.send(.received(Self.message(9))) { $0.messages.append(Self.message(9)) }
    store.send(.retry, effects: [.history(event: 7, after: 2)]) {
      $0.isCatchingUp = true
      $0.failure = nil
    }
    store.answer(.history(event: 7, after: 2), with: .caughtUp(after: 2, [Self.message(3), Self.message(9)])) {
      $0.isCatchingUp = false
      $0.messages.insert(Self.message(3), at: 2)
      $0.knownThrough = 9
    }
    store.send(.retry)
    store.finish(leaving: [.room(event: 7)])
  }

  @Test func `What the user says is shown at once, and until the server has it it is said again`() {
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
    // The connection breaks before it is seen; another one is written meanwhile.
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
    // The first had come before the connection broke.
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

  @Test func `Messages of others count as unread while nobody looks`() {
    var store = Self.open()
    store.send(.show(false)) { $0.isShown = false }
    store.send(.received(Self.message(3))) {
      $0.messages.append(Self.message(3))
      $0.unread = 1
    }
    store.send(.received(Self.message(4, by: Self.me))) {
      $0.messages.append(Self.message(4, by: Self.me))
    }
    store.send(.show(true)) {
      $0.isShown = true
      $0.unread = 0
    }
    store.finish(leaving: [.room(event: 7)])
  }

  @Test(arguments: [Chat.Action.rejected, .left(1)])
  func `Who is not in the event, or no longer, is out of the room`(action: Chat.Action) {
    var store = Self.open()
    store.send(.left(2))
    store.send(action, cancels: [.room(event: 7)]) { $0.connection = .refused }
    store.send(.connected(session: "late"))
    store.send(.disconnected(willReconnect: true))
    store.finish()
  }

  @Test func `A server that does not want the session ends the room`() {
    var store = Self.open()
    store.send(.disconnected(willReconnect: false), cancels: [.room(event: 7)]) { $0.connection = .ended }
    store.finish()
  }

  @Test func `Older messages come page by page, and history stays bounded`() {
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

  @Test func `One that others have overtaken is not lost when the connection breaks`() {
    var store = Self.open()
    store.send(.received(Self.message(4))) { $0.messages.append(Self.message(4)) }
    // 3 is on its way when it breaks.
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
    // In the end there have been so many that nothing old can still come.
    for id in 5..<4 + Chat.overlap { store.send(.received(Self.message(id))) { $0.messages.append(Self.message(id)) } }
    store.send(.received(Self.message(4 + Chat.overlap))) { $0.messages.append(Self.message(4 + Chat.overlap)) }
    store.send(.received(Self.message(5 + Chat.overlap))) {
      $0.messages.append(Self.message(5 + Chat.overlap))
      $0.knownThrough = 5
    }
    store.finish(leaving: [.room(event: 7)])
  }

  @Test func `A page of the newest leaves no gap behind it`() {
    var store = Self.store(Chat.State(event: 7, messages: [1, 2, 140].map { Self.message($0) }))
    store.send(.connected(session: "s"), effects: [.history(event: 7, after: 0)]) {
      $0.connection = .open
      $0.session = "s"
      $0.isCatchingUp = true
    }
    // Between 2 and 101 there are more than a page.
    let page = (101...150).map { Self.message($0) }
    store.answer(.history(event: 7, after: 0), with: .caughtUp(after: 0, page)) {
      $0.isCatchingUp = false
      $0.messages = page
      $0.hasOlder = true
      $0.knownThrough = 150
    }
    store.finish(leaving: [.room(event: 7)])
  }

  @Test func `Older ones that come too late are asked for again`() {
    let full = (1...Chat.messageLimit).map { Self.message($0) }
    var store = Self.store(
      Chat.State(
        event: 7, connection: .open, messages: full, isCatchingUp: true, hasOlder: true, knownThrough: 500))
    store.send(.loadOlder, effects: [.older(event: 7, before: 1)]) { $0.isLoadingOlder = true }
    // There is no room for the first any more.
    store.send(.received(Self.message(2_000))) { $0.messages = full.dropFirst() + [Self.message(2_000)] }
    store.answer(.older(event: 7, before: 1), with: .older(before: 1, [Self.message(0)])) {
      $0.isLoadingOlder = false
    }
    store.send(.loadOlder, effects: [.older(event: 7, before: 2)]) { $0.isLoadingOlder = true }
    store.finish(leaving: [.room(event: 7), .older(event: 7, before: 2)])
  }

  @Test func `One from before all that are here, heard of again, is confirmed and leaves no gap behind it`() {
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
    // It had come before the connection broke; the server says so to whoever says it again.
    store.finish(.speak(event: 7, unsent))
    store.send(.received(Self.message(8, by: Self.me, clientID: "s-1"))) { $0.unsent = [] }
    store.send(.loadOlder, effects: [.older(event: 7, before: 101)]) { $0.isLoadingOlder = true }
    store.finish(leaving: [.room(event: 7), .older(event: 7, before: 101)])
  }

  @Test func `What is seen among older ones need not be said again, however it comes once more`() {
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

  @Test func `Nothing is sent that is empty, too long, or one too many`() {
    var state = Chat.State(event: 7, connection: .open)
    state.draft = "oi"
    #expect(state.sendable == nil)  // nobody knows yet what to call it
    state.session = "s"
    #expect(state.sendable == "oi")
    state.draft = " \n\t"
    #expect(state.sendable == nil)
    state.draft = String(repeating: "é", count: 2_001)
    #expect(state.sendable == nil)
    state.draft = "oi"
    state.unsent = (0..<Chat.unsentLimit).map { UnsentMessage(clientID: "\($0)", text: "x") }
    #expect(state.sendable == nil)
  }
}
