import ColmeiaPlatform
import TestSupport
import Testing

/// Tests that opening a WebSocket with `URLSession` fails at once with a typed error on Linux, where it is not
/// supported.
@Suite(.blocking, .timeLimit(.minutes(10))) struct URLSessionSocketTests {
  #if os(Linux)
    @Test func `On Linux, opening fails without a request to the server`() async throws {
      let server = try RawServer { _, connection in connection.answer(200) }
      let sockets = URLSessionWebSocketTransport(timeout: .patience)
      await #expect(throws: WebSocketFailure.transport(.badResponse(origin: server.origin))) {
        _ = try await sockets.open(HTTPRequest(.get, origin: server.origin, path: "/cable"), subprotocols: ["chat"])
      }
      #expect(server.accepted.value == 0)
      await sockets.shutdown()
      server.stop()
    }
  #endif

  @Test func `An invalid request is rejected without a connection`() async throws {
    let sockets = URLSessionWebSocketTransport(timeout: .patience)
    await #expect(throws: WebSocketFailure.transport(.badRequest(.header("X")))) {
      _ = try await sockets.open(
        HTTPRequest(.get, origin: "http://127.0.0.1:1", path: "/", headers: ["X": "a\r\nb"]), subprotocols: [])
    }
    await sockets.shutdown()
  }

  @Test func `A subprotocol with a line break is rejected without a connection`() async throws {
    let (sockets, platform) = (URLSessionWebSocketTransport(timeout: .patience), PlatformWebSocketTransport())
    for transport in [sockets, platform] as [any WebSocketTransport] {
      await #expect(throws: WebSocketFailure.transport(.badRequest(.header("Sec-WebSocket-Protocol")))) {
        _ = try await transport.open(
          HTTPRequest(.get, origin: "http://127.0.0.1:1", path: "/"), subprotocols: ["chat\r\nX: 1"])
      }
    }
    await sockets.shutdown()
    await platform.shutdown()
  }

  @Test func `No connection is opened after the shutdown`() async throws {
    let sockets = URLSessionWebSocketTransport(timeout: .patience)
    await sockets.shutdown()
    await sockets.shutdown()
    await #expect(throws: WebSocketFailure.transport(.shutDown)) {
      _ = try await sockets.open(HTTPRequest(.get, origin: "http://127.0.0.1:1", path: "/"), subprotocols: [])
    }
  }
}
