#if os(Linux)
  import ColmeiaTesting
  import Foundation
  import TestSupport
  import Testing

  @testable import ColmeiaPlatform
  @testable import ColmeiaTransport

  /// Tests of connections that several requests use, one after the other.
  @Suite(.blocking, .timeLimit(.minutes(10))) struct LinkReuseTests {
    private static func get(_ server: RawServer, _ path: String = "/") -> HTTPRequest {
      HTTPRequest(.get, origin: server.origin, path: path)
    }

    @Test func `Requests to one server, one after the other, have one connection`() async throws {
      let server = try RawServer { _, connection in connection.answer(200, text: "ok") }
      defer { server.stop() }
      let transport = LinkTransport(.patient)
      for _ in 0..<200 { #expect(try await transport.send(Self.get(server)).body == Array("ok".utf8)) }
      #expect(server.accepted.value == 1 && transport.connectionCount == 1)
      await transport.shutdown()
      #expect(transport.connectionCount == 0)
      await server.ended.reaches(1)
    }

    @Test(arguments: [
      "HTTP/1.1 200 OK\r\nConnection: x, Close\r\nContent-Length: 2\r\n\r\nok",
      "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok",
      "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok ",
    ])
    func `A connection is not reused if the server closes it, or sends more than the response`(
      response: String
    ) async throws {
      let server = try RawServer { _, connection in connection.send(response) }
      defer { server.stop() }
      let transport = LinkTransport(.patient)
      for count in 1...3 {
        #expect(try await transport.send(Self.get(server)).body == Array("ok".utf8))
        #expect(server.accepted.value == count)
      }
      await transport.shutdown()
    }

    @Test func `Without reuse, the server is asked to close each connection`() async throws {
      let server = try RawServer { _, connection in connection.answer(200) }
      defer { server.stop() }
      let transport = LinkTransport(.init(timeout: .patience, keepsConnections: false))
      for _ in 0..<2 { _ = try await transport.send(Self.get(server)) }
      #expect(server.requests.map { $0.headers["Connection"] } == ["close", "close"])
      #expect(server.accepted.value == 2)
      await transport.shutdown()
    }

    @Test func `What arrives between two requests ends the connection and is delivered to nobody`() async throws {
      let proceed = DispatchSemaphore(value: 0)
      let server = try RawServer { request, connection in
        connection.answer(200, text: request.path)
        guard request.path == "/0" else { return }
        proceed.wait()
        connection.answer(200, text: "another account's")
      }
      defer { server.stop() }
      let transport = LinkTransport(.patient)
      #expect(try await transport.send(Self.get(server, "/0")).body == Array("/0".utf8))
      proceed.signal()
      await server.ended.reaches(1)
      #expect(try await transport.send(Self.get(server, "/1")).body == Array("/1".utf8))
      #expect(server.accepted.value == 2)
      await transport.shutdown()
    }

    @Test func `A request that must not be sent twice has a new connection, which is then reused`() async throws {
      let server = try RawServer { _, connection in connection.answer(200) }
      defer { server.stop() }
      let transport = LinkTransport(.patient)
      _ = try await transport.send(Self.get(server))
      _ = try await transport.send(HTTPRequest(.post, origin: server.origin, path: "/"))
      // The idle connection made room for the new one.
      await server.ended.reaches(1)
      let upload = TransferOptions(upload: UploadBody([1, 2, 3]))
      _ = try await transport.send(HTTPRequest(.put, origin: server.origin, path: "/"), upload)
      _ = try await transport.send(Self.get(server))
      #expect(server.accepted.value == 3 && transport.connectionCount == 1)
      await transport.shutdown()
    }

    @Test func `A connection that the server closes as the next request arrives is replaced once`() async throws {
      let server = try RawServer { request, connection in
        if request.path == "/lost" { connection.end() } else { connection.answer(200) }
      }
      defer { server.stop() }
      let transport = LinkTransport(.patient)
      _ = try await transport.send(Self.get(server))
      let result = await LinkTransportTests.send(Self.get(server, "/lost"), over: transport)
      #expect(result == .failure(.unreachable(.connectionLost, origin: server.origin)))
      #expect(server.requests.map(\.path) == ["/", "/lost", "/lost"] && server.accepted.value == 2)
      await server.ended.reaches(2)
      _ = try await transport.send(Self.get(server))
      #expect(server.accepted.value == 3)
      await transport.shutdown()
    }

    @Test func `An idle connection is closed after a minute, and with its transport`() async throws {
      let server = try RawServer { _, connection in connection.answer(200) }
      defer { server.stop() }
      let clock = ManualClock()
      var transport: LinkTransport? = LinkTransport(.init(timeout: .seconds(30)), clock: clock)
      _ = try await transport?.send(Self.get(server))
      await clock.waitForSleeps(1)
      clock.advance(by: .seconds(59))
      _ = try await transport?.send(Self.get(server))
      #expect(server.accepted.value == 1)
      clock.advance(by: .seconds(59))
      #expect(transport?.connectionCount == 1)
      clock.advance(by: .seconds(1))
      await server.ended.reaches(1)
      _ = try await transport?.send(Self.get(server))
      #expect(server.accepted.value == 2)
      transport = nil
      await server.ended.reaches(2)
    }

    @Test func `The number of idle connections is limited, and the oldest is closed`() async throws {
      let servers = try (0...IdleConnections.limit).map { _ in
        try RawServer { _, connection in connection.answer(200) }
      }
      defer { for server in servers { server.stop() } }
      let transport = LinkTransport(.patient)
      for server in servers { _ = try await transport.send(Self.get(server)) }
      await servers[0].ended.reaches(1)
      #expect(transport.connectionCount == IdleConnections.limit)
      await transport.shutdown()
    }
  }
#endif
