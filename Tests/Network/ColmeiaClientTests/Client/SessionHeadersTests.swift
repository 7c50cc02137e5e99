import ColmeiaBase
import ColmeiaTesting
import TestSupport
import Testing

@testable import ColmeiaClient
@testable import ColmeiaTransport

@Suite(.timeLimit(.minutes(10))) struct SessionHeadersTests {
  private let item = TokenItem(service: "h", account: "ana")
  private let store = MemoryTokenStore()
  private let me = Endpoint<JSON>.get("/me", token: .required)
  private let logIn = Endpoint<JSON>(.post, "/auth/sign_in").sending(["email": "a", "password": "b"])

  private func headers(_ failure: (@Sendable (TokenStoreError) -> Void)? = nil) throws -> SessionHeaders {
    SessionHeaders(store, item, of: try BaseURL("http://h/api"), failure: failure)
  }

  private func client(_ transport: any Transport, _ session: SessionHeaders) throws -> APIClient {
    var client = APIClient(transport, base: try BaseURL("http://h/api"))
    client.credentials = .session(session)
    return client
  }

  private func answer(_ token: String, client: String = "c1", uid: String = "ana", _ status: Int = 200) -> HTTPResponse
  {
    HTTPResponse(
      status, headers: ["Access-Token": token, "CLIENT": client, "uid": uid, "token-type": "Bearer"], json: [:])
  }

  private func sent(_ request: HTTPRequest) -> [String?] {
    ["access-token", "client", "uid"].map { request.headers[$0] }
  }

  @Test func `Captured fields are sent with the next call that needs them, even after a restart`() async throws {
    let stub = StubTransport([
      StubRule(.post, "/api/auth/sign_in", .response(answer("t1"))),
      StubRule(.get, "/api/me", .response(answer("t2")), .response(answer(" ", client: " ")), .response(answer("t4"))),
      StubRule(.get, "/api/all", .response(HTTPResponse(json: 1))),
    ])
    let client = try client(stub, headers())
    _ = try await client.send(logIn)
    for _ in 0..<3 { _ = try await client.send(me) }
    _ = try await client.send(Endpoint<JSON>.get("/all"))
    let next = try self.client(stub, headers())
    _ = try await next.send(me)
    #expect(
      stub.requests.map(sent) == [
        [nil, nil, nil], ["t1", "c1", "ana"], ["t2", "c1", "ana"], ["t2", "c1", "ana"], [nil, nil, nil],
        ["t4", "c1", "ana"],
      ])
  }

  @Test func `The fields of a response that is not the last are sent with the repetition`() async throws {
    let stub = StubTransport([
      StubRule(.post, "/api/auth/sign_in", .response(answer("t1"))),
      StubRule(
        .get, "/api/me", .response(answer("t2", 503)), .response(answer("t3", 503)), .response(answer("t4"))),
    ])
    let policy = RetryPolicy(base: .zero)
    let client = try client(RetryingTransport(stub, policy: policy, random: { 0 }), headers())
    _ = try await client.send(logIn)
    _ = try await client.send(me)
    _ = try await client.send(me)
    #expect(stub.requests.map { $0.headers["access-token"] } == [nil, "t1", "t2", "t3", "t4"])
  }

  @Test func `A repetition without a token gets none, and its fields are secrets`() async throws {
    let stub = StubTransport([
      StubRule(.post, "/api/auth/sign_in", .response(answer("t1"))),
      StubRule(.get, "/api/me", .response(answer("t2", 503)), .response(answer("t3"))),
      StubRule(.get, "/api/all", .response(answer("t4", 503)), .response(HTTPResponse(json: 1))),
    ])
    let client = try client(RetryingTransport(stub, policy: RetryPolicy(base: .zero), random: { 0 }), headers())
    _ = try await client.send(logIn)
    _ = try await client.send(me)
    _ = try await client.send(Endpoint<JSON>.get("/all"))
    #expect(stub.requests.map { $0.headers["access-token"] } == [nil, "t1", "t2", nil, nil])
    #expect(stub.requests[2].headers.fields.first { $0.name == "uid" }?.isMarkedSecret == true)
  }

  @Test func `Signing out before a repetition stays signed out`() async throws {
    let clock = ManualClock()
    let stub = StubTransport([
      StubRule(.post, "/api/auth/sign_in", .response(answer("t1"))),
      StubRule(.get, "/api/me", .response(answer("t2", 503)), .response(answer("t3"))),
    ])
    let session = try headers()
    let policy = RetryPolicy(base: .seconds(1))
    let client = try client(RetryingTransport(stub, policy: policy, clock: clock, random: { 0 }), session)
    _ = try await client.send(logIn)
    let call = Task { try await client.send(me) }
    await clock.waitForSleeps(1)
    try await session.forget()
    clock.advance(by: .seconds(1))
    _ = try await call.value
    #expect(stub.requests.count == 3)
    #expect(try await store.read(item) == nil)
  }

  @Test func `The fields of a session are secrets, whatever their names`() async throws {
    let session = SessionHeaders(store, item, of: try BaseURL("http://h/api"), names: ["X-Auth-Key"])
    let answer = HTTPResponse(200, headers: ["X-Auth-Key": "t1"], json: [:])
    let client = try client(StubTransport([StubRule(.post, "/api/auth/sign_in", .response(answer))]), session)
    _ = try await client.send(logIn)
    #expect(try await client.request(for: me).headers.fields.last?.description == "X-Auth-Key: ***")
  }

  @Test func `The header fields of a failed response are captured, too`() async throws {
    let stub = StubTransport([
      StubRule(.post, "/api/auth/sign_in", .response(answer("t1"))),
      StubRule(.get, "/api/me", .response(answer("t2", 422)), .response(answer("t3"))),
    ])
    let client = try client(stub, headers())
    _ = try await client.send(logIn)
    await #expect(throws: APIError.self) { try await client.send(me) }
    _ = try await client.send(me)
    #expect(stub.requests.last.map(sent) == ["t2", "c1", "ana"])
  }

  @Test func `Of two concurrent requests, the older one's late response replaces nothing`() async throws {
    let clock = ManualClock()
    let stub = StubTransport(
      [
        StubRule(.get, "/api/slow", .after(.seconds(2), .response(answer("old")))),
        StubRule(.get, "/api/fast", .after(.seconds(1), .response(answer("new")))),
        StubRule(.get, "/api/me", .response(answer("t"))),
      ], clock: clock)
    let client = try client(stub, headers())
    async let slow = client.send(Endpoint<JSON>.get("/slow"))
    await clock.waitForSleeps(1)
    async let fast = client.send(Endpoint<JSON>.get("/fast"))
    await clock.waitForSleeps(2)
    clock.advance(by: .seconds(1))
    _ = try await fast
    clock.advance(by: .seconds(1))
    _ = try await slow
    _ = try await client.send(me)
    #expect(stub.requests.last.map(sent) == ["new", "c1", "ana"])
  }

  @Test func `Another server neither receives nor provides session fields`() async throws {
    let stub = StubTransport([
      StubRule(.post, "/api/auth/sign_in", .response(answer("t1"))),
      StubRule(.get, "/me", .response(answer("stolen"))), StubRule(.get, "/api/me", .response(answer("t2"))),
    ])
    let client = try client(stub, headers())
    _ = try await client.send(logIn)
    var copy = client
    copy.base = try BaseURL("http://other")
    let elsewhere = copy
    _ = try await elsewhere.send(Endpoint<JSON>.get("/me"))
    await #expect(throws: APIError.transport(.badRequest(.foreignToken))) { try await elsewhere.send(me) }
    _ = try await client.send(me)
    #expect(stub.requests.map(sent) == [[nil, nil, nil], [nil, nil, nil], ["t1", "c1", "ana"]])
  }

  @Test func `Signing out removes all fields, and a late response does not restore them`() async throws {
    let clock = ManualClock()
    let stub = StubTransport(
      [
        StubRule(.post, "/api/auth/sign_in", .response(answer("t1"))),
        StubRule(.get, "/api/me", .after(.seconds(1), .response(answer("t2")))),
      ], clock: clock)
    let session = try headers()
    let client = try client(stub, session)
    _ = try await client.send(logIn)
    async let late = client.send(me)
    await clock.waitForSleeps(1)
    try await session.forget()
    clock.advance(by: .seconds(1))
    _ = try await late
    await #expect(throws: APIError.notSignedIn) { try await client.send(me) }
    #expect(try await store.read(item) == nil)
  }

  @Test(arguments: [nil, TokenStoreError.tooLarge(limit: 1)])
  func `Signing out while fields are being written waits for the removal`(failure: TokenStoreError?) async throws {
    /// A store whose writes wait, and whose removals fail if there is an error.
    struct SlowStore: TokenStore {
      let base: MemoryTokenStore
      let failure: TokenStoreError?
      let began = Bell()
      let release = Bell()
      func read(_ item: TokenItem) async throws(TokenStoreError) -> Token? { try await base.read(item) }
      func write(_ token: Token, as item: TokenItem) async throws(TokenStoreError) {
        began.ring()
        await release.wait(after: 0)
        try await base.write(token, as: item)
      }
      func replace(_ old: Token, with new: Token?, as item: TokenItem) async throws(TokenStoreError) -> Bool { false }
      func delete(_ item: TokenItem) async throws(TokenStoreError) {
        if let failure { throw failure }
        try await base.delete(item)
      }
      func accounts(of service: String) async throws(TokenStoreError) -> [String] { [] }
    }
    let (base, received) = (MemoryTokenStore(), Recorder<TokenStoreError>())
    let store = SlowStore(base: base, failure: failure)
    let session = SessionHeaders(store, item, of: try BaseURL("http://h")) { received.add($0) }
    let client = try client(StubTransport([StubRule(.post, "/api/auth/sign_in", .response(answer("t1")))]), session)
    async let signIn = client.send(logIn)
    await store.began.wait(after: 0)
    let signOut = Task {
      let result = await Task { try await session.forget() }.result
      return (result, try? await base.read(item))
    }
    await poll(for: "the request to remove the fields") { session.content.read { $0.requested } == 2 }
    store.release.ring()
    let (result, left) = await signOut.value
    _ = try await signIn
    if case .failure(let error) = result {
      #expect(error as? TokenStoreError == failure)
    } else {
      #expect(failure == nil)
    }
    #expect((left == nil) == (failure == nil))
    #expect(received.all == [])
  }

  @Test func `A value that is invalid or too long is ignored`() async throws {
    let long = String(repeating: "x", count: SessionHeaders.valueLimit + 1)
    let stub = StubTransport([
      StubRule(
        .post, "/api/auth/sign_in", .response(answer("t1")), .response(answer("a\r\nX: y", client: long, uid: "zoe"))),
      StubRule(.get, "/api/me", .response(HTTPResponse(json: 1))),
    ])
    let client = try client(stub, headers())
    _ = try await client.send(logIn)
    _ = try await client.send(logIn)
    _ = try await client.send(me)
    #expect(stub.requests.last.map(sent) == ["t1", "c1", "zoe"])
  }

  @Test func `A store that cannot save the fields is reported, and the session continues`() async throws {
    struct OnlyReading: TokenStore {
      func read(_ item: TokenItem) async throws(TokenStoreError) -> Token? { nil }
      func write(_ token: Token, as item: TokenItem) async throws(TokenStoreError) { throw .tooLarge(limit: 1) }
      func replace(_ old: Token, with new: Token?, as item: TokenItem) async throws(TokenStoreError) -> Bool { false }
      func delete(_ item: TokenItem) async throws(TokenStoreError) { throw .tooLarge(limit: 1) }
      func accounts(of service: String) async throws(TokenStoreError) -> [String] { [] }
    }
    let stub = StubTransport([
      StubRule(.post, "/api/auth/sign_in", .response(answer("t1"))), StubRule(.get, "/api/me", .response(answer("t2"))),
    ])
    let received = Recorder<TokenStoreError>()
    let session = SessionHeaders(OnlyReading(), item, of: try BaseURL("http://h")) { received.add($0) }
    let client = try client(stub, session)
    _ = try await client.send(logIn)
    _ = try await client.send(me)
    #expect(stub.requests.last.map(sent) == ["t1", "c1", "ana"])
    #expect(received.all == [.tooLarge(limit: 1), .tooLarge(limit: 1)])
    await #expect(throws: TokenStoreError.tooLarge(limit: 1)) { try await session.forget() }
  }

  @Test func `A store that cannot be read is reported, and nothing is sent`() async throws {
    let stub = StubTransport()
    let error = TokenStoreError.tooLarge(limit: 5)
    let session = SessionHeaders(FailingTokenStore(error: error), item, of: try BaseURL("http://h"))
    await #expect(throws: APIError.tokenStore(error)) { try await client(stub, session).send(me) }
    #expect(stub.requests.isEmpty)
  }
}
