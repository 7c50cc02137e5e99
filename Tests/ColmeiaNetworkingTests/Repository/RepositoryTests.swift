import ColmeiaClient
import ColmeiaHTTP
import ColmeiaJSON
import ColmeiaStubs
import ColmeiaSystems
import Testing

/// The table of Jayme's calls, and what each answer means.
@Suite struct RepositoryTests {
  private typealias Newspaper = CanillitaAPI.Newspaper
  private static let daily: JSON = ["name": "Diário", "description": "Todo dia", "created_at": "2016-06-28T12:34:56Z"]

  private static func client(_ stub: StubTransport) throws -> APIClient {
    APIClient(stub, base: try BaseURL("http://news.example/v1"), headers: CanillitaAPI.headers)
  }

  @Test func `Each call is the one of the table, and names stay in their segment`() async throws {
    let newspapers = CanillitaAPI.newspapers
    let draft = Newspaper(name: "a/b ã", description: "x")
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

  @Test func `A list says which entities it could not understand`() async throws {
    let answer: JSON = [Self.daily, ["name": "only a name"], 7, ["name": 1, "description": "x"], Self.daily]
    let stub = StubTransport([StubRule(.get, "/v1/newspapers", .response(HTTPResponse(json: answer)))])
    let list = try await Self.client(stub).send(CanillitaAPI.newspapers.all())
    #expect(list.entities.map(\.name) == ["Diário", "Diário"])
    #expect(list.failures.map(\.index) == [1, 2, 3])
    #expect(list.failures.first?.error.reason == .missingKey("description"))
    #expect(list.failures.map(\.description).last == "number 4 of the list (name) is not what was agreed")
  }

  @Test(arguments: [(12, 5, 1, true), (8, 5, 2, false), (10, 5, 2, false), (11, 5, 2, true), (1, .max, .max, false)])
  func `A page knows whether there are more`(total: Int, size: Int, number: Int, hasMore: Bool) {
    #expect(PageInfo(number: number, size: size, total: total).hasMore == hasMore)
  }

  @Test func `A page is read with its header, whatever the case of its names`() async throws {
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

  @Test(arguments: [["X-Page": "1", "X-Per-Page": "2"], ["X-Page": "1", "X-Per-Page": "two", "X-Total": "3"], [:]])
  func `A page without a good header is a bad response`(headers: [String: String]) async throws {
    var response = HTTPResponse(json: [Self.daily])
    for (name, value) in headers { response.headers.add(name, value) }
    let error = try await Self.error(of: CanillitaAPI.newspapers.page(1, size: 2), .response(response))
    guard case .badResponse = error else { throw error }
  }

  @Test func `A status is sorted`() async throws {
    let expected: [(Int, RepositoryError)] = [
      (404, .notFound), (410, .notFound), (500, .serverError(500)), (599, .serverError(599)), (301, .undefined(301)),
      (400, .undefined(400)), (422, .undefined(422)), (600, .undefined(600)),
    ]
    for (status, wanted) in expected {
      let error = try await Self.error(of: CanillitaAPI.newspapers.find("x"), .response(HTTPResponse(status)))
      #expect(error == wanted)
    }
  }

  @Test func `What is wrong with an answer is sorted: not JSON, another kind, no such entity`() async throws {
    for body: JSON in [[Self.daily], 7] {
      let error = try await Self.error(of: CanillitaAPI.newspapers.find("x"), .response(HTTPResponse(json: body)))
      guard case .badResponse = error else { throw error }
    }
    for body: JSON in [["name": "x"], ["name": 1, "description": "x"]] {
      let error = try await Self.error(of: CanillitaAPI.newspapers.find("x"), .response(HTTPResponse(json: body)))
      guard case .parsing = error else { throw error }
    }
    let text = HTTPResponse(200, body: Array("<html>".utf8))
    let error = try await Self.error(of: CanillitaAPI.newspapers.all(), .response(text))
    guard case .badResponse = error else { throw error }
  }

  @Test func `What never came is told as it is; what could not be sent was not`() async throws {
    #expect(
      try await Self.error(of: CanillitaAPI.newspapers.find("x"), .failure(.offline)) == .other(.transport(.offline)))
    let stub = StubTransport()
    let client = try Self.client(stub)
    do throws(APIError) {
      _ = try await client.send(CanillitaAPI.newspapers.find(".."))
      Issue.record("it was sent")
    } catch {
      #expect(RepositoryError(error) == .badRequest(.transport(.badRequest(.pathSegment(1)))))
      #expect(stub.requests.isEmpty)
    }
  }

  private static func error<Answer>(
    of endpoint: Endpoint<Answer>, _ answer: StubRule.Answer
  ) async throws -> RepositoryError {
    let stub = StubTransport([StubRule(.get, "/v1/newspapers/*", answer), StubRule(.get, "/v1/newspapers", answer)])
    let client = try client(stub)
    do throws(APIError) {
      _ = try await client.send(endpoint)
    } catch { return RepositoryError(error) }
    throw Missing()
  }

  private struct Missing: Error {}
}

/// An event of the stream as an item.
@Suite struct NewsEventTests {
  @Test(
    arguments: [
      ("Título\nCorpo", "Título", "Corpo"), ("Título", "Título", ""), ("Título\n", "Título", ""),
      ("T\numa\n\nduas\n", "T", "uma\n\nduas\n"), ("\ncorpo", "", "corpo"), ("T\r\nx", "T\r", "x"),
    ])
  func `The first line is the headline, all others the body`(data: String, title: String, body: String) {
    let item = CanillitaAPI.NewsItem(id: "1", event: "Diário", data: data)
    #expect(item == CanillitaAPI.NewsItem(id: "1", newspaper: "Diário", title: title, body: body))
  }

  @Test(arguments: [("", "d", "x"), ("1", "", "x"), ("1", "message", "x"), ("1", "d", "")])
  func `What lacks a part is no item`(id: String, event: String, data: String) {
    #expect(CanillitaAPI.NewsItem(id: id, event: event, data: data) == nil)
  }
}
