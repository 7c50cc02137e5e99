import ColmeiaBase
import ColmeiaTesting
import TestSupport
import Testing

@testable import ReferenceApp

/// Ana's chat with its handler, over the cable and the API of the project's own back end. Every state that she sees is
/// checked.
final class ChatWorld {
  let server: ChatServer
  /// The texts that Ana has sent.
  private(set) var sent: [String] = []
  /// Those that weren't confirmed when the app was restarted. The server may have them.
  private(set) var uncertain: Set<String> = []

  private let clock = ManualClock()
  private let bell = Bell()
  private let mistakes = Recorder<String>()
  private var cable: CableClient
  private var store: Store<Chat>
  private var subscription: Subscription?
  private var starts = 0

  init(seed: UInt64) throws {
    server = try ChatServer(seed: seed)
    cable = Self.cable(server, clock)
    store = Store(Chat.State(event: ChatServer.event), Chat(me: server.ana.id), NoHandler())
    for number in 0..<120 { server.say("before \(number)") }
  }

  private struct NoHandler: EffectHandler {
    func work(for effect: Chat.Effect) -> Work<Chat.Action> { .done }
  }

  var chat: Chat.State { store.state }

  private static func cable(_ server: ChatServer, _ clock: ManualClock) -> CableClient {
    let token = server.anasToken
    return CableClient(server, timing: CableTiming(reopenDelay: .zero), clock: clock, random: { 0 }) {
      HTTPRequest(.get, origin: "http://bees.example", path: "/cable", headers: ["Token": token])
    }
  }

  /// Opens the chat, and waits for the first attempt to connect.
  func start(_ kept: Chat.Kept? = nil) async throws {
    let tokens = TokenSource(
      MemoryTokenStore([TokenItem(service: "eventbee", account: "ana"): Token(server.anasToken)]),
      .firstAccount(of: "eventbee"), header: EventbeeAPI.tokenHeader)
    let api = APIClient(server, base: try BaseURL("http://bees.example"), as: .token(tokens))
    starts += 1
    let (opened, session, bell, mistakes) = (server.opened, "start-\(starts)", bell, mistakes)
    store = Store(
      Chat.State(event: ChatServer.event, kept: kept), Chat(me: server.ana.id),
      ChatHandler(api: api, cable: cable) { session })
    subscription = store.subscribe(to: \.self) { chat in
      if let mistake = chat.mistakeInMessages { mistakes.add(mistake) }
      bell.ring()
    }
    await waitForConnection(after: opened)
  }

  /// Closes the chat and opens it again. What isn't confirmed is kept.
  func leaveAndEnter() async throws {
    let kept = chat.kept
    await store.shutdown()
    try await start(kept)
  }

  /// Restarts the app, which loses what isn't confirmed.
  func restartApp() async throws {
    await store.shutdown()
    uncertain.formUnion(chat.unsent.map(\.text))
    cable = Self.cable(server, clock)
    try await start()
  }

  func write() async {
    let (text, written) = ("\(sent.count)", chat.written)
    // Another thread may be reducing.
    await store.send(.typed(text)).finish()
    await store.send(.send).finish()
    if chat.written > written { sent.append(text) }
  }

  func loadOlder() { store.send(.loadOlder) }
  func retry() { store.send(.retry) }

  /// Lets time pass until the chat is connected, if it isn't.
  func reconnect(once: Bool = false) async {
    while server.isCut {
      await poll(for: "the client knows that its connection is lost: \(cable.phase)") { cable.phase == .waiting }
      let opened = server.opened
      // Longer than the longest delay.
      clock.advance(by: .seconds(30))
      await waitForConnection(after: opened)
      if once { return }
    }
  }

  private func waitForConnection(after opened: Int) async {
    await poll(for: "a connection: \(cable.phase)") { server.opened > opened }
    await bell.wait(for: "the end of an attempt: \(cable.phase), \(chat.connection)") {
      chat.connection == .open || server.isCut
    }
  }

  /// Waits until all is confirmed and loaded, over a network that loses nothing, and checks it.
  func settle(at location: SourceLocation = #_sourceLocation) async {
    server.isReliable = true
    server.cut()
    await reconnect()
    let all = server.messages
    await bell.wait(for: "all is there: \(chat)", at: location) {
      chat.connection == .open && chat.unsent.isEmpty && !chat.isCatchingUp
        && chat.messages.last == server.messages.last
    }
    let mine = server.messages.filter { $0.person.id == server.ana.id }.map(\.text)
    #expect(mine == sent.filter { !uncertain.contains($0) || mine.contains($0) }, sourceLocation: location)
    while chat.hasOlder {
      await bell.wait(for: "older messages", at: location) { !chat.isLoadingOlder }
      let count = chat.messages.count
      loadOlder()
      await bell.wait(for: "older messages", at: location) {
        !chat.isLoadingOlder && (chat.messages.count > count || !chat.hasOlder)
      }
    }
    #expect(chat.messages == server.messages && all.count <= chat.messages.count, sourceLocation: location)
    #expect(mistakes.all == [], sourceLocation: location)
    server.isReliable = false
  }

  func end() async { await store.shutdown() }
}

extension Chat.State {
  /// What a user must never see: messages out of order, twice, or with a gap in between.
  fileprivate var mistakeInMessages: String? {
    let ids = messages.map(\.id)
    for (id, next) in zip(ids, ids.dropFirst()) where id >= next || next <= knownThrough && id + 1 != next {
      return "\(next) follows \(id); all are known through \(knownThrough)"
    }
    let shown = Set(messages.compactMap(\.clientID))
    return unsent.first { shown.contains($0.clientID) }.map { "\($0.text) is shown twice" }
  }
}
