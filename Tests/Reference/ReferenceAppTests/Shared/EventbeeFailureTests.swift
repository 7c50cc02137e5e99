import Testing

@testable import ReferenceApp

@Suite struct EventbeeFailureTests {
  static func failure(_ status: Int, _ text: String?, sentToken: Bool) -> EventbeeFailure? {
    let body = text.map { (["result": .string($0)] as JSON).bytes() } ?? Array("no JSON".utf8)
    return EventbeeFailure(
      .status(StatusFailure(call: "GET /x", response: HTTPResponse(status, body: body), sentToken: sentToken)))
  }

  @Test(
    arguments: [
      (401, Example.noAccess, true, .sessionRefused),
      (401, RefusalText.notOrganizer, true, .notPermitted), (401, RefusalText.notEnrolled, true, .notEnrolled),
      (401, "something else", true, .sessionRefused), (401, nil, true, .sessionRefused),
      (401, "Erro: E-mail ou senha inválidos", false, .wrongCredentials),
      (401, "Erro: Token do Facebook inválido", false, .wrongCredentials),
      (401, Example.noAccess, false, .request(.status(401))),
      (401, "something else", false, .request(.status(401))), (401, nil, false, .request(.status(401))),
      (429, "Erro: Muitas tentativas", false, .tooManyAttempts),
      (422, RefusalText.emailInUse, false, .repeatedEmail),
      (422, "Erro: Falha ao processar", true, .notProcessed), (422, nil, true, .notProcessed),
      (404, nil, true, .notFound),
      (500, nil, true, .request(.status(500))), (204, nil, true, .request(.status(204))),
    ] as [(Int, String?, Bool, EventbeeFailure)])
  func `A status maps to a failure by its text and by whether a token was sent`(
    status: Int, text: String?, sentToken: Bool, failure: EventbeeFailure
  ) {
    #expect(Self.failure(status, text, sentToken: sentToken) == failure)
  }

  @Test(
    arguments: [
      (["field": "name", "limit": 80], .refused(field: "name", limit: 80)),
      (["field": "email"], .refused(field: "email", limit: nil)), (["field": 1], .notProcessed),
    ] as [(JSON, EventbeeFailure)])
  func `A refusal may name a field and a limit`(body: JSON, failure: EventbeeFailure) {
    let response = HTTPResponse(422, body: body.bytes())
    #expect(
      EventbeeFailure(.status(StatusFailure(call: "POST /x", response: response, sentToken: false))) == failure)
  }

  @Test func `Errors without a response map to different failures, and cancellation to none`() {
    #expect(EventbeeFailure(.notSignedIn) == .sessionRefused)
    #expect(EventbeeFailure(.tokenStore(.damaged(path: "a", keptAs: "b"))) == .sessionRefused)
    #expect(EventbeeFailure(.tokenStore(.tooLarge(limit: 1))) == .request(.tokenUnreadable(.inputOutput)))
    #expect(EventbeeFailure(.transport(.offline)) == .request(.offline))
    #expect(EventbeeFailure(.transport(.timedOut(after: .seconds(1), origin: ""))) == .request(.timedOut))
    #expect(EventbeeFailure(.transport(.shutDown)) == .request(.unreachable))
    #expect(EventbeeFailure(.transport(.cancelled)) == nil)
    let path = JSONPath([.key("list"), .index(3)])
    let failure = DecodingFailure(call: "GET /x", status: 200, error: JSONError(.missingKey("id"), at: path))
    #expect(EventbeeFailure(.decoding(failure)) == .request(.undecodable(at: "list[3]")))
  }

  @Test func `A secret can be decoded, but never appears in output`() throws {
    let secret = try JSON.decode([Secret].self, from: Array(#"["hidden-1",""]"#.utf8))
    try #require(secret.map(\.value) == ["hidden-1", ""])
    var text = "\(secret) \(String(reflecting: secret))" + String(decoding: try JSON.encode(secret), as: UTF8.self)
    dump(secret, to: &text)
    dump(Members.Effect.logIn(email: "a", password: secret[0]), to: &text)
    #expect(!text.contains("hidden"))
    #expect(try JSON(encoding: secret) == ["***", ""])
  }

  @Test(arguments: ["public", "private", "friends", ""])
  func `A permission is encoded as it was decoded`(word: String) throws {
    let permission = EventPermission(rawValue: word)
    #expect(permission.rawValue == word)
    #expect(try JSON(encoding: permission) == .string(word))
    #expect(try JSON.string(word).decode(EventPermission.self) == permission)
  }
}
