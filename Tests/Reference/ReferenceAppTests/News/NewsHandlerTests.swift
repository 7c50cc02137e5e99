import Foundation
import TestSupport
import Testing

@testable import ReferenceApp

/// Tests the live handler of the newspapers: the requests it sends, how it handles each response, and what it stores.
@Suite struct NewsHandlerTests {
  private static let daily: JSON = ["name": "Diário", "description": "Todo dia", "created_at": "2016-06-28T12:34:56Z"]

  @Test func `Logging in finds an existing newspaper`() async throws {
    let bench = try Bench(StubRule(.get, "/newspapers/Di%C3%A1rio", .json(Self.daily)))
    #expect(await bench.actions(.news(.find("Diário"))) == [.news(.entered(NewsTests.daily))])
    #expect(bench.requests.first == "GET http://news.example/newspapers/Di%C3%A1rio")
  }

  @Test func `A newspaper is created with a name and a description`() async throws {
    let bench = try Bench(StubRule(.post, "/newspapers", .json(Self.daily, 201)))
    #expect(await bench.actions(.news(.create(NewsTests.daily))) == [.news(.entered(NewsTests.daily))])
    #expect(try JSON(parsing: bench.stub.requests[0].body) == ["name": "Diário", "description": "Todo dia"])
  }

