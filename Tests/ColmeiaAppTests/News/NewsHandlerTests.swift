import Colmeia
import ColmeiaHTTP
import ColmeiaJSON
import ColmeiaStorage
import ColmeiaStubs
import Foundation
import Testing

@testable import ColmeiaApp

/// The live handler of the newspapers: what it asks, what it makes of each answer, and what it keeps.
@Suite struct NewsHandlerTests {
  private static let daily: JSON = ["name": "Diário", "description": "Todo dia", "created_at": "2016-06-28T12:34:56Z"]

  @Test func `One enters as a newspaper that there is; an unknown one is 404`() async throws {
    let bench = try Bench(StubRule(.get, "/newspapers/Di%C3%A1rio", .json(Self.daily), .json([:], 404)))
    let effect = AppReducer.Effect.news(.find("Diário"))
    #expect(await bench.actions(effect) == [.news(.entered(NewsTests.daily))])
    #expect(await bench.actions(effect) == [.news(.enterFailed(.notFound))])
    #expect(bench.requests.first == "GET http://news.example/newspapers/Di%C3%A1rio")
  }

  @Test func `A newspaper is founded, or there is one already`() async throws {
    let bench = try Bench(
      StubRule(.post, "/newspapers", .json(Self.daily, 201), .json(["error": "Duplicated entity"], 422)))
    let effect = AppReducer.Effect.news(.create(NewsTests.daily))
    #expect(await bench.actions(effect) == [.news(.entered(NewsTests.daily))])
    #expect(await bench.actions(effect) == [.news(.enterFailed(.refused(422, says: "Duplicated entity")))])
    #expect(try JSON(parsing: bench.stub.requests[0].body) == ["name": "Diário", "description": "Todo dia"])
  }

  @Test func `The newspapers come with the number of those that could not be understood`() async throws {
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
  func `A page without a good header is of a server without pages`(headers: [String: String]) async throws {
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
      (404, .notFound), (410, .notFound), (500, .serverFailed(500)), (599, .serverFailed(599)),
      (301, .refused(301, says: "Moved Permanently")), (400, .refused(400, says: "Bad Request")),
      (422, .refused(422, says: "Unprocessable Content")), (600, .refused(600, says: "Status")),
    ] as [(Int, NewspaperFailure)])
  func `A status is sorted`(status: Int, failure: NewspaperFailure) async throws {
    let bench = try Bench(StubRule(.get, "/newspapers/x", .response(HTTPResponse(status))))
    #expect(await bench.actions(.news(.find("x"))) == [.news(.enterFailed(failure))])
  }

