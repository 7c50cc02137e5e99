import TestSupport
import Testing

@testable import ColmeiaPlatform
@testable import ColmeiaTransport

@Suite(.blocking, .timeLimit(.minutes(10))) struct AnswerTests {
  /// Returns the response of a server with this script to a request, by default `GET /`.
  private func answer(
    _ request: HTTPRequest = HTTPRequest(.get, path: "/"),
    _ configuration: URLSessionTransport.Configuration = .patient,
    _ script: @escaping RawServer.Script
  ) async throws -> (Result<HTTPResponse, TransportError>, RawServer) {
    let server = try RawServer(script)
    defer { server.stop() }
    let transport = URLSessionTransport(configuration)
    var request = request
    request.origin = server.origin
    let result: Result<HTTPResponse, TransportError>
    do throws(TransportError) { result = .success(try await transport.send(request)) } catch {
      result = .failure(error)
    }
    await transport.shutdown()
    return (result, server)
  }

  @Test func `Repeated fields are joined, and cookies are not, by every transport`() async throws {
    let cookie = "b=2; expires=Thu, 01 Jan 2037 00:00:00 GMT"
    let server = try RawServer { _, connection in
      connection.answer(200, ["X-A: 1", "Set-Cookie: a=1; path=/", "X-A: 2", "Set-Cookie: \(cookie)"])
    }
    defer { server.stop() }
    let (session, links) = (URLSessionTransport(.patient), LinkTransport(.patient))
    for transport in [session, links] as [any Transport] {
      let response = try await transport.send(HTTPRequest(.get, origin: server.origin, path: "/"))
      #expect(response.headers.values(of: "X-A") == ["1, 2"])
      #expect(response.headers.values(of: "Set-Cookie") == ["a=1; path=/", cookie])
    }
    await session.shutdown()
    await links.shutdown()
  }

  @Test func `A request arrives as it was written, and its response is returned`() async throws {
    let sent = HTTPRequest(
      .post, path: "/a%20b/%C3%A3", query: "q=%26&e=", headers: ["Token": "t", "Content-Type": "application/json"],
      body: Array("{}".utf8))
    let (result, server) = try await answer(sent) { _, connection in
      connection.answer(201, ["X-Total: 12"], text: "{\"id\":7}")
    }
    let got = try #require(server.requests.first)
    #expect(got.method == .post)
    #expect(got.target == "/a%20b/%C3%A3?q=%26&e=")
    #expect(got.headers["token"] == "t")
    #expect(got.headers.values(of: "content-type") == ["application/json"])
    #expect(got.body == sent.body)
    #expect(try result.get().status == 201)
    #expect(try result.get().body == Array("{\"id\":7}".utf8))
    #expect(try result.get().headers["x-total"] == "12")
  }

  @Test(arguments: [200, 204, 304, 404, 500]) func `A response of any status is returned`(status: Int) async throws {
    let (result, _) = try await answer { _, connection in
      connection.send("HTTP/1.1 \(status) X\r\nContent-Length: 0\r\n\r\n")
    }
    #expect(try result.get().status == status)
    #expect(try result.get().body == [])
  }

  @Test func `Header fields are case-insensitive and sorted by name`() async throws {
    let (result, _) = try await answer { _, connection in
      connection.answer(
        200,
        [
          "x-page: 1", "etag: \"a\"", "access-token: t", "uid: u", "Set-Cookie: a=1", "Set-Cookie: b=2",
          "Connection: keep-alive",
        ])
    }
    let headers = try result.get().headers
    #expect(headers["X-Page"] == "1")
    #expect(headers["ETag"] == "\"a\"")
    #expect(headers["access-token"] == "t")
    #expect(headers["uid"] == "u")
    #expect(headers.values(of: "Set-Cookie") == ["a=1", "b=2"])
    #expect(
      headers.fields.map { $0.name.lowercased() } == [
        "access-token", "content-length", "etag", "set-cookie", "set-cookie", "uid", "x-page",
      ])
  }

  @Test func `A response to a HEAD request has header fields and no body`() async throws {
    let (result, _) = try await answer(HTTPRequest(.head, path: "/")) { _, connection in
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
    }
    #expect(try result.get() == HTTPResponse(200, headers: ["Content-Length": "1000"]))
  }

  @Test func `A chunked response is joined`() async throws {
    let (result, _) = try await answer { _, connection in
      connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n")
      connection.send("2;x=y\r\nde\r\n0\r\n\r\n")
    }
    #expect(try result.get() == HTTPResponse(200, body: Array("abcde".utf8)))
  }

  @Test func `A compressed response is decompressed, and the fields of its compressed form are removed`() async throws {
    // gzip of "abcabcabc…", 30 letters.
    let zipped: [UInt8] = [
      31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 75, 76, 74, 78, 196, 141, 0, 129, 252, 177, 72, 30, 0, 0, 0,
    ]
    let (result, _) = try await answer { _, connection in
      connection.answer(200, ["Content-Encoding: gzip", "X-A: 1"], body: zipped)
    }
    #expect(
      try result.get()
        == HTTPResponse(200, headers: ["X-A": "1"], body: Array(String(repeating: "abc", count: 10).utf8)))
  }

  @Test func `A response without a length ends with the connection`() async throws {
    let (result, _) = try await answer { _, connection in
      connection.send("HTTP/1.1 200 OK\r\n\r\nuntil the end")
      connection.end()
    }
    #expect(try result.get().body == Array("until the end".utf8))
  }

  @Test(arguments: ["100 Continue", "103 Early Hints"])
  func `An interim response is skipped`(interim: String) async throws {
    let (result, _) = try await answer { _, connection in
      connection.send(
        "HTTP/1.1 \(interim)\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nX-A: 1\r\nContent-Length: 2\r\n\r\nok")
    }
    #expect(
      try result.get() == HTTPResponse(200, headers: ["Content-Length": "2", "X-A": "1"], body: Array("ok".utf8)))
  }

  @Test(arguments: ["Basic realm=\"a\"", "Bearer", "Digest realm=\"a\", nonce=\"b\"", "Basic realm=\"a\", Negotiate"])
  func `A 401 response is returned with its body, whatever the authentication scheme`(scheme: String) async throws {
    let (result, server) = try await answer(HTTPRequest(.get, path: "/", headers: ["Token": "t"])) { _, connection in
      connection.answer(401, ["WWW-Authenticate: \(scheme)"], text: "{\"result\":\"no\"}")
    }
    #expect(try result.get().status == 401)
    #expect(try result.get().body == Array("{\"result\":\"no\"}".utf8))
    #expect(server.requests.count == 1)
  }

  @Test func `A request without a body sends a content length of zero unless it is a GET`() async throws {
    for method in [HTTPMethod.post, .put, .delete, .patch] {
      let (_, server) = try await answer(HTTPRequest(method, path: "/")) { _, connection in connection.answer(200) }
      try #require(server.requests.map(\.method) == [method])
      #expect(server.requests[0].headers["Content-Length"] == "0")
    }
  }

  @Test func `No cookie is sent back, and no response is taken from a cache`() async throws {
    let server = try RawServer { _, connection in
      connection.answer(200, ["Set-Cookie: a=1; Path=/", "Cache-Control: max-age=600"], text: "x")
    }
    defer { server.stop() }
    let transport = URLSessionTransport(.patient)
    for _ in 0..<3 { _ = try await transport.send(HTTPRequest(.get, origin: server.origin, path: "/")) }
    await transport.shutdown()
    #expect(server.requests.count == 3)
    #expect(server.requests.allSatisfy { $0.headers["Cookie"] == nil })
    #expect(server.accepted.value == 1)
  }
}

