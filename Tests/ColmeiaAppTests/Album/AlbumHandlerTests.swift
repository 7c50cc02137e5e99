import ColmeiaHTTP
import ColmeiaJSON
import ColmeiaStorage
import ColmeiaStubs
import ColmeiaTesting
import Testing

@testable import ColmeiaApp

/// Tests the live handler of the album over a stub transport.
@Suite struct AlbumHandlerTests {
  private static let user: JSON = [
    "id": "123", "user_name": "Ana", "email": "ana@b.example", "is_first_login": 1, "likes_pizza": "true",
    "register_date": "2015/08/21 15:45:45", "favorite_pizza": ["id": 5, "name": "Calabresa", "size": 1],
    "ordered_pizzas": [],
  ]
  private static let photo: JSON = [
    "id": "7", "caption": "Rex", "tags": ["cão"], "taken": "2015/08/21 15:45:45", "bytes": "3",
    "url": "http://h/album/photos/7",
  ]

  private static func bench(
    _ rules: StubRule..., tokens: any TokenStore = MemoryTokenStore()
  ) throws -> Bench {
    let stub = StubTransport(rules)
    return try Bench(over: stub, tokens: tokens) { environment in
      environment.album = AlbumService(
        stub, base: try BaseURL("http://photos.example/album"), tokens: tokens, cache: nil, clock: ManualClock(),
        random: { 0 }, read: { $0 == "a.png" ? .success([0x89, 2, 3]) : .failure(.unreadable) })
    }
  }

  private static func fields(_ token: String) -> HTTPHeaders {
    ["access-token": token, "client": "c1", "uid": "ana@b.example"]
  }

  @Test func `The session from a response is sent with the next request, and updated by each response`() async throws {
    let tokens = MemoryTokenStore()
    let list: JSON = [Self.photo]
    let bench = try Self.bench(
      StubRule(
        .post, "/album/auth/sign_in",
        .response(HTTPResponse(200, headers: Self.fields("t1"), json: ["data": Self.user]))),
      StubRule(
        .get, "/album/photos", .response(HTTPResponse(200, headers: Self.fields("t2"), json: list)),
        .response(HTTPResponse(200, headers: Self.fields(" "), json: list))),
      StubRule(.get, "/album/user", .json(Self.user), .json(["error": "x"], 401)),
      StubRule(.delete, "/album/auth/sign_out", .json(["success": true])), tokens: tokens)
    let owner = AlbumOwner(email: "ana@b.example", name: "Ana", registered: 1_440_171_945, pizza: "Calabresa")
    #expect(await bench.actions(.album(.restore)) == [.album(.restored(nil))])
    let signIn = Album.Effect.signIn(email: "ana@b.example", Secret("a&b"))
    #expect(await bench.actions(.album(signIn)) == [.album(.signedIn(owner))])
    #expect(bench.stub.requests.last?.body == Array("email=ana%40b.example&password=a%26b".utf8))
    #expect(bench.stub.requests.last?.headers["Content-Type"] == "application/x-www-form-urlencoded")
    let shown = AlbumPhoto(
      id: 7, caption: "Rex", tags: ["cão"], taken: 1_440_171_945, address: "http://h/album/photos/7")
    for _ in 0..<2 {
      let actions = await bench.actions(.album(.load("ana@b.example", .both)))
      #expect(actions == [.album(.photos([shown], isCopy: false))])
    }
    #expect(bench.stub.requests.suffix(2).map { $0.headers["access-token"] } == ["t1", "t2"])
    #expect(bench.stub.requests.last?.query == "email=ana%40b.example&order=newest")
    // A blank token is ignored.
    #expect(await bench.actions(.album(.restore)) == [.album(.restored(owner))])
    #expect(bench.stub.requests.last?.headers["access-token"] == "t2")
    #expect(bench.stub.requests.last?.headers["uid"] == "ana@b.example")
    #expect(await bench.actions(.album(.restore)) == [.album(.restored(nil))])
    #expect(await bench.actions(.album(.signOut)) == [.album(.signedOut)])
    #expect(try await tokens.accounts(of: AlbumService.service) == [])
    let after = await bench.actions(.album(.load("ana@b.example", .both)))
    #expect(after == [.album(.loadFailed(.sessionEnded))])
  }

