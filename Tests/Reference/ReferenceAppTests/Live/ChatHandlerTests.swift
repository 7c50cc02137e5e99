import ColmeiaBase
import ColmeiaTesting
import Dispatch
import TestSupport
import Testing

@testable import ReferenceApp

/// Tests the live effects of the chat over a stub transport and scripted sockets.
@Suite(.blocking, .timeLimit(.minutes(10))) struct ChatHandlerTests {
  private static let shown: JSON = [
    "type": "message", "id": 4, "event_id": 7, "user": ["id": 2, "name": "Bruno"], "message": "oi",
    "created_at": 1_600_000_000, "client_id": "b-1",
  ]
  private static let message = ChatMessage(
    id: 4, person: Person(id: 2, name: "Bruno"), text: "oi", date: 1_600_000_000, clientID: "b-1")

  private struct Room {
    let stub: StubTransport
    let sockets: ScriptedSockets
    let handler: ChatHandler

    init(_ rules: StubRule..., script: @escaping ScriptedSockets.Script = { _, _, _ in [.confirm] }) throws {
      stub = StubTransport(rules)
      let sockets = ScriptedSockets(script)
      self.sockets = sockets
      let client = CableClient(sockets, clock: ContinuousClock(), random: { 0.5 }) {
        HTTPRequest(.get, origin: "http://bees.example", path: "/cable")
      }
      let tokens = TokenSource(
        MemoryTokenStore.signedIn, .firstAccount(of: "eventbee"), header: EventbeeAPI.tokenHeader)
      handler = ChatHandler(
        api: APIClient(stub, base: try BaseURL("http://bees.example"), as: .token(tokens)), cable: client
      ) { "session" }
    }

    /// Runs an effect and returns up to `count` of the actions that it sends. Cancels the effect if it hasn't ended by
    /// then.
    func actions(_ effect: Chat.Effect, _ count: Int = .max) async -> [Chat.Action] {
      let (stream, continuation) = AsyncStream.makeStream(of: Chat.Action.self)
      return await withTaskGroup(of: Void.self) { group in
        group.addTask {
          await handler.work(for: effect).run(Send { continuation.yield($0) })
          continuation.finish()
        }
        var actions: [Chat.Action] = []
        for await action in stream {
          actions.append(action)
          if actions.count == count { break }
        }
        group.cancelAll()
        return actions
      }
    }
  }

  @Test func `The room subscribes once, unsubscribes once when it is left, and closes the connection`() async throws {
    let bench = try Room()
    #expect(await bench.actions(.room(event: 7), 1) == [.connected(session: "session")])
    let room = #"{\"channel\":\"ChatChannel\",\"event_id\":7}"#
    #expect(
      bench.sockets.texts == [
        #"{"command":"subscribe","identifier":"\#(room)"}"#, #"{"command":"unsubscribe","identifier":"\#(room)"}"#,
      ])
    #expect(bench.handler.cable?.phase == .stopped && bench.sockets.requests.count == 1)
  }

  @Test func `Messages from the cable become actions in order, and unknown ones are skipped`() async throws {
    let bench = try Room { _, _, _ in
      [
        .confirm, .message(["type": "left", "user_id": 3]), .message(["type": "typing", "user_id": 3]),
        .message(["type": "left"]), .message(7), .message(["type": "message", "id": "four"]), .text("nonsense"),
        .message(Self.shown),
      ]
    }
    #expect(
      await bench.actions(.room(event: 7), 3) == [
        .connected(session: "session"), .left(3), .received(Self.message),
      ])
  }

  @Test func `A rejected subscription is reported, and the effect ends`() async throws {
    let bench = try Room { _, _, _ in [.reject] }
    #expect(await bench.actions(.room(event: 7)) == [.rejected])
  }

  @Test func `A lost connection is reported, together with whether it will reconnect`() async throws {
    let bench = try Room { _, _, _ in [.confirm, .end] }
    #expect(
      await bench.actions(.room(event: 7), 2) == [
        .connected(session: "session"), .disconnected(willReconnect: true),
      ])
  }

  @Test func `A session that the server rejects ends the connection`() async throws {
    let bench = try Room { _, _, _ in
      [.text(#"{"type":"disconnect","reason":"unauthorized","reconnect":false}"#)]
    }
    #expect(await bench.actions(.room(event: 7), 1) == [.disconnected(willReconnect: false)])
  }

  @Test func `Leaving the room waits until the server is told, even if another thread sends it`() async throws {
    let sockets = ScriptedSockets { _, _, _ in [.confirm] }
    let client = CableClient(sockets, clock: ContinuousClock(), random: { 0.5 }) {
      HTTPRequest(.get, origin: "http://bees.example", path: "/cable")
    }
    let (isLeaving, hasLeft) = (Bell(), DispatchSemaphore(value: 0))
    let task = Task {
      await client.follow(CableIdentifier(channel: "ChatChannel")) { event in
        guard event == .confirmed(isAgain: false) else { return }
        isLeaving.ring()
        // Keep the thread that performs the client's work busy. A caller that didn't wait for it would return before
        // the unsubscribe command is sent.
        _ = hasLeft.wait(timeout: .now() + .milliseconds(200))
      }
      defer { hasLeft.signal() }
      return sockets.texts.count
    }
    await isLeaving.wait(for: "the confirmation") { isLeaving.rings == 1 }
    task.cancel()
    #expect(await task.value == 2)
  }

  @Test(
    arguments: [
      [], [.end], [.confirm, .end], [.confirm, .text("{"), .end], [.reject, .end], [.text("")],
    ] as [[ScriptedSockets.Reaction]]) func `Leaving the room returns, whenever the connection ends`(
      reactions: [ScriptedSockets.Reaction]
    ) async throws
  {
    let (sockets, clock) = (ScriptedSockets { _, _, _ in reactions }, ContinuousClock())
    let client = CableClient(sockets, timing: CableTiming(reopenDelay: .zero), clock: clock, random: { 0.5 }) {
      HTTPRequest(.get, origin: "http://bees.example", path: "/cable")
    }
    let following = Task { await client.follow(CableIdentifier(channel: "ChatChannel")) { _ in } }
    await poll(for: "the question") { !sockets.texts.isEmpty }
    following.cancel()
    await following.value
    #expect(client.phase == .stopped)
  }

  @Test func `Without sockets there is no room, and nothing is sent`() async throws {
    let api = APIClient(StubTransport(), base: try BaseURL("http://bees.example"))
    let handler = ChatHandler(api: api, cable: nil) { "session" }
    let (stream, continuation) = AsyncStream.makeStream(of: Chat.Action.self)
    await handler.work(for: .room(event: 7)).run(Send { continuation.yield($0) })
    await handler.work(for: .speak(event: 7, UnsentMessage(clientID: "x", text: "oi"))).run(
      Send { continuation.yield($0) })
    continuation.finish()
    var actions: [Chat.Action] = []
    for await action in stream { actions.append(action) }
    #expect(actions == [.disconnected(willReconnect: false)])
  }

  @Test func `A message is sent with its client ID while the room is open, and otherwise not at all`() async throws {
    let bench = try Room { command, _, _ in command == "message" ? [.message(Self.shown)] : [.confirm] }
    let speak = Chat.Effect.speak(event: 7, UnsentMessage(clientID: "s-1", text: "oi \"bia\" 🐝"))
    #expect(await bench.actions(speak) == [])
    #expect(bench.sockets.texts == [])
    let (stream, continuation) = AsyncStream.makeStream(of: Chat.Action.self)
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await bench.handler.work(for: .room(event: 7)).run(Send { continuation.yield($0) }) }
      for await action in stream {
        if case .received = action { break }
        #expect(await bench.actions(speak) == [])
      }
      group.cancelAll()
    }
    let data = #"{"action":"speak","message":"oi \"bia\" 🐝","client_id":"s-1"}"#
    #expect(try bench.sockets.texts.compactMap { try JSON(parsing: $0)["data"]?.string } == [data])
  }

  @Test(arguments: [
    (Chat.Effect.history(event: 7, after: 0), "after=0&limit=50"), (.history(event: 7, after: 3), "after=3"),
    (.older(event: 7, before: 9), "before=9&limit=50"),
  ])
  func `The history is requested, and the response is sent`(effect: Chat.Effect, query: String) async throws {
    let bench = try Room(StubRule(.get, "/events/7/messages", .json([Self.shown])))
    let answer: Chat.Action =
      switch effect {
      case .history(_, let after): .caughtUp(after: after, [Self.message])
      case .older(_, let before): .older(before: before, [Self.message])
      case .room, .speak: .retry
      }
    #expect(await bench.actions(effect) == [answer])
    try #require(bench.stub.requests.map(\.query) == [query])
    #expect(bench.stub.requests[0].headers["Token"] == "bee-token")
  }

  @Test(arguments: [
    (401, "Erro: Sem permissão para o acesso", EventbeeFailure.sessionRefused),
    (404, "Erro: Não encontrado", .notFound),
    (503, "", .request(.status(503))),
  ])
  func `A failed history request reports the reason`(status: Int, text: String, failure: EventbeeFailure) async throws {
    let bench = try Room(StubRule(.get, "/events/7/messages", .refusal(status, text)))
    #expect(await bench.actions(.history(event: 7, after: 0)) == [.historyFailed(failure)])
    #expect(await bench.actions(.older(event: 7, before: 2)) == [.olderFailed(failure)])
  }
}
