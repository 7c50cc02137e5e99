import ColmeiaTesting
import Foundation
import TestSupport
import Testing

@testable import ColmeiaClient

@Suite(.timeLimit(.minutes(10))) struct APIClientTests {
  private let mine = TokenItem(service: "dogs", account: "ana")

  private func client(
    _ stub: StubTransport, token: Token? = Token("hidden"), header: TokenHeader = TokenHeader("Token"),
    location: TokenSource.Location? = nil
  ) throws -> APIClient {
    let store = MemoryTokenStore(token.map { [mine: $0] } ?? [:])
    return APIClient(
      stub, base: try BaseURL("http://h/api"), as: .token(TokenSource(store, location ?? .item(mine), header: header)))
  }

  /// Returns the result of a call.
  private func result<Value>(_ client: APIClient, _ endpoint: Endpoint<Value>) async -> Result<Value, APIError> {
    do throws(APIError) { return .success(try await client.send(endpoint)) } catch { return .failure(error) }
  }

  @Test func `A call sends its request and decodes its response`() async throws {
    let stub = StubTransport([StubRule(.get, "/api/dogs", .response(HTTPResponse(json: ["Rex", "Bob"])))])
    let dogs: Endpoint<[String]> = .get("/dogs", query: ["age": "3"])
    #expect(try await client(stub).send(dogs) == ["Rex", "Bob"])
    #expect(
      stub.requests == [
        HTTPRequest(
          .get, origin: "http://h", path: "/api/dogs", query: "age=3", headers: ["Accept": "application/json"])
      ])
  }

  @Test func `A client's coding applies to what it sends and receives`() async throws {
    struct Walk: Codable, Equatable { var beganAt: Date }
    let stub = StubTransport([
      StubRule(.post, "/api/walks", .response(HTTPResponse(json: ["began_at": 1_700_000_000_123])))
    ])
    var client = try client(stub)
    client.coding = JSONCoding(keys: .snakeCase, dates: .milliseconds)
    let walk = Walk(beganAt: Date(timeIntervalSince1970: 1_700_000_000.123))
    let begin: Endpoint<Walk> = .post("/walks", .json(walk))
    #expect(try await client.send(begin) == walk)
    #expect(stub.requests.map(\.body) == [Array(#"{"began_at":1700000000123}"#.utf8)])
  }

  @Test(arguments: [204, 200]) func `An optional value is nil if the body is empty, and another one is an error`(
    status: Int
  ) async throws {
    let client = try client(StubTransport([StubRule(.get, "/api/dogs", .response(HTTPResponse(status)))]))
    let dogs: Endpoint<[Int]?> = .get("/dogs")
    #expect(try await client.send(dogs) == nil)
    let some: Endpoint<[Int]> = .get("/dogs")
    await #expect(throws: APIError.self) { try await client.send(some) }
  }

  @Test func `A name and a password are sent with the calls that need them, and never shown`() async throws {
    let stub = StubTransport([StubRule(.get, "/*", .response(HTTPResponse(204)))])
    var client = try client(stub)
    client.credentials = .basic(user: "Aladdin", password: Token("open sesame"))
    try await client.send(Endpoint<Void>.get("/a", token: .required))
    try await client.send(Endpoint<Void>.get("/a"))
    #expect(stub.requests.map { $0.headers["Authorization"] } == ["Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==", nil])
    #expect(!"\(stub.requests) \(client)".contains("sesame"))
  }

  @Test func `Text, bytes, a file and repeated items and fields are sent as they are`() async throws {
    let folder = try Folder(["a.txt": "in a file"])
    defer { folder.remove() }
    let stub = StubTransport([StubRule(.post, "/*", .response(HTTPResponse(204)))])
    let client = try client(stub)
    let file = EndpointBody.file(name: "a.txt", folder: folder.path, contentType: "text/plain")
    for body in [.text("a=b"), .bytes([0, 255], contentType: "a/b"), file] {
      try await client.send(Endpoint<Void>.post("/a", body, headers: ["X-A": "1", "X-B": "2", "x-a": "3"]))
    }
    #expect(stub.requests.map { $0.headers["Content-Type"] } == ["text/plain; charset=utf-8", "a/b", "text/plain"])
    #expect(stub.requests[0].body == Array("a=b".utf8) && stub.requests[1].body == [0, 255])
    #expect(stub.requests[0].headers.values(of: "X-A") == ["1", "3"])
    #expect(
      try await client.prepare(Endpoint<Void>.post("/a", file)).options.upload?.bytes() == Array("in a file".utf8))
    let missing = EndpointBody.file(name: "b.txt", folder: folder.path, contentType: "text/plain")
    await #expect(throws: APIError.self) { try await client.send(Endpoint<Void>.post("/a", missing)) }
    let tags: Endpoint<Void> = .get("/a", query: EndpointQuery().adding("page", ["1"]).adding("tag", ["a", "b"]))
    #expect(try tags.request(to: BaseURL("http://h")).query == "page=1&tag=a&tag=b")
  }

  @Test func `An endpoint sends nothing by itself, and a new request each time that it is sent`() async throws {
    let stub = StubTransport([
      StubRule(.get, "/api/dogs", .response(HTTPResponse(json: ["Rex"])), .response(HTTPResponse(json: ["Bob"])))
    ])
    let client = try client(stub)
    let dogs: Endpoint<[String]> = .get("/dogs")
    #expect(stub.requests.isEmpty)
    #expect(try await client.send(dogs) == ["Rex"])
    #expect(try await client.send(dogs) == ["Bob"])
    #expect(stub.requests.count == 2)
  }

  @Test(arguments: [
    (TokenHeader("Token"), "Token", "hidden"), (TokenHeader("Authorization"), "Authorization", "hidden"),
    (.bearer, "Authorization", "Bearer hidden"), (TokenHeader("X-Desk"), "X-Desk", "hidden"),
  ]) func `The token is sent in the given header format`(header: TokenHeader, name: String, value: String) async throws
  {
    let stub = StubTransport([StubRule(.get, "/api/me", .response(HTTPResponse(json: "me")))])
    let me: Endpoint<String> = .get("/me", token: .required)
    #expect(try await client(stub, header: header).send(me) == "me")
    #expect(stub.requests.map { $0.headers.values(of: name) } == [[value]])
    #expect(!"\(stub.requests[0].headers)".contains("hidden"), "the field is known as a secret, whatever its name")
  }

  @Test func `A call that needs no token sends none, even if the user is signed in`() async throws {
    let stub = StubTransport([StubRule(.get, "/api/all", .response(HTTPResponse(json: "all")))])
    let all: Endpoint<String> = .get("/all")
    _ = try await client(stub).send(all)
    #expect(stub.requests[0].headers["Token"] == nil)
  }

  @Test func `A call that requires a token is not sent without one`() async throws {
    let stub = StubTransport()
    let me: Endpoint<String> = .get("/me", token: .required)
    await #expect(throws: APIError.notSignedIn) { try await client(stub, token: nil).send(me) }
    await #expect(throws: APIError.notSignedIn) {
      try await client(stub, token: nil, location: .firstAccount(of: "dogs")).send(me)
    }
    await #expect(throws: APIError.notSignedIn) { try await APIClient(stub, base: BaseURL("http://h")).send(me) }
    #expect(stub.requests.isEmpty)
  }

  @Test func `An app with one account does not have to name it`() async throws {
    let stub = StubTransport([StubRule(.get, "/api/me", .response(HTTPResponse(json: "me")))])
    let me: Endpoint<String> = .get("/me", token: .required)
    _ = try await client(stub, location: .firstAccount(of: "dogs")).send(me)
    #expect(stub.requests[0].headers["Token"] == "hidden")
  }

  @Test func `The token is read for each call, so a client remains valid after signing out`() async throws {
    let stub = StubTransport([StubRule(.get, "/api/me", .response(HTTPResponse(json: "me")))])
    let store = MemoryTokenStore([mine: Token("old")])
    let tokens = TokenSource(store, .item(mine), header: TokenHeader("Token"))
    let client = APIClient(stub, base: try BaseURL("http://h/api"), as: .token(tokens))
    let me: Endpoint<String> = .get("/me", token: .required)
    _ = try await client.send(me)
    try await store.write(Token("new"), as: mine)
    _ = try await client.send(me)
    try await store.delete(mine)
    await #expect(throws: APIError.notSignedIn) { try await client.send(me) }
    #expect(stub.requests.map { $0.headers["Token"] } == ["old", "new"])
  }

  @Test func `A failing token store is reported, and nothing is sent`() async throws {
    let stub = StubTransport()
    let error = TokenStoreError.tooLarge(limit: 5)
    let tokens = TokenSource(FailingTokenStore(error: error), .item(mine), header: .bearer)
    let me: Endpoint<String> = .get("/me", token: .required)
    await #expect(throws: APIError.tokenStore(error)) {
      try await APIClient(stub, base: BaseURL("http://h"), as: .token(tokens)).send(me)
    }
    #expect(stub.requests.isEmpty)
  }

  @Test func `An unsuccessful status is reported with header fields, body and whether a token was sent`()
    async throws
  {
    let response = HTTPResponse(401, headers: ["X-A": "1"], body: Array(#"{"result":"no"}"#.utf8))
    for (token, sent) in [(TokenUse.required, true), (.none, false)] {
      let me: Endpoint<String> = .get("/me", token: token)
      let result = await result(try client(StubTransport([StubRule(.get, "/api/me", .response(response))])), me)
      #expect(result == .failure(.status(StatusFailure(call: "GET /api/me", response: response, sentToken: sent))))
      guard case .failure(let error) = result, case .status(let failure) = error else { continue }
      #expect(error.isTokenRefused == sent)
      #expect(failure.json?["result"] == "no")
      #expect(failure.status == 401)
    }
  }

  @Test func `The target of a redirect to another origin doesn't get the token, so it can't refuse it`() async throws {
    for origin in [nil, "http://elsewhere"] {
      var response = HTTPResponse(401)
      response.origin = origin
      let transport = StubTransport([StubRule(.get, "/api/me", .response(response))])
      let me: Endpoint<String> = .get("/me", token: .required)
      let result = await result(try client(transport), me)
      guard case .failure(let error) = result else {
        Issue.record("status 401 was a success")
        continue
      }
      #expect(error.isTokenRefused == (origin == nil))
    }
  }

  @Test func `Only the statuses that the endpoint names mean success`() async throws {
    for (status, isSuccess) in [(200, true), (201, true), (202, false), (204, false), (302, false), (500, false)] {
      let me = Endpoint<JSON>.get("/me").succeeding(on: .only([200, 201]))
      let stub = StubTransport([StubRule(.get, "/api/me", .response(HTTPResponse(status, body: Array("{}".utf8))))])
      let result = await result(try client(stub), me)
      #expect((try? result.get()) == (isSuccess ? [:] : nil))
    }
  }

  @Test(arguments: ["", "hidden", "<hidden>", "[", "{\"hidden\":1}", "[1, \"hidden\"]"])
  func `A successful response with unexpected JSON is a decoding error that quotes nothing`(body: String) async throws {
    let stub = StubTransport([StubRule(.get, "/api/me", .response(HTTPResponse(200, body: Array(body.utf8))))])
    let numbers: Endpoint<[Int]> = .get("/me")
    let result = await result(try client(stub), numbers)
    guard case .failure(let error) = result, case .decoding(let failure) = error else {
      Issue.record("\(result)")
      return
    }
    #expect(failure.status == 200)
    #expect(failure.call == "GET /api/me")
    #expect(!"\(error) \(failure)".contains("hidden"))
  }

  @Test func `A decoding error states the position, the expected value and the found value`() async throws {
    struct Dog: Decodable { var name: String }
    let stub = StubTransport([
      StubRule(
        .get, "/api/dogs", .response(HTTPResponse(200, body: Array("[{\"name\":\"a\"},\n{\"name\":7}]".utf8))),
        .response(HTTPResponse(200, body: Array("[{}]".utf8))))
    ])
    let client = try client(stub)
    let dogs = Endpoint<[Dog]>.get("/dogs").ignoringValue()
    guard case .failure(.decoding(let wrong)) = await result(client, dogs),
      case .failure(.decoding(let missing)) = await result(client, dogs)
    else {
      Issue.record("decoded")
      return
    }
    #expect("\(wrong.path)" == "[1].name")
    #expect(
      wrong.description
        == "The response to GET /api/dogs, with status 200, does not have the expected format (line 2, column 9, [1].name): expected a string. Check that the server and app versions are compatible."
    )
    #expect(missing.error.reason == .missingKey("name", nearest: nil))
  }

  @Test func `A call that ignores its response accepts any body`() async throws {
    let stub = StubTransport([StubRule(.delete, "/api/dogs/7", .response(HTTPResponse(204)))])
    try await client(stub).send(Endpoint<Void>(.delete, "/dogs/\(7)"))
    #expect(stub.requests.count == 1)
  }

  @Test(
    arguments: [
      .get("/dogs", query: ["a": "1"]), .delete("/dogs", query: ["a": "1"]), .post("/dogs", .json([1])),
      .put("/dogs", .json([1])), .patch("/dogs", .json([1])),
    ] as [Endpoint<Void>])
  func `Each method has a call that ignores its response`(call: Endpoint<Void>) async throws {
    let stub = StubTransport([StubRule(call.method, "/api/dogs", .response(HTTPResponse(200, body: Array("{".utf8))))])
    try await client(stub).send(call)
    let request = try #require(stub.requests.first)
    let hasBody = call.method != .get && call.method != .delete
    #expect(request.query == (hasBody ? nil : "a=1"))
    #expect(request.body == (hasBody ? Array("[1]".utf8) : []))
  }

  @Test func `The transport's errors are thrown, including cancellation`() async throws {
    let clock = ManualClock()
    let stub = StubTransport(
      [
        StubRule(.get, "/api/a", .failure(.offline)), StubRule(.get, "/api/b", .after(.seconds(1), .failure(.offline))),
      ], clock: clock)
    let client = try client(stub)
    await #expect(throws: APIError.transport(.offline)) { try await client.send(Endpoint<JSON>.get("/a")) }
    let task = Task { try await client.send(Endpoint<JSON>.get("/b")) }
    await clock.waitForSleeps(1)
    task.cancel()
    await #expect(throws: APIError.transport(.cancelled)) { try await task.value }
  }

  @Test func `No description shows a token or a body`() {
    let response = HTTPResponse(401, headers: ["X-Secret": "hidden"], body: Array("hidden".utf8))
    let failure = StatusFailure(call: "GET /a", response: response, sentToken: true)
    let decoding = DecodingFailure(call: "GET /a", status: 200, error: JSONError(.invalid("hidden")))
    let errors: [APIError] = [
      .status(failure), .decoding(decoding), .encoding(JSONError(.invalid("hidden"))), .notSignedIn,
      .transport(.offline),
      .decoding(
        DecodingFailure(call: "GET /a", status: 200, error: JSONError(.unknownCase("hidden", known: ["hidden"])))),
      .decoding(
        DecodingFailure(call: "GET /a", status: 200, error: JSONError(.mismatch(expected: "a", found: "hidden")))),
      .decoding(DecodingFailure(call: "GET /a", status: 200, error: JSONError(.duplicateKey("hidden")))),
    ]
    var text = ""
    for error in errors {
      dump(error, to: &text)
      text += "\(error) \(String(reflecting: error)) "
    }
    dump(failure, to: &text)
    dump(decoding, to: &text)
    #expect(!text.contains("hidden"))
    #expect(failure.description == "GET /a was answered with status 401. The token is not accepted. Sign in again.")
  }
}

extension Endpoint {
  /// Returns the same call with a value that only states that decoding succeeded.
  fileprivate func ignoringValue() -> Endpoint<Bool> {
    let decoding = decoding
    return Endpoint<Bool>(method, path) { response, coding throws(JSONError) in
      _ = try decoding(response, coding)
      return true
    }
  }
}