  @Test func `What could not be sent was not, and what is no newspaper is told with its place`() async throws {
    let bench = try Bench(StubRule(.get, "/newspapers/x", .json(["name": 1, "description": "x"])))
    #expect(
      await bench.actions(.news(.find("x"))) == [.news(.enterFailed(.request(.undecodable(at: "name"))))])
    #expect(await bench.actions(.news(.find(".."))) == [.news(.enterFailed(.request(.unreachable)))])
    #expect(bench.requests.count == 1)
  }

  @Test func `A newspaper is read, changed and removed; what the server says is told, not all of it`() async throws {
    let path = "/newspapers/Di%C3%A1rio"
    let long: JSON = ["error": .string(String(repeating: "é", count: 1_000))]
    let bench = try Bench(
      StubRule(.get, path, .json(Self.daily), .json([:], 404)),
      StubRule(.put, path, .json(Self.daily), .json(["error": "invalid field: description"], 422), .json(long, 400)),
      StubRule(.delete, path, .response(HTTPResponse(204)), .response(HTTPResponse(404)), .failure(.cancelled)))
    #expect(await bench.actions(.news(.read("Diário"))) == [.news(.edit(.read(NewsTests.daily)))])
    #expect(await bench.actions(.news(.read("Diário"))) == [.news(.edit(.failed(.notFound)))])
    #expect(await bench.actions(.news(.update(NewsTests.daily))) == [.news(.edit(.saved(NewsTests.daily)))])
    #expect(
      await bench.actions(.news(.update(NewsTests.daily)))
        == [.news(.edit(.failed(.refused(422, says: "invalid field: description"))))])
    let told = String(repeating: "é", count: 200)
    #expect(
      await bench.actions(.news(.update(NewsTests.daily))) == [.news(.edit(.failed(.refused(400, says: told))))])
    #expect(await bench.actions(.news(.delete("Diário"))) == [.news(.edit(.removed))])
    #expect(await bench.actions(.news(.delete("Diário"))) == [.news(.edit(.failed(.notFound)))])
    #expect(await bench.actions(.news(.delete("Diário"))) == [])
    let body = bench.stub.requests.first { $0.method == .put }?.body
    #expect(try body.map { try JSON(parsing: $0) } == ["name": "Diário", "description": "Todo dia"])
  }

  @Test func `Each call says that it sends JSON and wants JSON`() async throws {
    let bench = try Bench(
      StubRule(.get, "/newspapers", .json([Self.daily])), StubRule(.post, "/newspapers", .json(Self.daily, 201)))
    _ = await bench.actions(.news(.newspapers(page: 1)))
    _ = await bench.actions(.news(.create(NewsTests.daily)))
    #expect(bench.stub.requests.count == 3)
    #expect(bench.stub.requests.allSatisfy { $0.headers["Accept"] == "application/json" })
    #expect(bench.stub.requests.allSatisfy { $0.headers["Content-Type"] == "application/json" })
  }

  @Test func `What is published has no identity of the app's`() async throws {
    let item: JSON = [
      "id": "9", "newspaper_name": "Diário", "title": "Título 9", "body": "uma\nduas", "created_at": "",
    ]
    let bench = try Bench(StubRule(.post, "/newspapers/Di%C3%A1rio/news", .json(item, 201), .json([:], 500)))
    let effect = AppReducer.Effect.news(.publish(NewsDraft(title: "Título 9", body: "uma\nduas"), as: "Diário"))
    #expect(await bench.actions(effect) == [.news(.published(NewsTests.item("9")))])
    #expect(await bench.actions(effect) == [.news(.publishFailed(.serverFailed(500)))])
    #expect(try JSON(parsing: bench.stub.requests[0].body) == ["title": "Título 9", "body": "uma\nduas"])
  }

  @Test func `What is kept on the device is there for the next app; damage is put aside and said`() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "colmeia-news-\(ProcessInfo.processInfo.globallyUniqueString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let file = NewsFile(folder: folder)
    #expect(try await file.read() == nil)
    let saved = SavedNews(
      newspaper: "Diário", subscriptions: ["Diário"], items: [NewsTests.item("1")], keys: [NewsTests.item("1").key],
      resume: "1")
    let bench = try Bench(rules: []) { $0.newsFile = file }
    #expect(await bench.actions(.news(.restore)) == [.news(.restored(nil))])
    #expect(await bench.actions(.news(.keep(saved))) == [.news(.kept)])
    #expect(await bench.actions(.news(.restore)) == [.news(.restored(saved))])
    let path = "\(folder)/news.json"
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
    try "{".write(toFile: path, atomically: false, encoding: .utf8)
    #expect(await bench.actions(.news(.restore)) == [.news(.restoreFailed(.damaged))])
    #expect(FileManager.default.fileExists(atPath: path + ".damaged"))
    #expect(await bench.actions(.news(.restore)) == [.news(.restored(nil))])
  }

  @Test func `Without a device nothing is kept, and that is no failure`() async throws {
    let bench = try Bench()
    #expect(await bench.actions(.news(.keep(SavedNews()))) == [.news(.kept)])
    #expect(await bench.actions(.news(.restore)) == [.news(.restored(nil))])
  }
}
