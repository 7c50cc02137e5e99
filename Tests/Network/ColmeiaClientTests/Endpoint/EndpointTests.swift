import Testing

@testable import ColmeiaClient
@testable import ColmeiaTransport

@Suite struct EndpointTests {
  private func base(_ text: String = "https://host/api/v1") throws -> BaseURL { try BaseURL(text) }

  private static let paths: [(EndpointPath, String)] = [
    ("/feed", "/feed"), ("feed", "/feed"), ("/", ""), ("", ""), ("/a/b", "/a/b"), ("/a b/ã?#", "/a%20b/%C3%A3%3F%23"),
    ("/events/\(7)/users", "/events/7/users"), ("/\("a/b")", "/a%2Fb"), ("/files/\("a.b").txt", "/files/a.b.txt"),
    ("/\("?x=1#y")", "/%3Fx%3D1%23y"), ("/\("%2F")", "/%252F"), ("/a\("../..")", "/a..%2F.."),
    (EndpointPath(["a/b", "c"]), "/a%2Fb/c"), ("/users/", "/users/"), ("/a//b", "/a//b"), ("//a", "//a"),
    ("/v1/reports:batchGet", "/v1/reports:batchGet"), ("/Products(\(1))", "/Products(1)"), ("/@me", "/@me"),
    ("/a,b;c=d", "/a,b;c=d"), ("/a!$&'*+~", "/a!$&'*+~"), ("/a%2Fb", "/a%2Fb"), ("/100%", "/100%25"),
    ("/\("a:b(c)@,;=")", "/a%3Ab%28c%29%40%2C%3B%3D"), ("/users/\("a")/", "/users/a/"),
    ("/a" as EndpointPath, "/a"), (("/a" as EndpointPath).appending("b/c"), "/a/b%2Fc"),
  ]

  @Test(arguments: paths) func `An interpolated value stays in its path segment`(path: EndpointPath, encoded: String)
    throws
  {
    #expect(try path.encoded() == encoded)
    #expect(path.description == encoded)
  }

  private static let straying: [(EndpointPath, Int)] = [
    ("/users/\("")/photo", 1), ("/\("..")/admin", 0), ("/a/\(".")", 1), ("/a/\("")", 1),
    ("/a/b/..", 2), ("/./a", 0), ("/a/%2E%2e", 1), ("/a/.\(".")", 1), (EndpointPath([""]), 0),
    (("/a" as EndpointPath).appending(".."), 1),
  ]

  @Test(arguments: straying) func `A path that leaves its base is rejected`(path: EndpointPath, index: Int) {
    #expect(throws: RequestFault.pathSegment(index)) { try path.encoded() }
  }

  @Test func `A query keeps its order, encodes its items and omits nil values`() throws {
    let page: String? = nil
    let endpoint: Endpoint<JSON> = .get("/feed", query: ["z": "a b&c", "page": page, "ã": "="])
    #expect(try endpoint.request(to: base()).target == "/api/v1/feed?z=a%20b%26c&%C3%A3=%3D")
    let bare: Endpoint<JSON> = .get("/feed", query: [:])
    #expect(try bare.request(to: base()).query == nil)
  }

  private static let bases: [(String, String)] = [
    ("https://host", "https://host/a"), ("https://host/", "https://host/a"),
    ("https://host/api/v1", "https://host/api/v1/a"),
    ("https://host/api/v1//", "https://host/api/v1/a"), ("HTTP://HOST:8080/x%20y", "http://host:8080/x%20y/a"),
    ("http://h/api/../v1/./", "http://h/v1/a"), ("http://h/..", "http://h/a"),
  ]

  @Test(arguments: bases) func `A base address keeps its path, with or without a trailing slash`(
    text: String, url: String
  ) throws {
    let endpoint: Endpoint<JSON> = .get("/a")
    #expect(try endpoint.request(to: base(text)).url == url)
  }

  @Test func `The root of an API has the path of its base address, or a slash`() throws {
    let endpoint: Endpoint<JSON> = .get("/")
    #expect(try endpoint.request(to: base()).url == "https://host/api/v1")
    #expect(try endpoint.request(to: base("http://h")).url == "http://h/")
  }

  @Test(arguments: [
    ("ftp://h", BaseURLError.notAWebAddress), ("http://u:hidden@h", .notAWebAddress), ("/a", .notAWebAddress),
    ("http://h?a", .hasMoreThanAPath), ("http://h#a", .hasMoreThanAPath),
  ])
  func `An invalid base address is rejected and not quoted`(text: String, error: BaseURLError) {
    #expect(throws: error) { try BaseURL(text) }
    #expect(!error.description.contains("hidden"))
  }

  @Test func `A value becomes a JSON body, whose content type overrides the client's header fields`() throws {
    struct Dog: Encodable { var name: String, age: Int? }
    let endpoint: Endpoint<JSON> = .post("/dogs", .json(Dog(name: "Rex", age: nil)), headers: ["X-A": "2", "x-a": "3"])
    let request = try endpoint.request(to: base(), headers: ["Content-Type": "text/plain", "X-A": "1", "X-B": "1"])
    #expect(request.method == .post)
    #expect(request.body == Array(#"{"name":"Rex"}"#.utf8))
    #expect(request.headers.values(of: "Content-Type") == ["application/json"])
    #expect(request.headers.values(of: "X-A") == ["2", "3"])
    #expect(request.headers["X-B"] == "1")
  }

  @Test func `A value that cannot be encoded as JSON is an error, and nothing is sent`() throws {
    let endpoint: Endpoint<JSON> = .post("/dogs", .json(["weight": Double.infinity]))
    let error = #expect(throws: APIError.self) { try endpoint.request(to: base()) }
    guard case .encoding = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `The descriptions of an endpoint and its body do not show the content`() {
    let body = EndpointBody.json(["password": "hidden"])
    let endpoint: Endpoint<JSON> = .post("/login", body, headers: ["X-Key": "hidden"])
    var text = "\(endpoint) \(body)"
    dump(endpoint, to: &text)
    dump(body, to: &text)
    #expect(!text.contains("hidden"))
    #expect("\(endpoint)" == "POST /login")
    #expect("\(body)" == "a JSON body")
  }

  @Test func `SuccessStatuses contains exactly the statuses that mean success`() {
    #expect((199...300).filter(SuccessStatuses.successful.contains) == Array(200...299))
    #expect((100...600).filter(SuccessStatuses.only([200, 201]).contains) == [200, 201])
  }

  @Test func `The shorthand initializers use the methods that they are named after`() {
    let endpoints: [Endpoint<JSON>] = [.get("/"), .post("/"), .put("/"), .patch("/"), .delete("/")]
    #expect(endpoints.map(\.method) == [.get, .post, .put, .patch, .delete])
    #expect(endpoints.allSatisfy { $0.token == .none && $0.success == .successful && $0.body == .none })
  }
}