  @Test func `A page of newspapers includes the number of those that couldn't be decoded`() async throws {
    let bench = try Bench(
      StubRule(
        .get, "/newspapers", Self.page([Self.daily, ["name": 7]], number: 2, of: 21), Self.page([], number: 3, of: 21),
        .failure(.offline)))
    #expect(
      await bench.actions(.news(.newspapers(page: 2)))
        == [.news(.newspapers(NewspaperPage(number: 2, newspapers: [NewsTests.daily], unreadable: 1, hasMore: true)))])
    #expect(
      await bench.actions(.news(.newspapers(page: 3))) == [.news(.newspapers(NewspaperPage(number: 3, newspapers: [])))]
    )
    #expect(await bench.actions(.news(.newspapers(page: 1))) == [.news(.newspapersFailed(.request(.offline)))])
    #expect(bench.requests.first == "GET http://news.example/newspapers?page=2&per_page=10")
  }

  private static func page(_ newspapers: JSON, number: Int, of total: Int) -> StubRule.Answer {
    var answer = HTTPResponse(200, json: newspapers)
    for (name, value) in [("X-Page", number), ("X-Per-Page", 10), ("X-Total", total)] {
      answer.headers[name] = "\(value)"
    }
    return .response(answer)
  }

  @Test func `A server without pages is asked for all newspapers`() async throws {
    let bench = try Bench(
      StubRule(.get, "/newspapers", .json([Self.daily]), .json([Self.daily, Self.daily]), .json(["x": 1])))
    #expect(
      await bench.actions(.news(.newspapers(page: 1)))
        == [.news(.newspapers(NewspaperPage(newspapers: [NewsTests.daily, NewsTests.daily])))])
    #expect(bench.requests.last == "GET http://news.example/newspapers")
    #expect(
      await bench.actions(.news(.newspapers(page: 1)))
        == [.news(.newspapersFailed(.request(.undecodable(at: ""))))])
  }

  @Test(arguments: [["X-Page": "1", "X-Per-Page": "2"], ["X-Page": "1", "X-Per-Page": "two", "X-Total": "3"], [:]])
  func `A response with invalid page fields counts as one without pages`(headers: [String: String]) async throws {
    var answer = HTTPResponse(200, json: [Self.daily])
    for (name, value) in headers { answer.headers[name] = value }
    let bench = try Bench(StubRule(.get, "/newspapers", .response(answer)))
    #expect(
      await bench.actions(.news(.newspapers(page: 1)))
        == [.news(.newspapers(NewspaperPage(newspapers: [NewsTests.daily])))])
    #expect(bench.requests.count == 2)
  }

  @Test(
    arguments: [
      (410, .notFound), (500, .serverFailed(500)), (599, .serverFailed(599)),
      (301, .refused(301, message: "Moved Permanently")), (600, .refused(600, message: "Status 600")),
    ] as [(Int, NewspaperFailure)])
  func `A status that the own server never has is mapped to a failure`(status: Int, failure: NewspaperFailure)
    async throws
  {
    let bench = try Bench(StubRule(.get, "/newspapers/x", .response(HTTPResponse(status))))
    #expect(await bench.actions(.news(.find("x"))) == [.news(.enterFailed(failure))])
  }

  @Test func `A request that can't be sent and a response that can't be decoded are reported`() async throws {
    let bench = try Bench(StubRule(.get, "/newspapers/x", .json(["name": 1, "description": "x"])))
    #expect(
      await bench.actions(.news(.find("x"))) == [.news(.enterFailed(.request(.undecodable(at: "name"))))])
    #expect(await bench.actions(.news(.find(".."))) == [.news(.enterFailed(.request(.unreachable)))])
    #expect(bench.requests.count == 1)
  }

  @Test func `A newspaper is read, changed and removed; the server's messages are shown, but truncated`() async throws {
    let path = "/newspapers/Di%C3%A1rio"
    let long: JSON = ["error": .string(String(repeating: "é", count: 1_000))]
    let bench = try Bench(
      StubRule(.get, path, .json(Self.daily)), StubRule(.put, path, .json(Self.daily), .json(long, 400)),
      StubRule(.delete, path, .response(HTTPResponse(204)), .failure(.cancelled)))
    #expect(await bench.actions(.news(.read("Diário"))) == [.news(.edit(.read(NewsTests.daily)))])
    #expect(await bench.actions(.news(.update(NewsTests.daily))) == [.news(.edit(.saved(NewsTests.daily)))])
    let message = String(repeating: "é", count: 200)
    #expect(
      await bench.actions(.news(.update(NewsTests.daily))) == [.news(.edit(.failed(.refused(400, message: message))))])
    #expect(await bench.actions(.news(.delete("Diário"))) == [.news(.edit(.removed))])
    #expect(await bench.actions(.news(.delete("Diário"))) == [])
    let body = bench.stub.requests.first { $0.method == .put }?.body
    #expect(try body.map { try JSON(parsing: $0) } == ["name": "Diário", "description": "Todo dia"])
  }

  @Test func `Each request sends and accepts JSON`() async throws {
    let bench = try Bench(
      StubRule(.get, "/newspapers", .json([Self.daily])), StubRule(.post, "/newspapers", .json(Self.daily, 201)))
    _ = await bench.actions(.news(.newspapers(page: 1)))
    _ = await bench.actions(.news(.create(NewsTests.daily)))
    #expect(bench.stub.requests.count == 3)
    #expect(bench.stub.requests.allSatisfy { $0.headers["Accept"] == "application/json" })
    #expect(bench.stub.requests.allSatisfy { $0.headers["Content-Type"] == "application/json" })
  }

  @Test func `A published item is sent without an ID`() async throws {
    let item: JSON = [
      "id": "9", "newspaper_name": "Diário", "title": "Título 9", "body": "uma\nduas", "created_at": "",
    ]
    let bench = try Bench(StubRule(.post, "/newspapers/Di%C3%A1rio/news", .json(item, 201)))
    let effect = AppReducer.Effect.news(.publish(NewsDraft(title: "Título 9", body: "uma\nduas"), as: "Diário"))
    #expect(await bench.actions(effect) == [.news(.published(NewsTests.item("9")))])
    #expect(try JSON(parsing: bench.stub.requests[0].body) == ["title": "Título 9", "body": "uma\nduas"])
  }

  @Test func `Saved state is restored by the next run; a damaged file is moved aside and reported`() async throws {
    let folder = Folder()
    defer { folder.remove() }
    let file = NewsFile(folder: folder.path)
    #expect(try await file.read() == nil)
    let saved = SavedNews(
      newspaper: "Diário", subscriptions: ["Diário"], items: [NewsTests.item("1")], keys: [NewsTests.item("1").key],
      resume: "1")
    let bench = try Bench(rules: []) { $0.newsFile = file }
    #expect(await bench.actions(.news(.restore)) == [.news(.restored(nil))])
    #expect(await bench.actions(.news(.keep(saved))) == [.news(.kept)])
    #expect(await bench.actions(.news(.restore)) == [.news(.restored(saved))])
    let path = "\(folder.path)/news.json"
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
    try "{".write(toFile: path, atomically: false, encoding: .utf8)
    #expect(await bench.actions(.news(.restore)) == [.news(.restoreFailed(.damaged))])
    #expect(FileManager.default.fileExists(atPath: path + ".damaged"))
    #expect(await bench.actions(.news(.restore)) == [.news(.restored(nil))])
  }

  @Test func `Without a file nothing is saved, which is not a failure`() async throws {
    let bench = try Bench()
    #expect(await bench.actions(.news(.keep(SavedNews()))) == [.news(.kept)])
    #expect(await bench.actions(.news(.restore)) == [.news(.restored(nil))])
  }
}
