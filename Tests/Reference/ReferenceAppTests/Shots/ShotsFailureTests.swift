import Testing

@testable import ReferenceApp

/// Tests every way in which a request for shots can fail.
@Suite struct ShotsFailureTests {
  enum Kind: Sendable { case unauthorized, jsonMapping, undefined }

  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var answer: StubRule.Answer
    var list: Kind?
    var shot: Kind?
    var testDescription: String { name }

    init(_ name: String, _ answer: StubRule.Answer, list: Kind?, shot: Kind?) {
      (self.name, self.answer, self.list, self.shot) = (name, answer, list, shot)
    }

    init(_ name: String, _ status: Int = 200, _ body: String = "", list: Kind?, shot: Kind?) {
      self.init(name, .response(HTTPResponse(status, body: Array(body.utf8))), list: list, shot: shot)
    }

    init(_ name: String, _ error: TransportError) {
      self.init(name, .failure(error), list: .undefined, shot: .undefined)
    }
  }

  private static let good = #"[{"id":1}]"#

  private static let rows: [Row] = [
    Row("200 and a list", 200, good, list: nil, shot: .jsonMapping),
    Row("200 and an empty list", 200, "[]", list: nil, shot: .jsonMapping),
    Row("200 and an object", 200, "{}", list: .jsonMapping, shot: nil),
    Row("200 and a list with something else in it", 200, #"[{"id":1},7]"#, list: .jsonMapping, shot: .jsonMapping),
    Row("200 and a list of nothing", 200, "[null]", list: .jsonMapping, shot: .jsonMapping),
    Row("200 and a text", 200, #""shots""#, list: .jsonMapping, shot: .jsonMapping),
    Row("200 and null", 200, "null", list: .jsonMapping, shot: .jsonMapping),
    Row("200 and garbage", 200, "<html>", list: .undefined, shot: .undefined),
    Row("200 and half of it", 200, #"[{"id":1}"#, list: .undefined, shot: .undefined),
    Row(
      "200 and no UTF-8", .response(HTTPResponse(200, body: [0x5B, 0x22, 0xFF, 0x22, 0x5D])), list: .undefined,
      shot: .undefined),
    Row("200 and nothing", 200, "", list: .undefined, shot: .undefined),
    Row(
      "200, deeper than anybody reads", 200, String(repeating: "[", count: 10_000), list: .undefined, shot: .undefined),
    Row("201 and a list", 201, good, list: .undefined, shot: .undefined),
    Row("202", 202, list: .undefined, shot: .undefined), Row("204", 204, list: .undefined, shot: .undefined),
    Row("206 and a list", 206, good, list: .undefined, shot: .undefined),
    Row("304", 304, list: .undefined, shot: .undefined),
    Row("400", 400, list: .undefined, shot: .undefined),
    Row("401", 401, #"{"message":"Bad credentials."}"#, list: .unauthorized, shot: .unauthorized),
    Row("401 and a list", 401, good, list: .unauthorized, shot: .unauthorized),
    Row("403", 403, list: .undefined, shot: .undefined), Row("404", 404, list: .undefined, shot: .undefined),
    Row("422", 422, list: .undefined, shot: .undefined), Row("429", 429, list: .undefined, shot: .undefined),
    Row("500", 500, list: .undefined, shot: .undefined), Row("503", 503, list: .undefined, shot: .undefined),
    Row("no connection", .offline), Row("refused", .unreachable(.refused, origin: "o")),
    Row("broken off", .unreachable(.connectionLost, origin: "o")),
    Row("too late", .timedOut(after: .seconds(30), origin: "o")), Row("no TLS", .tls(origin: "o")),
    Row("a transport's own 401", .failed(code: 401, origin: "o")),
    Row("too large", .tooLarge(limit: 1, origin: "o")),
  ]

  private func failure<Answer>(_ endpoint: Endpoint<Answer>, _ answer: StubRule.Answer) async throws -> ShotsFailure? {
    let stub = StubTransport([StubRule(.get, "/*", answer)])
    let client = DribbbleAPI.client(stub, base: try BaseURL("http://shots"), token: Token("a-secret"))
    do throws(APIError) {
      _ = try await client.send(endpoint)
      return nil
    } catch { return ShotsFailure(error) }
  }

  private func kind(_ error: ShotsFailure?) -> Kind? {
    switch error {
    case .unauthorized: .unauthorized
    case .jsonMapping: .jsonMapping
    case .undefined: .undefined
    case nil: nil
    }
  }

  @Test(arguments: rows) func `Every failure maps to one of three kinds`(row: Row) async throws {
    let list = try await failure(DribbbleAPI.shots(), row.answer)
    let shot = try await failure(DribbbleAPI.shot(1), row.answer)
    #expect(kind(list) == row.list)
    #expect(kind(shot) == row.shot)
    for error in [list, shot] { #expect(error.map { "\($0)" }?.contains("secret") != true) }
  }

  @Test func `A missing token counts as rejected, but one that can't be read doesn't`() {
    #expect(ShotsFailure(.notSignedIn) == .unauthorized)
    let unreadable = APIError.tokenStore(.tooLarge(limit: 1))
    #expect(ShotsFailure(unreadable) == .undefined(.tokenUnreadable(.inputOutput)))
  }
}
