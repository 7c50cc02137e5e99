import Testing

@testable import ColmeiaTransport

@Suite struct RedirectsTests {
  private func next(_ request: HTTPRequest, _ status: Int, _ location: String?) -> Redirects.Step {
    var redirects = Redirects(limit: 5)
    var response = HTTPResponse(status)
    response.headers["Location"] = location
    return redirects.next(after: response, to: request)
  }

  private static let methods: [(Int, HTTPMethod, HTTPMethod)] = [
    (301, .get, .get), (301, .post, .get), (301, .put, .put), (301, .head, .head),
    (302, .get, .get), (302, .post, .get), (302, .delete, .delete), (302, .head, .head),
    (303, .get, .get), (303, .post, .get), (303, .put, .get), (303, .head, .head),
    (307, .get, .get), (307, .post, .post), (307, .put, .put),
    (308, .get, .get), (308, .post, .post), (308, .patch, .patch),
  ]

  @Test(arguments: methods) func `The status determines the method of the next request`(
    status: Int, method: HTTPMethod, next: HTTPMethod
  ) {
    guard case .follow(let request) = self.next(HTTPRequest(method, origin: "http://h", path: "/a"), status, "/b")
    else {
      Issue.record("the redirect was not followed")
      return
    }
    #expect(request == HTTPRequest(next, origin: "http://h", path: "/b"))
  }

  @Test func `A request that becomes a GET loses its body and the fields that describe it`() {
    let request = HTTPRequest(
      .post, origin: "http://h", path: "/", headers: ["Content-Type": "a/b", "Content-Language": "pt", "Token": "t"],
      body: [1])
    #expect(
      next(request, 303, "/b") == .follow(HTTPRequest(.get, origin: "http://h", path: "/b", headers: ["Token": "t"])))
  }

  @Test(
    arguments: [(["/b"], true), (["/a", "/b"], false), (["/a, http://h/b"], false), (["/b", "/b"], true)]
      as [([String], Bool)]
  )
  func `A redirect has one address`(locations: [String], isFollowed: Bool) {
    var redirects = Redirects(limit: 5)
    let response = HTTPResponse(302, headers: HTTPHeaders(locations.map { HTTPHeaders.Field("Location", $0) }))
    let request = HTTPRequest(.get, origin: "http://h", path: "/")
    let followed = Redirects.Step.follow(HTTPRequest(.get, origin: "http://h", path: "/b"))
    #expect(redirects.next(after: response, to: request) == (isFollowed ? followed : .answer))
  }

  @Test(arguments: ["https://h/b", "http://other/b", "http://h:81/b", "//other/b"])
  func `Another scheme, host or port is another origin and receives no secrets`(location: String) {
    let request = HTTPRequest(
      .get, origin: "http://h", path: "/",
      headers: ["Accept": "a", "Authorization": "s", "Cookie": "s", "X-Key": "s", "accept-language": "pt"])
    guard case .follow(let followed) = next(request, 302, location) else {
      Issue.record("the redirect was not followed")
      return
    }
    #expect(followed.headers == ["Accept": "a", "accept-language": "pt"])
    #expect(followed.origin != request.origin)
  }

  @Test(arguments: ["http://H/b", "HTTP://h:80/b", "http://h/b#c", "/b", "b", "./b", "../b"])
  func `The same origin receives the secrets, whatever its spelling`(location: String) {
    let request = HTTPRequest(.get, origin: "http://h", path: "/", headers: ["Authorization": "s"])
    #expect(
      next(request, 302, location)
        == .follow(HTTPRequest(.get, origin: "http://h", path: "/b", headers: request.headers)))
  }

  @Test func `A body is not sent to another origin unless the redirect drops it`() {
    let request = HTTPRequest(.post, origin: "http://h", path: "/", body: [1])
    #expect(next(request, 307, "http://other/") == .answer)
    #expect(next(request, 302, "http://other/") == .follow(HTTPRequest(.get, origin: "http://other", path: "/")))
  }

  @Test(
    arguments: [
      ("/a b", "/a%20b", nil), ("São", "/S%C3%A3o", nil), ("/|[x]\\%", "/%7C%5Bx%5D%5C%25", nil),
      ("/%C3%A3%2", "/%C3%A3%252", nil),
      ("http://h/a b?q=c d|//[1]#e f", "/a%20b", "q=c%20d%7C//%5B1%5D"), ("?a b", "/x", "a%20b"),
      ("//h/a//b c", "/a//b%20c", nil),
      ("a//b c?d", "/a//b%20c", "d"),
    ] as [(String, String, String?)])
  func `Bytes of an address that it may not contain are percent-encoded`(location: String, path: String, query: String?)
  {
    let step = next(HTTPRequest(.get, origin: "http://h", path: "/x"), 302, location)
    #expect(step == .follow(HTTPRequest(.get, origin: "http://h", path: path, query: query)))
    let other = next(HTTPRequest(.get, origin: "http://other", path: "/"), 302, "http://[::1]:8080/[ã]")
    #expect(other == .follow(HTTPRequest(.get, origin: "http://[::1]:8080", path: "/%5B%C3%A3%5D")))
  }

  @Test(arguments: [
    nil, "", "ftp://h/", "http://", "http://[bad", "http://u:p@h/", "http://h:99999/", "//[::1%25x]/", "http://a b/",
  ])
  func `A redirect without a usable address is the response`(location: String?) {
    let step = next(HTTPRequest(.get, origin: "http://h", path: "/a", query: "q"), 302, location)
    #expect(step == (location == "" ? .follow(HTTPRequest(.get, origin: "http://h", path: "/a", query: "q")) : .answer))
  }

  @Test(arguments: [200, 204, 300, 304, 305, 306, 400]) func `Other statuses are final responses`(status: Int) {
    #expect(next(HTTPRequest(.get, origin: "http://h", path: "/"), status, "/b") == .answer)
  }

  @Test func `The first redirect over the limit is too many`() {
    var redirects = Redirects(limit: 2)
    let request = HTTPRequest(.get, origin: "http://h", path: "/")
    let steps = (0..<3).map { _ in redirects.next(after: HTTPResponse(302, headers: ["Location": "/"]), to: request) }
    #expect(steps == [.follow(request), .follow(request), .tooMany])
  }

  @Test func `A response that another transport has redirected stays so`() async throws {
    var base = HTTPResponse(200)
    (base.redirectedURL, base.origin) = ("http://other/b", "http://other")
    let response = try await Redirects.follow(
      from: HTTPRequest(.get, origin: "http://h", path: "/"), limit: 1, tooMany: TransportError.shutDown
    ) { [base] _, _, _ throws(TransportError) in base }
    #expect(response == base)
  }

  @Test(arguments: [true, false]) func `Redirects are followed up to the limit, with an upload only while it is sent`(
    isUpload: Bool
  ) async throws {
    var options = TransferOptions()
    if isUpload { options.upload = UploadBody([1, 2]) }
    var log: [String] = []
    await #expect(throws: TransportError.shutDown) {
      _ = try await Redirects.follow(
        from: HTTPRequest(.post, origin: "http://h", path: "/0"), options, limit: 2, tooMany: TransportError.shutDown
      ) { request, options, _ throws(TransportError) in
        log.append("\(request) \(options.upload != nil)")
        return HTTPResponse(log.count == 1 ? 307 : 303, headers: ["Location": "/\(log.count)"])
      }
    }
    #expect(log == ["POST /0 \(isUpload)", "POST /1 \(isUpload)", "GET /2 false"])
  }
}
