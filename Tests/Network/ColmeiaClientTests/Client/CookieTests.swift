import TestSupport
import Testing

@testable import ColmeiaClient
@testable import ColmeiaHTTP

@Suite struct CookieTests {
  private static func request(_ url: String) -> HTTPRequest {
    let address = WebAddress(rawValue: url)
    return HTTPRequest(.get, origin: address?.origin ?? "", path: address?.path ?? "", query: address?.query)
  }

  /// What was set by which address, the address of the next request, and the cookies that it has.
  private static let rows: [(set: [String], by: String, next: String, sent: String?)] = [
    (["a=1"], "http://h.example/", "http://h.example/x?y", "a=1"), (["a=1"], "http://h/", "http://h:8080/", "a=1"),
    (["a=1", "b=2"], "http://h/", "http://h/", "a=1; b=2"), (["a=1", "a=2"], "http://h/", "http://h/", "a=2"),
    ([" a = 1 2 ; x"], "http://h/", "http://h/", "a=1 2"), (["a="], "http://h/", "http://h/", "a="),
    (["a"], "http://h/", "http://h/", nil), (["=1"], "http://h/", "http://h/", nil),
    (["a=b=c"], "http://h/", "http://h/", "a=b=c"),
    (["a=1\u{0}"], "http://h/", "http://h/", nil),
    (["a=" + String(repeating: "x", count: 4_096)], "http://h/", "http://h/", nil),
    // Domains.
    (["a=1"], "http://h.example/", "http://x.h.example/", nil), (["a=1"], "http://h.example/", "http://example/", nil),
    (["a=1; Domain=h.example"], "http://x.h.example/", "http://h.example/", "a=1"),
    (["a=1; Domain=.H.Example"], "http://h.example/", "http://x.h.example/", "a=1"),
    (["a=1; domain=h.example"], "http://h.example/", "http://xh.example/", nil),
    (["a=1; domain=other.example"], "http://h.example/", "http://h.example/", nil),
    (["a=1; domain=x.h.example"], "http://h.example/", "http://h.example/", nil),
    (["a=1; domain=example"], "http://h.example/", "http://x.example/", nil),
    (["a=1; domain="], "http://h.example/", "http://h.example/", "a=1"),
    (["a=1; domain=0.0.1"], "http://127.0.0.1/", "http://127.0.0.1/", nil),
    (["a=1; domain=127.0.0.1"], "http://127.0.0.1/", "http://127.0.0.1/", "a=1"),
    (["a=1"], "http://[::1]:8080/", "http://[::1]/", "a=1"),
    // Paths.
    (["a=1"], "http://h/x/y", "http://h/x/z", "a=1"), (["a=1"], "http://h/x/y", "http://h/x", "a=1"),
    (["a=1"], "http://h/x/y", "http://h/xx", nil), (["a=1; path=/"], "http://h/x/y", "http://h/z", "a=1"),
    (["a=1; path=/x/"], "http://h/", "http://h/x/y", "a=1"), (["a=1; path=/x/"], "http://h/", "http://h/x", nil),
    (["a=1; path=x"], "http://h/y/z", "http://h/y", "a=1"),
    (["a=1; path=/", "b=2; path=/x"], "http://h/", "http://h/x", "b=2; a=1"),
    // Time: it is 1,000 when they are set, and 1,100 when they are sent.
    (["a=1; max-age=101"], "http://h/", "http://h/", "a=1"), (["a=1; max-age=100"], "http://h/", "http://h/", nil),
    (["a=1", "a=2; max-age=0"], "http://h/", "http://h/", nil), (["a=1; max-age=-5"], "http://h/", "http://h/", nil),
    (["a=1; max-age=x"], "http://h/", "http://h/", "a=1"),
    (["a=1; expires=Thu, 01 Jan 1970 00:18:21 GMT"], "http://h/", "http://h/", "a=1"),
    (["a=1; expires=Thu, 01-Jan-1970 00:18:20 GMT"], "http://h/", "http://h/", nil),
    (["a=1; expires=Thursday, 01-Jan-70 00:18:20 GMT"], "http://h/", "http://h/", nil),
    (["a=1; expires=1 jan 70 00:18:20 gmt"], "http://h/", "http://h/", nil),
    (["a=1; expires=never"], "http://h/", "http://h/", "a=1"),
    (["a=1; max-age=200; expires=Thu, 01 Jan 1970 00:00:00 GMT"], "http://h/", "http://h/", "a=1"),
    // Security.
    (["a=1; Secure"], "https://h/", "https://h/", "a=1"), (["a=1; secure"], "https://h/", "http://h/", nil),
    (["a=1; secure"], "http://h/", "https://h/", nil), (["__Secure-a=1"], "https://h/", "https://h/", nil),
    (["__Host-a=1; secure; path=/"], "https://h/x/y", "https://h/", "__Host-a=1"),
    (["__Host-a=1; secure"], "https://h/x/y", "https://h/x/y", nil),
    (["__host-a=1; path=/"], "https://h/", "https://h/", nil),
    (["__Host-a=1; secure; path=/; domain=h.e"], "https://h.e/", "https://h.e/", nil),
  ]

