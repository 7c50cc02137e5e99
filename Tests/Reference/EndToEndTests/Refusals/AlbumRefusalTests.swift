import TestSupport
import Testing

@testable import ReferenceApp

/// Tests each refusal of the albums once, from the request to what the app shows.
@Suite(.blocking, .timeLimit(.minutes(10))) struct AlbumRefusalTests {
  private static func row(
    _ line: String, _ type: String? = nil, _ body: [UInt8] = [], is status: Int, _ text: String, shown: String? = nil
  ) -> Refusal {
    Refusal(
      line, body, type.map { ["Content-Type": $0] } ?? [:],
      is: #"\#(status) {"success":false,"errors":["\#(text)"],"error":"\#(text)"}"#, shown: shown ?? "Erro: \(text)")
  }

  // Sessions.

  private static let (ended, wrong) = ("Sua sessão expirou. Entre de novo.", "E-mail ou senha inválidos.")
  private static let form = "application/x-www-form-urlencoded"

  private static func signIn(_ body: String, is status: Int, _ text: String, shown: String? = nil) -> Refusal {
    row("POST /album/auth/sign_in", form, Array(body.utf8), is: status, text, shown: shown)
  }

  private static let entrances = [
    row("GET /album/none", is: 404, "Não encontrado."), row("GET /album/photos/1", is: 404, "Não encontrado."),
    row("GET /album/auth/sign_in", is: 405, "Método não permitido."),
    // Without a session, the app doesn't send these.
    row("GET /album/user", is: 401, "Entre antes de continuar.", shown: wrong),
    row("PATCH /album/photos/1", patch, Array("{}".utf8), is: 401, "Entre antes de continuar.", shown: wrong),
    signIn("email=beto%40colmeia.example&password=x", is: 401, wrong, shown: wrong),
    signIn("email=nobody&password=x", is: 401, wrong, shown: wrong),
    signIn("email=nobody", is: 422, "O campo password não é válido."),
    signIn("password=x", is: 422, "O campo email não é válido."),
    row("POST /album/auth/sign_in", "application/json", Array("{}".utf8), is: 415, "O tipo do corpo não é aceito."),
  ]

  private static let guesses =
    (0..<10).map { _ in signIn("email=beto%40colmeia.example&password=x", is: 401, wrong, shown: wrong) } + [
      signIn(
        "email=beto%40colmeia.example&password=beto-123", is: 429, "Muitas tentativas. Tente de novo em 60 segundos.",
        shown: "Muitas tentativas. Espere um minuto e tente de novo.")
    ]

  // Photos.

  private static let long = String(repeating: "x", count: 201)

  private static func publish(
    _ body: [UInt8], _ text: String, type: String = PhotoForm.type, is status: Int = 422, shown: String? = nil
  ) -> Refusal {
    row("POST /album/photos", type, body, is: status, text, shown: shown)
  }

  private static let (otherType, caption) = ("O tipo do corpo não é aceito.", "O campo photo[caption] não é válido.")
  private static let (shownCaption, shownTags) = (
    "O servidor não aceitou a legenda. Tente um texto mais curto.",
    "O servidor não aceitou as etiquetas. Tente um texto mais curto."
  )

  private static let photos = [
    row("GET /album/photos?email=x", is: 404, "Não encontrado."),
    row("GET /album/photos?email=%ff", is: 422, "O campo query não é válido."),
    publish(PhotoForm.body(), otherType, type: "application/json", is: 415),
    publish(PhotoForm.body(), otherType, type: "multipart/form-data", is: 415),
    publish(PhotoForm.body().dropLast(8), otherType, is: 415), publish([], otherType, is: 415),
    publish(PhotoForm.body(nil), caption, shown: shownCaption),
    publish(PhotoForm.body(long), caption, shown: shownCaption),
    publish(PhotoForm.body("x", [], nil), "O campo photo[picture] não é válido."),
    publish(PhotoForm.body("x", [], [1, 2, 3]), "A foto precisa ser JPEG ou PNG."),
    publish(
      PhotoForm.body("x", [], PhotoForm.picture + [UInt8](repeating: 0, count: 2 << 20)), "A foto tem mais de 2 MB."),
    publish(PhotoForm.body("x", (0...10).map(String.init)), "O campo photo[tags] não é válido.", shown: shownTags),
    publish(PhotoForm.body("x", [long]), "O campo photo[tags] não é válido.", shown: shownTags),
    publish(
      PhotoForm.body("x", ["a", "b"]).replacing("[tags][0]".utf8, with: "[tags][2]".utf8),
      "O campo photo[tags] não é válido.",
      shown: shownTags),
  ]

  private static let patch = "application/merge-patch+json"

  private static func change(
    _ body: String, _ text: String, of id: Int = 1, type: String = patch, is status: Int = 422, shown: String? = nil
  ) -> Refusal {
    row("PATCH /album/photos/\(id)", type, Array(body.utf8), is: status, text, shown: shown)
  }

  private static let changes =
    [
      change("{}", otherType, type: "application/json", is: 415), change("{", "O corpo não é JSON.", is: 400),
      change("{}", "Não encontrado.", of: 21, is: 404),
      row("PATCH /album/photos/01", patch, Array("{}".utf8), is: 404, "Não encontrado."),
    ]
    + ["[]", "null", #"{"caption":5}"#, #"{"caption":null}"#, #"{"caption":"\#(long)"}"#].map {
      change($0, "O campo caption não é válido.", shown: shownCaption)
    }
    + [#"{"tags":"x"}"#, #"{"tags":[1,"a"]}"#, #"{"tags":["\#(long)"]}"#].map {
      change($0, "O campo tags não é válido.", shown: shownTags)
    }

  /// Returns the header fields of a new session.
  private static func session(_ backend: LocalBackend, _ body: String) async throws -> HTTPHeaders {
    let request = HTTPRequest(
      .post, path: "/album/auth/sign_in", headers: ["Content-Type": form], body: Array(body.utf8))
    let headers = try await backend.send(request).headers
    return try HTTPHeaders(["access-token", "client", "uid"].map { .init($0, try #require(headers[$0])) })
  }

  @Test func `Each refused request gets its response, says so in the app, and changes nothing`() async throws {
    func shown(_ error: APIError) -> Phrase? { AlbumFailure(error).map(Phrase.albumFailed) }
    // Each successful response has a new token.
    let backend = try LocalBackend(seconds: 10)
    var beto = try await Self.session(backend, "email=beto%40colmeia.example&password=beto-123")
    let other = try await Self.session(backend, "email=fulana22k%40hotmail.com&password=fulana-123")
    func exchange(_ request: HTTPRequest) async throws -> HTTPResponse {
      var request = request
      for field in beto.fields { request.headers[field.name] = field.value }
      let response = try await backend.send(request)
      beto["access-token"] = response.headers["access-token"]
      return response
    }
    try await backend.expect(Self.entrances, shown: shown)
    try await backend.expect(Self.photos, with: beto, shown: shown)
    for _ in 0..<20 {
      let photo = HTTPRequest(
        .post, path: "/album/photos", headers: ["Content-Type": PhotoForm.type], body: PhotoForm.body())
      #expect(try await exchange(photo).status == 201)
    }
    let before = try await exchange(HTTPRequest(.get, path: "/album/photos")).body
    try await backend.expect([Self.publish(PhotoForm.body(), "O álbum está cheio.")], with: beto, shown: shown)
    try await backend.expect(Self.changes, with: beto, shown: shown)
    try await backend.expect([Self.change("{}", "Não encontrado.", is: 404)], with: other, shown: shown)
    #expect(try await exchange(HTTPRequest(.get, path: "/album/photos")).body == before)
    // A session of another user, and one that has ended.
    var forged = beto
    forged["uid"] = other["uid"]
    let refused = [Self.row("GET /album/user", is: 401, "Entre antes de continuar.", shown: Self.ended)]
    try await backend.expect(refused, with: forged, shown: shown)
    let ended = beto
    #expect(try await exchange(HTTPRequest(.delete, path: "/album/auth/sign_out")).status == 200)
    try await backend.expect(refused, with: ended, shown: shown)
    await backend.close()
    let patient = try LocalBackend()
    try await patient.expect(Self.guesses, shown: shown)
    await patient.close()
  }

  @Test func `Each call of the app reports its refusal`() async throws {
    let backend = try LocalBackend()
    let fields = try await Self.session(backend, "email=beto%40colmeia.example&password=beto-123")
    var session = JSONObject()
    for field in fields.fields { session[field.name] = .string(field.value) }
    let tokens = MemoryTokenStore([
      TokenItem(service: AlbumService.service, account: "session"): Token(JSON.object(session).text())
    ])
    let base = try BaseURL(backend.server.origin).appending("album")
    let unknown = AlbumPhoto(id: 7, caption: "Rex", tags: [], taken: 0, address: "")
    func expect(_ effect: Album.Effect, _ action: Album.Action) async throws {
      let actions = try await backend.actions(.album(effect)) {
        $0.album = AlbumService(
          backend.transport, base: base, tokens: tokens, cache: nil, clock: ContinuousClock(), random: { 0 },
          photo: { _ in .bytes(PhotoForm.picture) })
      }
      #expect(actions.last == .album(action))
    }
    let (change, photo) = (
      Album.Effect.publish(AlbumDraft(original: unknown, caption: "Bob"), of: "beto@colmeia.example"),
      Album.Effect.publish(AlbumDraft(file: "a.png", caption: Self.long), of: "beto@colmeia.example")
    )
    try await expect(.signIn(email: "beto@colmeia.example", Secret("x")), .signInFailed(.wrongCredentials))
    try await expect(.load("x", .fresh), .loadFailed(.refused(message: "Não encontrado.")))
    try await expect(change, .publishFailed(.refused(message: "Não encontrado.")))
    try await expect(photo, .publishFailed(.refused(message: "O campo photo[caption] não é válido.")))
    #expect(try await backend.send(HTTPRequest(.delete, path: "/album/auth/sign_out", headers: fields)).status == 200)
    try await expect(.restore, .restoreFailed(.sessionEnded))
    try await expect(.load("x", .fresh), .loadFailed(.sessionEnded))
    for effect in [change, photo] { try await expect(effect, .publishFailed(.sessionEnded)) }
    await backend.close()
  }
}
