import ColmeiaHTTP
import ColmeiaPlatformTransport
import ColmeiaTransport
import TestSupport
import Testing

/// On Linux URLSession has no WebSockets: opening one fails at once, and is a typed error.
@Suite(.blocking, .timeLimit(.minutes(10))) struct URLSessionSocketTests {
  #if os(Linux)
    @Test func `On Linux nothing is opened, and no server is asked`() async throws {
      let server = try RawServer { _, connection in connection.answer(200) }
      let sockets = URLSessionSocketTransport(timeout: .patience)
      await #expect(throws: WebSocketFailure.transport(.badResponse(origin: server.origin))) {
        _ = try await sockets.open(HTTPRequest(.get, origin: server.origin, path: "/cable"), subprotocols: ["chat"])
      }
      #expect(server.accepted.value == 0)
      await sockets.shutdown()
      server.stop()
    }
  #endif

  @Test func `What cannot be sent is refused before anything is asked`() async throws {
    let sockets = URLSessionSocketTransport(timeout: .patience)
    await #expect(throws: WebSocketFailure.transport(.badRequest(.header("X")))) {
      _ = try await sockets.open(
        HTTPRequest(.get, origin: "http://127.0.0.1:1", path: "/", headers: ["X": "a\r\nb"]), subprotocols: [])
    }
    await sockets.shutdown()
  }

  @Test func `After the end nothing is opened`() async throws {
    let sockets = URLSessionSocketTransport(timeout: .patience)
    await sockets.shutdown()
    await sockets.shutdown()
    await #expect(throws: WebSocketFailure.transport(.shutDown)) {
      _ = try await sockets.open(HTTPRequest(.get, origin: "http://127.0.0.1:1", path: "/"), subprotocols: [])
    }
  }
}
