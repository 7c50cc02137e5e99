#if os(Linux)
  @testable import ColmeiaClient
  import ColmeiaHTTP
  @testable import ColmeiaPlatform
  @testable import ColmeiaTransport
  import TestSupport
  import Testing

  /// Tests of connections that the server cuts after each possible byte: every waiting task learns of the end, and all
  /// connections can be shut down. If a wait does not end, the test does not end either.
  @Suite(.blocking, .timeLimit(.minutes(10))) struct CutTests {
    /// A server that responds to `/7` with the first seven bytes and then ends the connection.
    private static func server(_ answer: @escaping @Sendable (HTTPRequest) -> [UInt8]) throws -> RawServer {
      try RawServer { request, connection in
        connection.send(Array(answer(request).prefix(Int(request.path.dropFirst()) ?? 0)))
        connection.end()
      }
    }

    private static let stream =
      "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
      + StreamTransportTests.chunk("id: 1\ndata: a\n\n") + "0\r\n\r\n"

    /// This test does not use `URLSession`, which crashes the process on Linux if a head is cut ("Transfer completed,
    /// but there's no response").
    @Test func `The reader of a stream learns of its end, wherever it is cut`() async throws {
      let server = try Self.server { _ in Array(Self.stream.utf8) }
      defer { server.stop() }
      let transport = LinkStreamTransport(StreamTransportTests.patient, clock: ContinuousClock())
      var whole = 0
      for count in 0...Self.stream.utf8.count {
        do throws(TransportError) {
          let stream = try await transport.open(HTTPRequest(.get, origin: server.origin, path: "/\(count)"))
          while try await stream.next() != nil {}
          whole += 1
        } catch {
          #expect(error == .unreachable(.connectionLost, origin: server.origin), "behind \(count) bytes")
        }
      }
      #expect(whole == 1)
      await transport.shutdown()
    }

    @Test func `A client of server-sent events reconnects, wherever the stream is cut`() async throws {
      let connections = Tally()
      let server = try RawServer { _, connection in
        connection.send(Array(Self.stream.utf8.prefix(connections.value)))
        connections.add()
        connection.end()
      }
      defer { server.stop() }
      let transport = LinkStreamTransport(StreamTransportTests.patient, clock: ContinuousClock())
      let timing = EventSourceTiming(reconnection: .zero, cap: .zero, idle: nil)
      let source = EventSource(transport, timing: timing, clock: ContinuousClock(), random: { 0 }) {
        HTTPRequest(.get, origin: server.origin, path: "/")
      }
      let received = Recorder<ServerSentEvent>()
      let listening = Task { () -> EventSourceError? in
        do throws(EventSourceError) {
          try await source.run { if case .event(let event) = $0 { received.add(event) } }
          return nil
        } catch { return error }
      }
      await connections.reaches(Self.stream.utf8.count + 2)
      listening.cancel()
      #expect(await listening.value == .cancelled)
      #expect(Set(received.all.map(\.data)) == ["a"])
      await transport.shutdown()
    }

    @Test(arguments: [1, 16, 17])
    func `Interim responses precede that of a handshake, up to a limit`(count: Int) async throws {
      let server = try Self.server { request in
        let answer = WebSocketHandshake.answer(request)
        let fields = answer.headers.fields.map { "\($0.name): \($0.value)\r\n" }.joined()
        let interims = String(repeating: "HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\n", count: count)
        return Array("\(interims)HTTP/1.1 101 Switching Protocols\r\n\(fields)\r\n".utf8) + [0x81, 0x02, 0x68, 0x69]
      }
      defer { server.stop() }
      let sockets = LinkWebSocketTransport()
      do throws(WebSocketFailure) {
        let request = HTTPRequest(.get, origin: server.origin, path: "/1000")
        let connection = try await sockets.open(request, subprotocols: [])
        #expect(await connection.receive() == .text("hi") && count <= 16)
      } catch {
        let fault = ResponseFault.interimResponses(limit: 16)
        #expect(error == .transport(.badResponse(origin: server.origin, fault: fault)) && count > 16)
      }
      await sockets.shutdown()
    }

    @Test func `Opening a WebSocket or receiving from it ends, wherever the connection is cut`() async throws {
      let server = try Self.server { request in
        let answer = WebSocketHandshake.answer(request)
        let fields = answer.headers.fields.map { "\($0.name): \($0.value)\r\n" }.joined()
        // The message "hi" and a close frame.
        return Array("HTTP/1.1 101 Switching Protocols\r\n\(fields)\r\n".utf8)
          + [0x81, 0x02, 0x68, 0x69, 0x88, 0x02, 0x03, 0xE8]
      }
      defer { server.stop() }
      let sockets = LinkWebSocketTransport()
      var (unopened, silent, received) = (0, 0, 0)
      for count in 0...140 {
        do throws(WebSocketFailure) {
          let request = HTTPRequest(.get, origin: server.origin, path: "/\(count)")
          let connection = try await sockets.open(request, subprotocols: [])
          if await connection.receive() == .text("hi") { received += 1 } else { silent += 1 }
          #expect(await connection.receive() == nil)
        } catch {
          #expect(error == .transport(.unreachable(.connectionLost, origin: server.origin)), "behind \(count) bytes")
          unopened += 1
        }
      }
      // The handshake is 129 bytes long.
      #expect((unopened, silent, received) == (129, 4, 8))
      await sockets.shutdown()
    }
  }
#endif
