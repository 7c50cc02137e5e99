import ColmeiaBase
import ColmeiaTesting
import TestSupport
import Testing

@testable import ReferenceApp

/// Tests the live handler of the album over a stub transport.
@Suite(.blocking, .timeLimit(.minutes(10))) struct AlbumHandlerTests {
  private static let user: JSON = [
    "id": "123", "user_name": "Ana", "email": "ana@b.example", "is_first_login": 1, "likes_pizza": "true",
    "register_date": "2015/08/21 15:45:45", "favorite_pizza": ["id": 5, "name": "Calabresa", "size": 1],
    "ordered_pizzas": [],
  ]
  private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1]
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
        random: { 0 }, photo: { $0 == "a.png" ? .bytes(png) : $0 == "none" ? nil : .path($0) })
    }
  }

  private static var signedIn: MemoryTokenStore {
    MemoryTokenStore([
      TokenItem(service: "album", account: "session"): Token(#"{"access-token": "t", "client": "c", "uid": "u"}"#)
    ])
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
    #expect(await bench.actions(.album(.restore)) == [.album(.restoreFailed(.sessionEnded))])
    #expect(await bench.actions(.album(.signOut("ana@b.example"))) == [.album(.signedOut)])
    #expect(try await tokens.accounts(of: AlbumService.service) == [])
    let after = await bench.actions(.album(.load("ana@b.example", .both)))
    #expect(after == [.album(.loadFailed(.sessionEnded))])
  }

  @Test func `A photo is sent as a multipart form, and its progress is reported`() async throws {
    let bench = try Self.bench(
      StubRule(
        .post, "/album/photos", .json(Self.photo, 201)), tokens: Self.signedIn)
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
    let missing = await bench.actions(.album(.publish(AlbumDraft(file: "none", caption: "x"), of: "a")))
    #expect(missing == [.album(.publishFailed(.photo(.unreadable)))])
  }

  @Test func `A photo's file is read while it is sent, and one that can't be sent is reported`() async throws {
    let folder = Folder()
    defer { folder.remove() }
    let (name, tokens) = ("secret name.png", Self.signedIn)
    let file = AtomicFile(folder: folder.path, name: name)
    try await file.write(Self.png)
    let answers = ReplacingTransport(answer: HTTPResponse(201, json: Self.photo)) { try? file.writeNow(Self.png + [2]) }
    let bench = try Bench(rules: [], tokens: tokens) { environment in
      environment.album = AlbumService(
        answers, base: try BaseURL("http://photos.example/album"), tokens: tokens, cache: nil, clock: ManualClock(),
        random: { 0 }, photo: { .path($0) })
    }
    let draft = AlbumDraft(file: file.path, caption: "Rex")
    #expect(await bench.actions(.album(.publish(draft, of: "a"))).count == 2)
    let (request, body) = try #require(answers.requests.first)
    #expect(request.body.isEmpty && body.contains(Self.png))
    #expect(!String(decoding: body, as: UTF8.self).contains(name))
    answers.replaces = true
    #expect(await bench.actions(.album(.publish(draft, of: "a"))) == [.album(.publishFailed(.photo(.unreadable)))])
    for (bytes, failure) in [
      (Array("text".utf8), PhotoFailure.notAnImage),
      (Self.png + [UInt8](repeating: 0, count: AlbumPhoto.largest), .tooLarge(limit: AlbumPhoto.largest)),
    ] {
      try await file.write(bytes)
      #expect(await bench.actions(.album(.publish(draft, of: "a"))) == [.album(.publishFailed(.photo(failure)))])
    }
    #expect(answers.requests.count == 2)
  }

  @Test func `The texts of a photo are changed by parameters`() async throws {
    let bench = try Self.bench(
      StubRule(.patch, "/album/photos/7", .json(Self.photo)), tokens: Self.signedIn)
    let original = AlbumPhoto(id: 7, caption: "Foto", tags: ["São Paulo"], taken: 0, address: "")
    var draft = AlbumDraft(original: original, caption: " Rex ", tags: "cão, neve")
    let shown = AlbumPhoto(
      id: 7, caption: "Rex", tags: ["cão"], taken: 1_440_171_945, address: "http://h/album/photos/7")
    #expect(await bench.actions(.album(.publish(draft, of: "a"))) == [.album(.published(shown))])
    let request = try #require(bench.stub.requests.first)
    #expect(request.headers["Content-Type"] == "application/merge-patch+json" && request.query == nil)
    #expect(try JSON(parsing: request.body) == ["caption": "Rex", "tags": ["cão", "neve"]])
    // Only what was edited is sent.
    draft.tags = "São Paulo"
    _ = await bench.actions(.album(.publish(draft, of: "a")))
    (draft.caption, draft.tags) = ("Foto", "Rio")
    _ = await bench.actions(.album(.publish(draft, of: "a")))
    #expect(
      try bench.stub.requests.suffix(2).map { try JSON(parsing: $0.body) } == [["caption": "Rex"], ["tags": ["Rio"]]])
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

/// A transport that records the requests and their streamed bodies, and may call `replace` before it reads a body.
private final class ReplacingTransport: Transport {
  private struct Content {
    var requests: [(HTTPRequest, [UInt8])] = []
    var replaces = false
  }

  private let content = Guarded(Content())
  private let answer: HTTPResponse
  private let replace: @Sendable () -> Void

  init(answer: HTTPResponse, replace: @escaping @Sendable () -> Void) {
    self.answer = answer
    self.replace = replace
  }

  var requests: [(HTTPRequest, [UInt8])] { content.withLock { $0.requests } }
  var replaces: Bool {
    get { content.withLock { $0.replaces } }
    set { content.withLock { $0.replaces = newValue } }
  }

  nonisolated(nonsending) func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse { answer }

  nonisolated(nonsending) func send(
    _ request: HTTPRequest, _ options: TransferOptions
  ) async throws(TransportError) -> HTTPResponse {
    if replaces { replace() }
    content.withLock { $0.requests.append((request, [])) }
    guard let upload = options.upload else { return answer }
    do throws(UploadError) {
      let body = try upload.bytes()
      content.withLock { $0.requests[$0.requests.count - 1].1 = body }
    } catch { throw .unreadableBody(error) }
    options.progress?(.sent(upload.length, of: upload.length))
    return answer
  }
}
