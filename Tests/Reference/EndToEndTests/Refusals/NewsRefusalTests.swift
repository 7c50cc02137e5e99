import Testing

@testable import ReferenceApp

/// Tests each refusal of Canillita once, from the request to what the app shows. Those that need thousands of records or
/// listeners are in `CanillitaStateTests` and `NewsStreamTests`.
@Suite(.blocking, .timeLimit(.minutes(10))) struct NewsRefusalTests {
  /// A row, with the status of a server that behaves like the original if it is another one.
  private struct Row: Sendable {
    var refusal: Refusal
    var faithful: Int?

    init(
      _ line: String, _ body: String = "", _ headers: HTTPHeaders = ["Content-Type": "application/json"],
      is reply: String, faithful: Int? = nil, shown: String
    ) {
      refusal = Refusal(line, Array(body.utf8), headers, is: reply, shown: shown)
      self.faithful = faithful
    }

    static func malformed(_ line: String, _ body: String, faithful: Int? = nil) -> Self {
      Row(
        line, body, is: #"400 {"error":"Malformed JSON request"}"#, faithful: faithful,
        shown: refused("Malformed JSON request"))
    }

    static func missing(_ field: String, _ line: String, _ body: String) -> Self {
      Row(line, body, is: #"400 {"error":"missing field: \#(field)"}"#, shown: refused("missing field: \(field)"))
    }

    /// A field with an invalid value, with its name on the screen if it has one there.
    static func invalid(
      _ field: String, _ line: String, _ body: String = "", faithful: Int? = nil, as name: String? = nil
    ) -> Self {
      Row(
        line, body, is: #"422 {"error":"invalid field: \#(field)"}"#, faithful: faithful,
        shown: name.map { "O servidor não aceitou \($0). Tente um texto mais curto." }
          ?? refused("invalid field: \(field)"))
    }

    static func missing(_ line: String, _ body: String = "") -> Self { Row(line, body, is: "404 ", shown: gone) }

    static func method(_ line: String) -> Self { Row(line, is: "405 ", shown: refused("Method Not Allowed")) }

    private static func refused(_ text: String) -> String { "O servidor não aceitou: \(text)" }
    private static let gone = "Esse jornal não existe mais."
  }

  private static let zangao = "/newspapers/Zang%C3%A3o"
  private static let taken = "00000000-0000-4000-8000-000000000001"

  private static let rows: [Row] = [
    .invalid("page", "GET /newspapers?page=0", faithful: 200),
    .invalid("per_page", "GET /newspapers?page=1&per_page=101", faithful: 200),
    .invalid("query", "GET /newspapers?name=%ff"),
    Row(
      "GET /newspapers", "", ["Accept": "text/html"], is: "406 ", shown: "O servidor não aceitou: Not Acceptable"),
    .missing("GET /newspapers/Nobody"), .missing("GET /newspapers/zang%C3%A3o"), .missing("GET /newspapers/a/b"),
    .missing("DELETE /newspapers/Nobody"),
    Row(
      "POST /newspapers", "{}", ["Content-Type": "text/plain"], is: "415 ",
      shown: "O servidor não aceitou: Unsupported Media Type"),
    .malformed("POST /newspapers", ""), .malformed("POST /newspapers", "{"),
    .malformed("POST /newspapers", "[]", faithful: 500), .malformed("POST /newspapers", "7", faithful: 500),
    .missing("name", "POST /newspapers", "{}"), .missing("name", "POST /newspapers", #"{"description":"A"}"#),
    .missing("description", "POST /newspapers", #"{"name":"A"}"#),
    .invalid("name", "POST /newspapers", #"{"name":7,"description":"A"}"#, as: "o nome"),
    .invalid("name", "POST /newspapers", #"{"name":"a\nb","description":"A"}"#, as: "o nome"),
    .invalid("name", "POST /newspapers", #"{"name":"..","description":"A"}"#, as: "o nome"),
    .invalid("name", "POST /newspapers", #"{"name":"","description":"A"}"#, as: "o nome"),
    .invalid("description", "POST /newspapers", #"{"name":"A","description":{}}"#, as: "a descrição"),
    Row(
      "POST /newspapers", #"{"name":"Zangão","description":"d"}"#, is: #"422 {"error":"Duplicated entity"}"#,
      shown: "Já existe um jornal com esse nome."),
    .missing("description", "PUT \(zangao)", #"{"name":"Other"}"#), .malformed("PUT \(zangao)", "{"),
    .malformed("PUT \(zangao)", "null", faithful: 500),
    .invalid("name", "PUT /newspapers/%00", #"{"name":"\u0000","description":"d"}"#, as: "o nome"),
    .missing("POST /newspapers/Nobody/news", #"{"title":"t","body":"b"}"#),
    .malformed("POST /newspapers/Nobody/news", "{"), .missing("POST /newspapers/Nobody/news", "{}"),
    .missing("POST /newspapers/Nobody/news", "[]"), .malformed("POST \(zangao)/news", "[]", faithful: 500),
    .malformed("POST \(zangao)/news", ""), .missing("title", "POST \(zangao)/news", "{}"),
    .missing("title", "POST \(zangao)/news", #"{"body":"b"}"#),
    .missing("body", "POST \(zangao)/news", #"{"title":"b","body":null}"#),
    .invalid("title", "POST \(zangao)/news", #"{"title":[],"body":"b"}"#, as: "o título"),
    .invalid("body", "POST \(zangao)/news", #"{"title":"t","body":7}"#, as: "o texto"),
    .method("GET \(zangao)/news"), .missing("GET \(zangao)/news/nothing"), .method("PUT \(zangao)/news/nothing"),
    .method("DELETE \(zangao)/news/nothing"), .method("POST /news"), .missing("GET /news/1"),
    // The original stores it in place of the other.
    Row(
      "POST \(zangao)/news", #"{"id":"\#(taken)","title":"t","body":"b"}"#, is: #"422 {"error":"Duplicated entity"}"#,
      faithful: 201, shown: "Já existe um jornal com esse nome."),
  ]

  @Test func `Each refused request gets its response, says so in the app, and changes nothing`() async throws {
    let backend = try LocalBackend()
    let newspapers = HTTPRequest(.get, path: "/newspapers")
    let before = try await backend.send(newspapers).body
    try await backend.expect(Self.rows.map(\.refusal)) { error in
      NewspaperFailure(error).map { .enteringFailed(.call($0), .create) }
    }
    #expect(try await backend.send(newspapers).body == before)
    let change = HTTPRequest(.post, path: "/_canillita", body: Array(#"{"faithful":true}"#.utf8))
    #expect(try await backend.send(change).status == 200)
    for row in Self.rows {
      let response = try await backend.send(row.refusal.request)
      let reply = "\(response.status) \(String(decoding: response.body, as: UTF8.self))"
      #expect(row.faithful == response.status || row.faithful == nil && reply == row.refusal.reply, row.refusal.name)
    }
    await backend.close()
  }

  @Test func `Each call of the app reports its refusal`() async throws {
    let backend = try LocalBackend()
    let (long, zangao) = (String(repeating: "x", count: 5_000), Newspaper(name: "Zangão", about: "x"))
    let rows: [(News.Effect, News.Action)] = [
      (.find("Nobody"), .enterFailed(.notFound)),
      (.create(zangao), .enterFailed(.refused(422, message: "Duplicated entity"))),
      (.newspapers(page: 0), .newspapersFailed(.refused(422, message: "invalid field: page"))),
      (.read("Nobody"), .edit(.failed(.notFound))),
      (
        .update(Newspaper(name: "Zangão", about: long)),
        .edit(.failed(.refused(422, message: "invalid field: description")))
      ),
      (.delete("Nobody"), .edit(.failed(.notFound))),
      (
        .publish(NewsDraft(title: long, body: "x"), as: "Zangão"),
        .publishFailed(.refused(422, message: "invalid field: title"))
      ),
    ]
    for (effect, action) in rows { #expect(try await backend.actions(.news(effect)) == [.news(action)]) }
    await backend.close()
  }
}
