import ColmeiaClient
import TestSupport
import Testing

@testable import ColmeiaPlatform
@testable import ColmeiaTransport

/// Tests of redirects over real connections. ``RedirectsTests`` tests the rules.
@Suite(.blocking, .timeLimit(.minutes(10))) struct RedirectTests {
  private static let secrets: HTTPHeaders = [
    "Authorization": "hidden", "access-token": "hidden", "Cookie": "a=hidden", "X-My-Key": "hidden", "Accept": "a/b",
  ]

  @Test(arguments: [301, 302, 303, 307, 308])
  func `A redirect within the origin keeps the header fields, and the body if it must`(status: Int) async throws {
    let server = try RawServer { request, connection in
      if request.path == "/old" {
        connection.answer(status, ["Location: /new?a=1"], text: "moved")
      } else {
        connection.answer(200, text: "here")
      }
    }
    defer { server.stop() }
    let transport = URLSessionTransport(.patient)
    let request = HTTPRequest(
      .post, origin: server.origin, path: "/old", headers: Self.secrets, body: Array("body".utf8))
    let response = try await transport.send(request)
    #expect(response.body == Array("here".utf8) && response.redirectedURL != nil && response.origin == nil)
    await transport.shutdown()
    let followed = server.requests[1]
    let isKept = status >= 307
    #expect(followed.target == "/new?a=1")
    #expect(followed.method == (isKept ? .post : .get))
    #expect(followed.body == (isKept ? request.body : []))
    for field in Self.secrets.fields { #expect(followed.headers[field.name] == field.value) }
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func `A redirect to another origin carries no secrets, nor does a redirect that leads back`(status: Int) async throws
  {
    let home = try RawServer { request, connection in
      if request.path == "/old" {
        connection.answer(status, ["Location: \(request.query ?? "")"])
      } else {
        connection.answer(200)
      }
    }
    let away = try RawServer { _, connection in connection.answer(status, ["Location: \(home.origin)/new"]) }
    defer {
      home.stop()
      away.stop()
    }
    let transport = URLSessionTransport(.patient)
    let request = HTTPRequest(
      .get, origin: home.origin, path: "/old", query: "\(away.origin)/away", headers: Self.secrets)
    #expect(try await transport.send(request).status == 200)
    await transport.shutdown()
    for followed in [away.requests[0], home.requests[1]] {
      #expect(!followed.headers.fields.contains { $0.value.contains("hidden") })
      #expect(followed.headers["Accept"] == "a/b")
    }
  }

  @Test func `A body is not sent to another origin: the redirect is returned as the response`() async throws {
    let away = try RawServer { _, connection in connection.answer(200) }
    let home = try RawServer { _, connection in connection.answer(307, ["Location: \(away.origin)/"], text: "moved") }
    defer {
      home.stop()
      away.stop()
    }
    let transport = URLSessionTransport(.patient)
    let response = try await transport.send(
      HTTPRequest(.post, origin: home.origin, path: "/", body: Array("password".utf8)))
    #expect(response.status == 307)
    #expect(response.body == Array("moved".utf8))
    #expect(away.requests.isEmpty)
    await transport.shutdown()
  }

  @Test func `A redirect is the response if the request doesn't follow it`() async throws {
    let server = try RawServer { _, connection in connection.answer(302, ["Location: /b"], text: "moved") }
    defer { server.stop() }
    var options = TransferOptions()
    options.followsRedirects = false
    let (session, links) = (URLSessionTransport(.patient), LinkTransport(.patient))
    for transport in [session, links] as [any Transport] {
      let response = try await transport.send(HTTPRequest(.get, origin: server.origin, path: "/a"), options)
      #expect(response.status == 302 && response.headers["Location"] == "/b" && response.body == Array("moved".utf8))
    }
    #expect(server.requests.count == 2)
    await session.shutdown()
    await links.shutdown()
  }

  @Test func `A redirect loop ends with an error`() async throws {
    let server = try RawServer { _, connection in connection.answer(302, ["Location: /"]) }
    defer { server.stop() }
    let transport = URLSessionTransport(.init(timeout: .patience, redirectLimit: 3))
    await #expect(throws: TransportError.tooManyRedirects(limit: 3, origin: server.origin)) {
      try await transport.send(HTTPRequest(.get, origin: server.origin, path: "/"))
    }
    #expect(server.requests.count == 4)
    await transport.shutdown()
  }

  @Test(arguments: [[], ["Location: http://[bad"], ["Location: ftp://127.0.0.1/"], ["Location: mailto:a"]])
  func `A redirect without a valid target is returned as the response`(headers: [String]) async throws {
    let server = try RawServer { _, connection in connection.answer(302, headers) }
    defer { server.stop() }
    let transport = URLSessionTransport(.patient)
    #expect(try await transport.send(HTTPRequest(.get, origin: server.origin, path: "/")).status == 302)
    #expect(server.requests.count == 1)
    await transport.shutdown()
  }

  @Test func `The header fields of a redirect target on another server are ignored`() async throws {
    let thief = try RawServer { _, connection in
      connection.answer(200, ["access-token: stolen", "client: x", "uid: x"], text: "{}")
    }
    let (there, port) = (thief.origin, thief.port)
    #expect(port > 0)
    let server = try RawServer { request, connection in
      let isAway = request.path == "/away"
      connection.answer(isAway ? 302 : 200, isAway ? ["Location: \(there)/"] : ["access-token: t1"], text: "{}")
    }
    defer {
      thief.stop()
      server.stop()
    }
    let transport = URLSessionTransport(.patient)
    let base = try BaseURL(server.origin)
    var client = APIClient(transport, base: base)
    client.credentials = .session(SessionHeaders(MemoryTokenStore(), TokenItem(service: "h", account: "ana"), of: base))
    _ = try await client.send(Endpoint<JSON>.get("/"))
    _ = try await client.send(Endpoint<JSON>.get("/away"))
    _ = try await client.send(Endpoint<JSON>.get("/me", token: .required))
    #expect(server.requests.map { $0.headers["access-token"] } == [nil, nil, "t1"])
    #expect(thief.requests.count == 1)
    await transport.shutdown()
  }
}