  @Test(arguments: rows) func `A cookie is sent where and while it may be`(
    set: [String], by: String, next: String, sent: String?
  ) {
    var list = CookieList()
    list.keep(HTTPHeaders(set.map { .init("Set-Cookie", $0) }), from: Self.request(by), now: 1_000)
    #expect(list.filled(Self.request(next), now: 1_100).headers["Cookie"] == sent)
  }

  @Test func `The oldest cookies make room, first those of the same domain`() {
    var list = CookieList()
    for host in 0..<30 {
      for number in 0..<60 {
        list.keep(["Set-Cookie": "c\(number)=1"], from: Self.request("http://h\(host)/"), now: 0)
      }
    }
    #expect(list.cookies.count == CookieList.limit)
    let last = list.cookies.filter { $0.domain == "h29" }
    #expect(last.count == CookieList.domainLimit && last.first?.name == "c10")
    #expect(!list.cookies.contains { $0.domain == "h0" })
  }

  @Test func `Any text in a field keeps the list bounded and its cookies valid`() {
    var (random, list) = (SplitMix(state: 6265), CookieList())
    let parts = [
      "a", "=", ";", " ", "Domain", ".", "h", "Path", "/", "Expires", "Max-Age", "-1", "9", "Secure", "\t", ",", "é",
    ]
    for _ in 0..<5_000 {
      let field = (0..<random.below(12)).map { _ in parts[random.below(parts.count)] }.joined()
      let request = Self.request(["http://h/", "https://x.h/a/b", "http://1.2.3.4/"][random.below(3)])
      list.keep(["Set-Cookie": field], from: request, now: random.below(20))
      let sent = list.filled(request, now: 0).headers["Cookie"]
      #expect(sent.map { HeaderText.isSendable(.init("Cookie", $0)) } ?? true)
    }
    #expect(list.cookies.count <= CookieList.limit)
  }

  @Test func `Cookies of redirects are kept and sent, and a client keeps its own`() async throws {
    let stub = StubTransport([
      StubRule(
        .post, "/login", .response(HTTPResponse(302, headers: ["Set-Cookie": "sid=s1; Path=/", "Location": "/home"]))),
      StubRule(.get, "/home", .response(HTTPResponse(json: "in"))),
    ])
    let jar = CookieJar { 0 }
    let client = APIClient(CookieTransport(stub, jar), base: try BaseURL("http://h"), headers: ["Cookie": "own=1"])
    let logIn: Endpoint<String> = .post("/login", .text("a"))
    #expect(try await client.send(logIn) == "in")
    #expect(stub.requests.map { $0.headers["Cookie"] } == ["own=1", "own=1; sid=s1"])
    #expect(stub.requests.map(\.method) == [.post, .get])
    #expect("\(jar)" == "1 cookies")
    let other = APIClient(CookieTransport(stub, CookieJar { 0 }), base: try BaseURL("http://h"))
    _ = try await other.send(Endpoint<String>.get("/home"))
    #expect(stub.requests.last?.headers["Cookie"] == nil)
    jar.removeAll()
    _ = try await client.send(Endpoint<String>.get("/home"))
    #expect(stub.requests.last?.headers["Cookie"] == "own=1")
  }

  @Test func `The response to a request with cookies of a jar is cached only for an account`() async throws {
    let stub = StubTransport([
      StubRule(.get, "/a", .response(HTTPResponse(200, headers: ["Set-Cookie": "sid=s1"], json: 1)))
    ])
    let client = APIClient(CookieTransport(stub, CookieJar { 0 }), base: try BaseURL("http://h"))
    let caching = CachingClient(client, cache: ResponseCache { 0 })
    #expect(await caching.responses(.networkOnly, "/a", .shared, saves: false) == ["1 network"])
    for _ in 0..<2 { #expect(await caching.responses(.cacheFirst, "/a", .shared) == ["1 network"]) }
    #expect(await caching.responses(.cacheFirst) == ["1 network"])
    #expect(await caching.responses(.cacheFirst) == ["1 cache(age: 0)"])
  }

  @Test func `A call can end at a redirect, and a loop of redirects ends`() async throws {
    let redirect = HTTPResponse(302, headers: ["Set-Cookie": "a=1", "Location": "/a"])
    let stub = StubTransport([StubRule(.get, "/a", .response(redirect))])
    let client = APIClient(CookieTransport(stub, CookieJar { 0 }), base: try BaseURL("http://h"))
    try await client.send(Endpoint<Void>.get("/a").endingAtRedirects())
    #expect(stub.requests.count == 1)
    await #expect(throws: APIError.transport(.tooManyRedirects(limit: 10, origin: "http://h"))) {
      try await client.send(Endpoint<Void>.get("/a"))
    }
    #expect(stub.requests.count == 12)
  }
}
