import Testing

@testable import ReferenceBackend

/// Tests of requests that web pages can send to a server on the same machine.
@Suite struct SiteCheckTests {
  private static func status(
    _ method: HTTPMethod = .get, host: String?, origin: String? = nil, hosts: Set<String> = []
  ) -> Int {
    let handler = BackendHandler(.demo, hosts: hosts) { RequestContext(date: 1, token: "t", salt: [1]) }
    var request = HTTPRequest(
      method, path: method == .get ? "/events" : "/signup", body: Array(#"{"email":"a@b.c"}"#.utf8))
    request.headers["Host"] = host
    request.headers["Origin"] = origin
    guard case .respond(_, let response, _) = handler.handle(request, 1).first else { return 0 }
    return response.status
  }

  @Test(arguments: [
    "localhost", "LOCALHOST:8080", "app.localhost", "127.0.0.1", "127.0.0.1:8080", "127.1.2.3", "[::1]:80",
    "bees.example",
  ])
  func `Hosts that refer to this machine are served`(host: String) {
    #expect(Self.status(host: host, hosts: ["Bees.example"]) == 200)
  }

  @Test(arguments: [
    "evil.example", "evil.example:8080", "localhost.evil.example", "127.0.0.1.evil.example", "128.0.0.1", "127.1",
    "127.0.0.256", "[::2]", "bees.example",
  ])
  func `Other hosts are refused, which prevents DNS rebinding`(host: String) {
    #expect(Self.status(host: host) == 421)
    #expect(Self.status(.post, host: host, origin: "http://\(host)") == 421)
  }

  @Test(arguments: ["http://evil.example", "http://localhost:9090", "null", ""])
  func `A page of another site can't change anything, even without a content type`(origin: String) {
    #expect(Self.status(.post, host: "localhost:8080", origin: origin) == 403)
    // It may send read requests; the browser restricts access to their responses.
    #expect(Self.status(host: "localhost:8080", origin: origin) == 200)
  }

  @Test(arguments: ["http://localhost:8080", "https://localhost:8080", nil])
  func `The server's own pages, and clients that aren't pages, are allowed`(origin: String?) {
    #expect(Self.status(.post, host: "localhost:8080", origin: origin) == 200)
    #expect(Self.status(.post, host: nil) == 200)
  }
}
