import Colmeia
import Foundation
import TestSupport
import Testing

@testable import ColmeiaClient
@testable import ColmeiaPlatform
@testable import ColmeiaTransport

/// Tests the cable client and server over real sockets.
@Suite(.blocking, .timeLimit(.minutes(10))) struct CableTests {
  private static func room(_ event: Int) -> CableIdentifier {
    var parameters = JSONObject()
    parameters["event_id"] = .number(JSONNumber(event))
    return CableIdentifier(channel: "ChatChannel", parameters)
  }

  /// Logs in and returns a client for that user.
  private static func client(_ name: String, _ backend: LocalBackend, _ sockets: LinkWebSocketTransport) async throws
    -> CableClient
  {
    let body: JSON = ["email": .string("\(name)@colmeia.example"), "password": .string("\(name)-123")]
    let request = HTTPRequest(
      .post, origin: backend.server.origin, path: "/users/login", headers: ["Content-Type": "application/json"],
      body: body.bytes())
    let token = try JSON(parsing: try await backend.transport.send(request).body)["token"]?.string
    return cable(try #require(token), backend, sockets)
  }

  private static func cable(_ token: String, _ backend: LocalBackend, _ sockets: LinkWebSocketTransport) -> CableClient
  {
    let origin = backend.server.origin
    // These tests don't cover the timeout for a silent server.
    let patient = CableTiming(staleAfter: .seconds(3_600))
    return CableClient(sockets, timing: patient, clock: ContinuousClock(), random: { 0.5 }) {
      HTTPRequest(.get, origin: origin, path: "/cable", headers: ["Token": token, "Origin": origin])
    }
  }

  /// Returns the next event that satisfies the condition.
  private static func next(
    _ events: inout AsyncStream<CableMachine.Event>.Iterator, where isWanted: (CableMachine.Event) -> Bool
  ) async throws -> CableMachine.Event {
    while let event = await events.next() { if isWanted(event) { return event } }
    throw CancellationError()
  }

  private static func follow(
    _ client: CableClient, _ event: Int
  ) -> (AsyncStream<CableMachine.Event>.Iterator, Task<Void, Never>) {
    let (stream, continuation) = AsyncStream.makeStream(of: CableMachine.Event.self)
    let task = Task {
      await client.follow(room(event)) { continuation.yield($0) }
      continuation.finish()
    }
    return (stream.makeAsyncIterator(), task)
  }

  @Test func `Participants of an event receive each other's messages, and others are rejected`() async throws {
    let backend = try LocalBackend()
    let sockets = LinkWebSocketTransport()
    let (ana, bruno) = (
      try await Self.client("ana", backend, sockets), try await Self.client("bruno", backend, sockets)
    )
    let carla = try await Self.client("carla", backend, sockets)
    var (atAna, anas) = Self.follow(ana, 1)
    var (atBruno, brunos) = Self.follow(bruno, 1)
    var (atCarla, carlas) = Self.follow(carla, 1)
    #expect(try await Self.next(&atAna) { _ in true } == .confirmed(isAgain: false))
    #expect(try await Self.next(&atBruno) { _ in true } == .confirmed(isAgain: false))
    #expect(try await Self.next(&atCarla) { _ in true } == .rejected)
    await carlas.value
    #expect(ana.perform(["action": "speak", "message": "Oi 🐝", "client_id": "a1"], on: Self.room(1)))
    for _ in 0..<2 {
      let event = try await Self.next(&atBruno) { _ in true }
      guard case .message(let message) = event else { throw CancellationError() }
      #expect(message["message"] == "Oi 🐝" && message["user"]?["name"] == "Ana" && message["client_id"] == "a1")
      // Sending the message again stores it once, and only its sender receives it again.
      swap(&atAna, &atBruno)
    }
    #expect(ana.perform(["action": "speak", "message": "Oi 🐝", "client_id": "a1"], on: Self.room(1)))
    guard case .message(let again) = try await Self.next(&atAna, where: { _ in true }) else {
      throw CancellationError()
    }
    #expect(again["id"] == 1)
    anas.cancel()
    brunos.cancel()
    await anas.value
    await brunos.value
    #expect(ana.phase == .stopped && bruno.phase == .stopped)
    await sockets.shutdown()
    await backend.close()
  }

  @Test func `An unknown token is rejected permanently`() async throws {
    let backend = try LocalBackend()
    let sockets = LinkWebSocketTransport()
    let unknown = Self.cable("nonsense", backend, sockets)
    var (events, task) = Self.follow(unknown, 1)
    #expect(try await Self.next(&events) { _ in true } == .disconnected(willReconnect: false))
    #expect(unknown.phase == .refused(reason: "unauthorized"))
    task.cancel()
    await task.value
    await sockets.shutdown()
    await backend.close()
  }

  @Test func `Both sides send a close frame and the server closes the connection, whichever side ends it`()
    async throws
  {
    let backend = try LocalBackend()
    // If the client had to close the connection, this would take an hour.
    let sockets = LinkWebSocketTransport(closing: .seconds(3_600))
    let origin = backend.server.origin
    let request = HTTPRequest(.get, origin: origin, path: "/cable", headers: ["Token": "", "Origin": origin])
    let refused = try await sockets.open(request, subprotocols: CableMachine.subprotocols)
    #expect(
      await refused.receive() == .text(#"{"type":"disconnect","reason":"unauthorized","reconnect":false}"#))
    #expect(await refused.receive() == nil)
    #expect(refused.end == WebSocketClose(.normal))
    await poll(for: "the connection to end") { !sockets.isRunning }
    let ana = try await Self.client("ana", backend, sockets)
    var (events, task) = Self.follow(ana, 1)
    #expect(try await Self.next(&events) { _ in true } == .confirmed(isAgain: false))
    task.cancel()
    await task.value
    await poll(for: "the connection to end") { !sockets.isRunning }
    #expect(await backend.server.withHandler { $0.backend.streamCount } == 0)
    await sockets.shutdown()
    await backend.close()
  }

  @Test(arguments: ["cut", "restart", "oversized"])
  func `A broken connection is detected immediately`(fault: String) async throws {
    let backend = try LocalBackend()
    let sockets = LinkWebSocketTransport(limits: .init(message: 10_000))
    let ana = try await Self.client("ana", backend, sockets)
    var (events, task) = Self.follow(ana, 1)
    #expect(try await Self.next(&events) { _ in true } == .confirmed(isAgain: false))
    let body: JSON = ["fault": .string(fault)]
    let request = HTTPRequest(.post, origin: backend.server.origin, path: "/_cable", body: body.bytes())
    #expect(try await backend.transport.send(request).status == 200)
    #expect(try await Self.next(&events) { _ in true } == .disconnected(willReconnect: true))
    #expect(ana.phase == .waiting)
    task.cancel()
    await task.value
    await sockets.shutdown()
    await backend.close()
  }

  @Test func `A missing server and a missing WebSocket are distinguished`() async throws {
    let backend = try LocalBackend()
    let sockets = LinkWebSocketTransport()
    let origin = backend.server.origin
    await #expect(throws: WebSocketFailure.refused(.status(404))) {
      _ = try await sockets.open(HTTPRequest(.get, origin: origin, path: "/nothing"), subprotocols: [])
    }
    // Without an Origin field the cable responds with 404.
    await #expect(throws: WebSocketFailure.refused(.status(404))) {
      _ = try await sockets.open(HTTPRequest(.get, origin: origin, path: "/cable"), subprotocols: [])
    }
    await backend.close()
    await #expect(throws: WebSocketFailure.transport(.unreachable(.refused, origin: origin))) {
      _ = try await sockets.open(HTTPRequest(.get, origin: origin, path: "/cable"), subprotocols: [])
    }
    await sockets.shutdown()
    await #expect(throws: WebSocketFailure.transport(.shutDown)) {
      _ = try await sockets.open(HTTPRequest(.get, origin: origin, path: "/cable"), subprotocols: [])
    }
  }
}
