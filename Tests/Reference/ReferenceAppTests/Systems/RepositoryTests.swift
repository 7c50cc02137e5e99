import Testing

@testable import ReferenceApp

/// Tests of Jayme's calls and how each response is decoded.
@Suite struct RepositoryTests {
  private static let daily: JSON = ["name": "Diário", "description": "Todo dia", "created_at": "2016-06-28T12:34:56Z"]

  private static func client(_ stub: StubTransport) throws -> APIClient {
    APIClient(stub, base: try BaseURL("http://news.example/v1"), headers: CanillitaAPI.headers)
  }

  @Test func `Each call matches the table, and names stay in their path segment`() async throws {
    let newspapers = CanillitaAPI.newspapers
    let draft = Newspaper(name: "a/b ã", about: "x").request
    let calls: [(String, HTTPRequest)] = try [
      ("GET /v1/newspapers", Self.request(newspapers.all())),
      ("GET /v1/newspapers?name=x", Self.request(newspapers.all(where: ["name": "x"]))),
      ("GET /v1/newspapers?page=2&per_page=10", Self.request(newspapers.page(2, size: 10))),
      ("GET /v1/newspapers/a%2Fb%20%C3%A3", Self.request(newspapers.find("a/b ã"))),
      ("POST /v1/newspapers", Self.request(newspapers.create(draft))),
      ("PUT /v1/newspapers/a%2Fb%20%C3%A3", Self.request(newspapers.update("a/b ã", draft))),
      ("DELETE /v1/newspapers/x", Self.request(newspapers.delete("x"))),
      ("POST /v1/newspapers/a%2Fb/news", Self.request(CanillitaAPI.news(of: "a/b").create(draft))),
    ]
    for (expected, request) in calls { #expect("\(request.method) \(request.target)" == expected) }
    #expect(try JSON(parsing: calls[4].1.body) == ["name": "a/b ã", "description": "x"])
    #expect(calls[4].1.headers["Content-Type"] == "application/json")
  }

  private static func request<Answer>(_ endpoint: Endpoint<Answer>) throws -> HTTPRequest {
    try endpoint.request(to: try BaseURL("http://news.example/v1"))
  }

  @Test func `A list reports the entities that could not be decoded`() async throws {
    let answer: JSON = [Self.daily, ["name": "only a name"], 7, ["name": 1, "description": "x"], Self.daily]
    let stub = StubTransport([StubRule(.get, "/v1/newspapers", .response(HTTPResponse(json: answer)))])
    let list = try await Self.client(stub).send(CanillitaAPI.newspapers.all())
    #expect(list.entities.map(\.name) == ["Diário", "Diário"])
    #expect(list.failures.map(\.index) == [1, 2, 3])
    #expect(list.failures.first?.error.reason == .missingKey("description"))
  }

  @Test(arguments: [(12, 5, 1, true), (8, 5, 2, false), (10, 5, 2, false), (11, 5, 2, true), (1, .max, .max, false)])
  func `A page states whether there are more`(total: Int, size: Int, number: Int, hasMore: Bool) {
    #expect(PageInfo(number: number, size: size, total: total).hasMore == hasMore)
  }

  @Test func `A page is decoded with its header fields in any case`() async throws {
    var response = HTTPResponse(json: [Self.daily])
    for (name, value) in [("x-page", "2"), ("X-PER-PAGE", "10"), ("X-Total", "21")] {
      response.headers.add(name, value)
    }
    let stub = StubTransport([StubRule(.get, "/v1/newspapers", .response(response))])
    let page = try await Self.client(stub).send(CanillitaAPI.newspapers.page(2, size: 10))
    #expect(page.info == PageInfo(number: 2, size: 10, total: 21))
    #expect(page.list.entities.count == 1)
    #expect(page.info.hasMore)
  }
}

/// Tests of stream events as news items.
@Suite struct NewsEventTests {
  @Test(
    arguments: [
      ("Título\nCorpo", "Título", "Corpo"), ("Título", "Título", ""), ("Título\n", "Título", ""),
      ("T\numa\n\nduas\n", "T", "uma\n\nduas\n"), ("\ncorpo", "", "corpo"), ("T\r\nx", "T\r", "x"),
    ])
  func `The first line is the headline, and all other lines are the body`(data: String, title: String, body: String) {
    let item = NewsItem(id: "1", event: "Diário", data: data)
    #expect(item == NewsItem(id: "1", newspaper: "Diário", title: title, body: body))
  }

  @Test(arguments: [("", "d", "x"), ("1", "", "x"), ("1", "message", "x"), ("1", "d", "")])
  func `An event that lacks a part is not an item`(id: String, event: String, data: String) {
    #expect(NewsItem(id: id, event: event, data: data) == nil)
  }
}