  @Test func `A photo is sent as a multipart form, and its progress is reported`() async throws {
    let tokens = MemoryTokenStore([
      TokenItem(service: "album", account: "session"): Token(#"{"access-token": "t", "client": "c", "uid": "u"}"#)
    ])
    let bench = try Self.bench(
      StubRule(
        .post, "/album/photos", .json(Self.photo, 201), .json(["error_message": "O álbum está cheio."], 422),
        .json([:], 401)), tokens: tokens)
    let draft = AlbumDraft(file: "a.png", caption: " Rex ", tags: "cão, neve")
    let actions = await bench.actions(.album(.publish(draft, of: "ana@b.example")))
    #expect(actions.first == .album(.progress(100)) && actions.count == 2, "\(actions)")
    let request = try #require(bench.stub.requests.first)
    #expect(request.headers["Content-Type"]?.hasPrefix("multipart/form-data; charset=utf-8; boundary=") == true)
    #expect(request.query == "email=ana%40b.example")
    let body = String(decoding: request.body, as: UTF8.self)
    for name in ["photo[caption]", "photo[tags][0]", "photo[tags][1]", "photo[picture]"] {
      #expect(body.contains("name=\"\(name)\""), "\(name)")
    }
    #expect(body.contains("Content-Type: image/png"))
    let refused = await bench.actions(.album(.publish(draft, of: "ana@b.example")))
    #expect(refused.last == .album(.publishFailed(.refused(message: "O álbum está cheio."))))
    let ended = await bench.actions(.album(.publish(draft, of: "ana@b.example")))
    #expect(ended.last == .album(.publishFailed(.sessionEnded)))
    let missing = await bench.actions(.album(.publish(AlbumDraft(file: "none", caption: "x"), of: "a")))
    #expect(missing == [.album(.publishFailed(.unreadable))])
  }

  @Test(
    arguments: [
      (401, .wrongCredentials), (429, .tooManyAttempts), (422, .refused(message: "Não.")),
      (500, .refused(message: "Não.")),
    ] as [(Int, AlbumFailure)])
  func `A failed sign-in is reported by kind, and in the server's words only if they alone explain it`(
    status: Int, failure: AlbumFailure
  ) async throws {
    let bench = try Self.bench(StubRule(.post, "/album/auth/sign_in", .json(["error": "Não."], status)))
    #expect(
      await bench.actions(.album(.signIn(email: "a", Secret("b")))) == [.album(.signInFailed(failure))])
  }

  @Test func `A notice can be a text, an object, or unreadable`() async throws {
    let tokens = MemoryTokenStore([
      TokenItem(service: "album", account: "session"): Token(#"{"access-token": "t"}"#)
    ])
    let bench = try Self.bench(
      StubRule(
        .get, "/album/notice", .response(HTTPResponse(200, body: Array("Olá".utf8))), .json(["notice": "Oi"]),
        .response(HTTPResponse(200, body: [0xFF, 0xFE])), .response(HTTPResponse(204)), .json([:], 404)),
      tokens: tokens)
    var notices: [[AppReducer.Action]] = []
    for _ in 0..<5 { notices.append(await bench.actions(.album(.notice))) }
    #expect(
      notices == [
        [.album(.notice("Olá"))], [.album(.notice("Oi"))], [.album(.notice(nil))], [.album(.notice(nil))], [],
      ])
  }

  @Test func `A decoding error names its place in the response; without a service no request is sent`() async throws {
    let bench = try Self.bench(
      StubRule(.post, "/album/auth/sign_in", .json(["data": ["id": "x", "user_name": "Ana"]])))
    let signIn = AppReducer.Effect.album(.signIn(email: "a", Secret("b")))
    let failure = AlbumFailure.request(.undecodable(at: "data.id"))
    #expect(await bench.actions(signIn) == [.album(.signInFailed(failure))])
    let without = try Bench()
    #expect(await without.actions(signIn) == [.album(.signInFailed(.request(.unreachable)))])
    #expect(await without.actions(.album(.restore)) == [.album(.restored(nil))])
  }
}