#if os(Linux)
  extension AnswerTests {
    /// Valid heads that URLSession on Linux doesn't accept, and a field that a link reads from them.
    static let refused: [([UInt8], (name: String, value: String)?)] = [
      (Array("HTTP/1.1 200 OK\r\naccess-token:  \r\nContent-Length: 0\r\n\r\n".utf8), ("access-token", "")),
      (Array("HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n".utf8), nil),
      (
        Array("HTTP/1.1 200 OK\r\nX-Name: Jos".utf8) + [0xE9] + Array("\r\nContent-Length: 0\r\n\r\n".utf8),
        ("X-Name", "José")
      ),
    ]

    @Test(arguments: refused)
    func `A valid head that URLSession doesn't accept is an error that says so, and links accept it`(
      head: [UInt8], field: (name: String, value: String)?
    ) async throws {
      for method in [HTTPMethod.get, .post] {
        let (result, server) = try await answer(HTTPRequest(method, path: "/")) { _, connection in connection.send(head)
        }
        #expect(result == .failure(.badResponse(origin: server.origin, fault: .refusedByURLSession())))
      }
      let server = try RawServer { _, connection in connection.send(head) }
      defer { server.stop() }
      let links = LinkTransport(.patient)
      let response = try await links.send(HTTPRequest(.get, origin: server.origin, path: "/"))
      #expect(response.status == 200)
      if let field { #expect(response.headers[field.name] == field.value) }
      await links.shutdown()
    }
  }
#endif

extension AnswerTests {
  /// Responses of a broken server and the errors that they produce. `\u{0}` stands for a connection reset.
  static let broken: [(String, TransportError)] = [
    ("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc", .unreachable(.connectionLost, origin: "")),
    ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab", .unreachable(.connectionLost, origin: "")),
    ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nab", .unreachable(.connectionLost, origin: "")),
    (
      "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc",
      .badResponse(origin: "", fault: .damagedContent(coding: "gzip"))
    ),
    ("", .unreachable(.connectionLost, origin: "")),
    ("\u{0}", .unreachable(.connectionLost, origin: "")),
    ("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc\u{0}", .unreachable(.connectionLost, origin: "")),
    ("garbage\r\n\r\n", .badResponse(origin: "")),
    ("HTTP/1.1 abc\r\n\r\n", .badResponse(origin: "")),
    ("HTTP/9.1 200 OK\r\n\r\n", .badResponse(origin: "")),
    ("HTTP/1.1 200 OK\r\nno colon\r\n\r\n", .badResponse(origin: "")),
    ("HTTP/1.1 101 Upgrade\r\n\r\nabc", .badResponse(origin: "")),
    ("HTTP/1.1 100 Continue\r\n\r\n", .unreachable(.connectionLost, origin: "")),
  ]

  @Test(arguments: broken) func `A broken response is an error that states the reason`(
    text: String, error: TransportError
  ) async throws {
    let (result, server) = try await answer { _, connection in
      connection.send(text.filter { $0 != "\u{0}" })
      if text.last == "\u{0}" { connection.reset() } else { connection.end() }
    }
    let origin = server.origin
    switch error {
    case .unreachable(let reason, _): #expect(result == .failure(.unreachable(reason, origin: origin)))
    case .badResponse(_, let fault): #expect(result == .failure(.badResponse(origin: origin, fault: fault)))
    default: Issue.record("\(error)")
    }
  }

  @Test func `A body over the limit ends the transfer while it is coming`() async throws {
    let chunk = [UInt8](repeating: 120, count: 1 << 16)
    let (result, server) = try await answer(.init(.get, path: "/"), .init(bodyLimit: 100_000)) { _, connection in
      connection.send("HTTP/1.1 200 OK\r\n\r\n")
      for _ in 0..<100 where connection.send(chunk) {}
      connection.waitForEnd()
    }
    #expect(result == .failure(.tooLarge(limit: 100_000, origin: server.origin)))
    await server.ended.reaches(1)
  }

  @Test func `A body at the limit is accepted, and one byte more is not`() async throws {
    for (count, isTaken) in [(5_000, true), (5_001, false)] {
      let body = [UInt8](repeating: 120, count: count)
      let (result, _) = try await answer(.init(.get, path: "/"), .init(bodyLimit: 5_000)) { _, connection in
        connection.answer(200, body: body)
      }
      #expect((try? result.get().body) == (isTaken ? body : nil))
    }
  }

  @Test func `A port without a listener refuses the connection, and an unknown host is not found`() async throws {
    let server = try RawServer { _, _ in }
    server.stop()
    let transport = URLSessionTransport(.patient)
    await #expect(throws: TransportError.unreachable(.refused, origin: server.origin)) {
      try await transport.send(HTTPRequest(.get, origin: server.origin, path: "/"))
    }
    await #expect(throws: TransportError.unreachable(.nameNotFound, origin: "http://no-such-host.invalid")) {
      try await transport.send(HTTPRequest(.get, origin: "http://no-such-host.invalid", path: "/"))
    }
    await transport.shutdown()
  }

  @Test func `A port that does not speak TLS produces a TLS error`() async throws {
    let server = try RawServer { _, _ in }
    defer { server.stop() }
    let origin = "https://127.0.0.1:\(server.port)"
    let transport = URLSessionTransport(.patient)
    await #expect(throws: TransportError.tls(origin: origin)) {
      try await transport.send(HTTPRequest(.get, origin: origin, path: "/"))
    }
    await transport.shutdown()
  }

  static let unsendable: [(HTTPRequest, RequestFault)] = [
    (HTTPRequest(.get, origin: "ftp://h", path: "/"), .address(fault: AddressFault(.scheme, at: 1))),
    (
      HTTPRequest(.get, origin: "http://user:pw@h", path: "/"), .address(fault: AddressFault(.userInfo, at: 8))
    ),
    (HTTPRequest(.get, origin: "http://h", path: "a"), .address(fault: AddressFault(.path, at: 9))),
    (HTTPRequest(.get, origin: "http://h/", path: "/a"), .address(fault: AddressFault(.path, at: 9))),
    (HTTPRequest(.get, origin: "http://h/base", path: "/a"), .address(fault: AddressFault(.path, at: 9))),
    (HTTPRequest(.get, origin: "http://h", path: "/a b"), .address(fault: AddressFault(.space, at: 11))),
    (HTTPRequest(.get, origin: "http://h", path: "/a#b"), .address(fault: AddressFault(.fragment, at: 11))),
    (
      HTTPRequest(.get, origin: "http://h", path: "/", query: "ã"), .address(fault: AddressFault(.character, at: 11))
    ),
    (HTTPRequest(.init(rawValue: "GET /x"), origin: "http://h", path: "/"), .method),
    (HTTPRequest(.get, origin: "http://h", path: "/", body: [1]), .body),
    (HTTPRequest(.get, origin: "http://h", path: "/", headers: ["A": "b\r\nC: d"]), .header("A")),
    (HTTPRequest(.get, origin: "http://h", path: "/", headers: ["A\n": "b"]), .header("A\n")),
    (HTTPRequest(.get, origin: "http://h", path: "/", headers: ["": "b"]), .header("")),
    (HTTPRequest(.post, origin: "http://h", path: "/", headers: ["content-length": "5"]), .header("content-length")),
    (
      HTTPRequest(.post, origin: "http://h", path: "/", headers: ["Transfer-Encoding": "x"]),
      .header("Transfer-Encoding")
    ),
  ]

  @Test(arguments: unsendable) func `A request that would be altered on the wire is not sent`(
    request: HTTPRequest, fault: RequestFault
  ) async {
    let transport = URLSessionTransport(.patient)
    await #expect(throws: TransportError.badRequest(fault)) { try await transport.send(request) }
    await transport.shutdown()
  }
}
