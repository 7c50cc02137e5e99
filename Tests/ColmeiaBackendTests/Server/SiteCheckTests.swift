import ColmeiaHTTP
import Testing

@testable import ColmeiaBackend

/// What a page in a browser may ask of a server on the same machine.
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
  func `A host that is this machine is served`(host: String) {
    #expect(Self.status(host: host, hosts: ["Bees.example"]) == 200)
  }

  @Test(arguments: [
    "evil.example", "evil.example:8080", "localhost.evil.example", "127.0.0.1.evil.example", "128.0.0.1", "127.1",
    "127.0.0.256", "[::2]", "bees.example",
  ])
  func `Another host is not: a page may have its name lead here`(host: String) {
    #expect(Self.status(host: host) == 421)
    #expect(Self.status(.post, host: host, origin: "http://\(host)") == 421)
  }

  @Test(arguments: ["http://evil.example", "http://localhost:9090", "null", ""])
  func `A page of another site changes nothing, also without a type of content`(origin: String) {
    #expect(Self.status(.post, host: "localhost:8080", origin: origin) == 403)
    // It may look, as far as its browser lets it.
    #expect(Self.status(host: "localhost:8080", origin: origin) == 200)
  }

  @Test(arguments: ["http://localhost:8080", "https://localhost:8080", nil])
  func `A page of the server's own, and what is no page, may ask`(origin: String?) {
    #expect(Self.status(.post, host: "localhost:8080", origin: origin) == 200)
    #expect(Self.status(.post, host: nil) == 200)
  }
}
