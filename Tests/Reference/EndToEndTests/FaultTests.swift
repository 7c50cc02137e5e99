import ReferenceApp
import TestSupport
import Testing

@testable import ColmeiaClient
@testable import ColmeiaPlatform
@testable import ColmeiaTransport

/// Tests against a server that injects faults.
@Suite(.blocking, .timeLimit(.minutes(10))) struct FaultTests {
  private static func exchange(_ backend: LocalBackend, _ body: JSON) async throws {
    let request = HTTPRequest(.post, origin: backend.server.origin, path: "/_cable", body: body.bytes())
    #expect(try await backend.transport.send(request).status == 200)
  }

  /// Opens a socket for Ana and waits for the welcome message.
  private static func open(_ backend: LocalBackend, _ sockets: LinkWebSocketTransport) async throws
    -> any WebSocketConnection
  {
    let origin = backend.server.origin
    let body: JSON = ["email": "ana@colmeia.example", "password": "ana-123"]
    let login = HTTPRequest(
      .post, origin: origin, path: "/users/login", headers: ["Content-Type": "application/json"], body: body.bytes())
    let token = try JSON(parsing: try await backend.transport.send(login).body)["token"]?.string
    let connection = try await sockets.open(
      HTTPRequest(.get, origin: origin, path: "/cable", headers: ["Token": try #require(token), "Origin": origin]),
      subprotocols: CableMachine.subprotocols)
    #expect(await connection.receive() == .text(#"{"type":"welcome"}"#))
    return connection
  }

  @Test(arguments: 1...3)
  func `Reordered messages are shown in order, each once, in spite of restarts`(seed: Int) async throws {
    let backend = try LocalBackend(connections: 6, others: 3)
    let sockets = LinkWebSocketTransport()
    let stores = try await SoakTests.enter(3, backend, sockets)
    try await Self.exchange(backend, ["fault": "disorder", "seed": .number(JSONNumber(seed))])
    let (rounds, each) = (6, 10)
    let all = rounds * each * stores.count
    for round in 0..<rounds {
      for number in 0..<each {
        for store in stores {
          store.send(.chat(.typed("\(round)-\(number)")))
          store.send(.chat(.send))
        }
      }
      // Some messages are in flight, and some are being reordered.
      try await SoakTests.wait("some messages have arrived", stores) {
        (stores[0].state.chat?.messages.last?.id ?? 0) > each * stores.count * round + 3
      }
      try await Self.exchange(backend, ["fault": "restart"])
    }
    try await SoakTests.wait("all messages are sent", stores) {
      stores.allSatisfy { $0.state.chat?.unsent.isEmpty == true }
    }
    // After this restart every client asks once more, and then expects that nothing is missing.
    try await Self.exchange(backend, ["fault": "restart"])
    try await SoakTests.wait("all messages are received", stores) {
      stores.allSatisfy { $0.state.chat?.knownThrough == all && $0.state.chat?.isCatchingUp == false }
    }
    for store in stores {
      // A client that was disconnected before the first answer has at least one page of the newest messages, and may
      // load older ones.
      let ids = store.state.chat?.messages.map(\.id) ?? []
      #expect(ids.count >= Chat.page && ids == Array((all + 1 - ids.count)...all), "\(SoakTests.describe(store))")
      #expect(ids.first == 1 || store.state.chat?.hasOlder == true)
      let texts = store.state.chat?.messages.map { "\($0.person.id) \($0.text)" } ?? []
      #expect(Set(texts).count == texts.count)
      await store.shutdown()
    }
    await sockets.shutdown()
    await backend.close()
  }

  @Test func `Unread messages fail at the limit, and sending resumes when the server reads again`() async throws {
    let backend = try LocalBackend()
    let sockets = LinkWebSocketTransport()
    let connection = try await Self.open(backend, sockets)
    try await Self.exchange(backend, ["fault": "deaf"])
    let text = WebSocketMachine.Message.text(String(repeating: "x", count: 60_000))
    var refusal: WebSocketError?
    // The operating system buffers some of them.
    for _ in 0..<1_500 where refusal == nil {
      do throws(WebSocketError) { try connection.send(text) } catch { refusal = error }
    }
    #expect(refusal == .tooMuchUnsent(limit: 4 << 20) && connection.end == nil)
    try await Self.exchange(backend, ["fault": "none"])
    await poll(for: "room for another message") { (try? connection.send(text)) != nil }
    #expect(connection.end == nil)
    connection.close()
    await poll(for: "the connection to end") { !sockets.isRunning }
    await backend.close()
  }

  @Test func `A cable client disconnects from a server that does not read`() async throws {
    let backend = try LocalBackend(connections: 6, others: 1)
    // The limit is small, so that it is reached soon after the operating system's buffers are full.
    let sockets = LinkWebSocketTransport(limits: .init(unsent: 100_000), closing: .milliseconds(1))
    let store = try await SoakTests.enter(1, backend, sockets)[0]
    try await Self.exchange(backend, ["fault": "deaf"])
    store.send(.chat(.typed(String(repeating: "x", count: Chat.textLimit))))
    store.send(.chat(.send))
    // The message is sent again and again, as after reconnecting.
    for _ in 0..<20_000 where store.state.chat?.connection == .open {
      await store.send(.chat(.connected(session: "again"))).finish()
    }
    #expect(store.state.chat?.connection == .waiting)
    try await Self.exchange(backend, ["fault": "none"])
    try await SoakTests.wait("the message is sent", [store]) { store.state.chat?.unsent.isEmpty == true }
    #expect(store.state.chat?.messages.count == 1)
    await store.shutdown()
    await sockets.shutdown()
    await backend.close()
  }

  @Test func `A connection that is cut within a frame ends abnormally without the partial message`() async throws {
    let backend = try LocalBackend()
    let sockets = LinkWebSocketTransport()
    let connection = try await Self.open(backend, sockets)
    try await Self.exchange(backend, ["fault": "cut"])
    // The first ping may arrive before.
    while let message = await connection.receive() {
      #expect(message != .text("H") && message != .text(""))
    }
    #expect(connection.end == WebSocketClose(.abnormal))
    await sockets.shutdown()
    await backend.close()
  }
}
