import ColmeiaTesting
import TestSupport
import Testing

@testable import ColmeiaPlatform
@testable import ColmeiaTransport

/// Tests of the transport over plain byte connections, which is stricter than `URLSession`.
@Suite(.blocking, .timeLimit(.minutes(10))) struct LinkTransportTests {
  typealias Answer = Result<HTTPResponse, TransportError>

  static func send(
    _ request: HTTPRequest, over transport: some Transport, _ options: TransferOptions = TransferOptions()
  ) async -> Answer {
    do throws(TransportError) { return .success(try await transport.send(request, options)) } catch {
      return .failure(error)
    }
  }

  /// Returns the results of requests that one transport sends one after the other to a server with this script.
  private func answers(
    _ count: Int = 1, _ method: HTTPMethod = .get, _ options: TransferOptions = TransferOptions(),
    _ script: @escaping RawServer.Script
  ) async throws -> (answers: [Answer], server: RawServer) {
    let server = try RawServer(script)
    defer { server.stop() }
    let transport = LinkTransport(.patient)
    var answers: [Answer] = []
    for number in 0..<count {
      let request = HTTPRequest(method, origin: server.origin, path: "/\(number)")
      answers.append(await Self.send(request, over: transport, options))
    }
    await transport.shutdown()
    #expect(transport.connectionCount == 0)
    return (answers, server)
  }

  @Test func `A request arrives as it was written, and its response is returned`() async throws {
    let server = try RawServer { _, connection in connection.answer(201, ["X-Total: 12"], text: "{\"id\":7}") }
    defer { server.stop() }
    let transport = LinkTransport(.patient)
    let sent = HTTPRequest(
      .post, origin: server.origin, path: "/a%20b/%C3%A3", query: "q=%26&e=", headers: ["Token": "t"],
      body: Array("{}".utf8))
    let response = try await transport.send(sent)
    await transport.shutdown()
    let got = try #require(server.requests.first)
    #expect(got.method == .post && got.target == sent.target && got.headers["token"] == "t" && got.body == sent.body)
    #expect(got.headers["Accept-Encoding"] == "gzip" && got.headers["Connection"] == nil)
    #expect(
      response
        == HTTPResponse(201, headers: ["Content-Length": "8", "X-Total": "12"], body: Array("{\"id\":7}".utf8)))
  }

  @Test func `A body counts as sent once it has been sent, and not if there is no connection`() async throws {
    let received = Recorder<TransferProgress>()
    let options = TransferOptions { received.add($0) }
    let server = try RawServer { _, connection in connection.answer(200, text: "ok") }
    let transport = LinkTransport(.patient)
    let request = HTTPRequest(.put, origin: server.origin, path: "/", body: [1, 2, 3])
    _ = try await transport.send(request, options)
    #expect(received.all == [.sent(3, of: 3), .received(2, of: 2)])
    server.stop()
    await server.ended.reaches(1)
    let unreachable = await Self.send(
      HTTPRequest(.put, origin: "http://127.0.0.1:1", path: "/", body: [1]), over: transport, options)
    #expect(unreachable == .failure(.unreachable(.refused, origin: "http://127.0.0.1:1")) && received.all.count == 2)
    await transport.shutdown()
  }

  @Test func `The caller says which compression a response may have, and a stream has none`() async throws {
    let server = try RawServer { _, connection in connection.answer(200) }
    defer { server.stop() }
    let request = HTTPRequest(.get, origin: server.origin, path: "/", headers: ["Accept-Encoding": "br"])
    let (links, streams) = (LinkTransport(.patient), LinkStreamTransport())
    _ = try await links.send(request)
    _ = try await streams.open(request)
    #expect(server.requests.map { $0.headers.values(of: "Accept-Encoding") } == [["br"], ["identity"]])
    await links.shutdown()
    await streams.shutdown()
  }

  @Test func `A server that closes within the head fails the request, not the process`() async throws {
    for part in ["HTTP/1.1 200 OK\r\nContent-Le", "HTTP/1.1 200", "HTTP/1.1 200 OK\r\nX: y\r\n", ""] {
      let (answers, server) = try await answers { _, connection in
        connection.send(part)
        connection.end()
      }
      #expect(answers == [.failure(.unreachable(.connectionLost, origin: server.origin))])
    }
  }

  @Test func `A flooding redirect body does not delay the redirect`() async throws {
    let chunk = [UInt8](repeating: 0x20, count: 65_536)
    let (answers, server) = try await answers { request, connection in
      guard request.path == "/0" else { return connection.answer(200, text: "there") }
      connection.send("HTTP/1.1 302 X\r\nLocation: /there\r\nContent-Length: 999999999999\r\n\r\n")
      while connection.send(chunk) {}
    }
    #expect(try answers[0].get().body == Array("there".utf8))
    #expect(server.accepted.value == 2)
  }

  @Test func `A response without a request is delivered to no caller`() async throws {
    let (answers, server) = try await answers(4) { request, connection in
      let responses = [request.path, "another account's"].map { text in
        "HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)"
      }
      connection.send(responses.joined())
    }
    #expect(
      answers.map { (try? $0.get().body).map { String(decoding: $0, as: UTF8.self) } } == ["/0", "/1", "/2", "/3"])
    #expect(server.accepted.value == 4)
  }

  @Test(
    arguments: [
      ("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", .contentLength),
      (
        "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n",
        .lengthAndChunks
      ),
      ("HTTP/1.1 200 OK\r\nContent-Length: 6x\r\n\r\nabcdef", .contentLength),
      ("HTTP/1.1 200 OK\r\nContent-Encoding: br\r\n\r\nabc", .contentEncoding),
      ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n", .chunkSize), ("SSH-2.0-x\r\n\r\n", .statusLine),
      ("HTTP/1.1 200 OK\nA: b\n\n", .lineEnd(line: 1)),
    ] as [(String, ResponseFault)])
  func `An ambiguous HTTP response is rejected with the reason`(bytes: String, fault: ResponseFault) async throws {
    let (answers, server) = try await answers { _, connection in
      connection.send(bytes)
      connection.waitForEnd()
    }
    #expect(answers == [.failure(.badResponse(origin: server.origin, fault: fault))])
  }

  @Test func `A body is either complete or an error, however its end is marked`() async throws {
    let (cut, server) = try await answers { _, connection in
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc")
      connection.end()
    }
    #expect(cut == [.failure(.unreachable(.connectionLost, origin: server.origin))])
    let (chunked, _) = try await answers { _, connection in
      connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nX-Trailer: 1\r\n\r\n")
    }
    #expect(try chunked[0].get() == HTTPResponse(200, body: Array("abc".utf8)))
    let (untilEnd, _) = try await answers { _, connection in
      connection.send("HTTP/1.0 200 OK\r\n\r\nabc")
      connection.end()
    }
    #expect(try untilEnd[0].get().body == Array("abc".utf8))
    let (reset, other) = try await answers { _, connection in
      connection.send("HTTP/1.1 200 OK\r\n\r\nabc")
      connection.reset()
    }
    #expect(reset == [.failure(.unreachable(.connectionLost, origin: other.origin))])
  }

  @Test(arguments: [Duration.seconds(1e16), .seconds(Int64.max)])
  func `A timeout may be of any length`(timeout: Duration) async throws {
    let server = try RawServer { request, connection in
      if request.path == "/socket" { _ = SocketPeer(request, connection) } else { connection.answer(200) }
    }
    defer { server.stop() }
    let request = HTTPRequest(.get, origin: server.origin, path: "/")
    let links = LinkTransport(.init(timeout: timeout))
    #expect(try await links.send(request).status == 200)
    #expect(try await links.send(request, TransferOptions(timeout: timeout)).status == 200)
    let streams = LinkStreamTransport(.init(timeout: timeout))
    #expect(try await streams.open(request).head.status == 200)
    let sockets = LinkWebSocketTransport(timeout: timeout, closing: timeout)
    try await sockets.open(server).close()
    await links.shutdown()
    await streams.shutdown()
    await sockets.shutdown()
  }

  @Test func `A body over the limit is not read to its end`() async throws {
    let (answers, server) = try await answers(1, .get, TransferOptions(bodyLimit: 10)) { _, connection in
      connection.send("HTTP/1.1 200 OK\r\n\r\n")
      while connection.send("0123456789") {}
    }
    #expect(answers == [.failure(.tooLarge(limit: 10, origin: server.origin))])
  }

  @Test func `The number of open connections to a server stays within the limit`() async throws {
    let (gate, counter) = (Tally(), ConcurrencyCounter())
    let server = try RawServer { _, connection in
      counter.enter()
      gate.add()
      counter.leave()
      connection.answer(200)
    }
    defer { server.stop() }
    let transport = LinkTransport(.init(timeout: .patience, connectionsPerHost: 2))
    let origin = server.origin
    await withTaskGroup(of: Int?.self) { group in
      for number in 0..<20 {
        let method = number % 2 == 0 ? HTTPMethod.get : .post
        group.addTask { try? await transport.send(HTTPRequest(method, origin: origin, path: "/")).status }
      }
      for await status in group { #expect(status == 200) }
    }
    #expect(counter.most <= 2 && transport.connectionCount <= 2)
    await transport.shutdown()
  }

  @Test func `A request that waits for a connection can be cancelled, time out or be shut down`() async throws {
    let server = try RawServer { _, connection in connection.waitForEnd() }
    defer { server.stop() }
    let clock = ManualClock()
    let transport = LinkTransport(.init(timeout: .seconds(30), connectionsPerHost: 1), clock: clock)
    let request = HTTPRequest(.get, origin: server.origin, path: "/")
    try await expectEnds(of: request, by: transport, server, clock) { await $0.shutdown() }
    await server.ended.reaches(1)
  }

  @Test func `A streamed body arrives complete, and its progress is reported in order`() async throws {
    let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0) }
    let received = Recorder<TransferProgress>()
    let options = TransferOptions(upload: UploadBody(bytes)) { received.add($0) }
    let (answers, server) = try await answers(1, .put, options) { _, connection in connection.answer(200, text: "ok") }
    #expect(try answers[0].get().status == 200)
    #expect(server.requests.first?.body == bytes)
    let sent = received.all.dropLast()
    #expect(sent.count > 1 && sent.last == .sent(1_000_000, of: 1_000_000) && received.all.last == .received(2, of: 2))
  }
}
