import TestSupport
import Testing

@testable import ReferenceApp

/// Tests the live handler of the shots: the requests it sends, and how it handles each response.
@Suite(.blocking, .timeLimit(.minutes(10))) struct ShotsHandlerTests {
  private static func bench(_ answer: StubRule.Answer) throws -> Bench { try Bench(StubRule(.get, "/v1/*", answer)) }

  @Test func `The samples are sufficient to run the feature`() async throws {
    let base = try BaseURL("http://shots.example/v1")
    let stub = StubTransport(samplesOf: DribbbleAPI.shots(), DribbbleAPI.shot(2_850_451), below: base)
    let bench = try Bench(over: stub)
    guard case .shots(.loaded(let page))? = await bench.actions(.shots(.page(1))).first else {
      Issue.record("Expected a page")
      return
    }
    #expect(page.number == 1 && page.next == nil && page.freshness == .fresh && page.shots.count == 2)
    let first = page.shots[0]
    #expect(first.title == "CRM - Dashboard+" && [first.views, first.likes, first.comments] == [1_794, 214, 14])
    #expect(first.plainDescription?.contains("Sharing some more screens") == true)
    #expect(first.images.high != nil && first.images.normal != nil && first.author?.avatar != nil)
    #expect(page.shots[1].images.high == nil)
    #expect(await bench.actions(.shots(.shot(2_850_451))) == [.shots(.shot(2_850_451, first, .fresh))])
    #expect(
      bench.requests == [
        "GET http://shots.example/v1/shots?page=1&per_page=12 as Bearer shot-token",
        "GET http://shots.example/v1/shots/2850451 as Bearer shot-token",
      ])
  }

  @Test func `A page includes the number of the next one`() async throws {
    let headers: HTTPHeaders = ["Link": "<http://elsewhere/?page=4>; rel=next"]
    let bench = try Self.bench(.response(HTTPResponse(headers: headers, json: [["id": 1]])))
    #expect(
      await bench.actions(.shots(.page(3))) == [.shots(.loaded(Shots.Page(3, [Shot(id: 1)], next: 4)))])
  }

  @Test(
    arguments: [
      (.json([:], 401), .unauthorized), (.json([:], 429), .undefined(.status(429))),
      (.json([["id": 1], 7]), .jsonMapping(at: "[1]")), (.failure(.offline), .undefined(.offline)),
    ] as [(StubRule.Answer, ShotsFailure)])
  func `A failed request reports the reason`(answer: StubRule.Answer, failure: ShotsFailure) async throws {
    let bench = try Self.bench(answer)
    #expect(await bench.actions(.shots(.page(2))) == [.shots(.failed(2, failure))])
    let shot = failure == .jsonMapping(at: "[1]") ? .jsonMapping(at: "") : failure
    #expect(await bench.actions(.shots(.shot(7))) == [.shots(.shotFailed(7, shot))])
  }

  @Test func `A cancelled request sends no action`() async throws {
    let bench = try Self.bench(.failure(.cancelled))
    #expect(await bench.actions(.shots(.page(1))) == [])
    #expect(await bench.actions(.shots(.shot(1))) == [])
  }

  @Test(arguments: [nil, Token("")]) func `Without a token no request is sent`(token: Token?) async throws {
    let stub = StubTransport()
    let bench = try Bench(over: stub) { environment in
      environment.shots = try ShotService(stub, base: BaseURL("http://shots.example/v1"), token: token)
    }
    #expect(await bench.actions(.shots(.page(1))) == [.shots(.failed(1, .unauthorized))])
    #expect(await bench.actions(.shots(.shot(1))) == [.shots(.shotFailed(1, .unauthorized))])
    #expect(bench.requests.isEmpty)
  }

  @Test func `Without a service every request is unauthorized`() async throws {
    let bench = try Bench(rules: []) { $0.shots = nil }
    #expect(await bench.actions(.shots(.page(1))) == [.shots(.failed(1, .unauthorized))])
    #expect(await bench.actions(.shots(.shot(1))) == [.shots(.shotFailed(1, .unauthorized))])
  }

  @Test func `Long texts are truncated, and addresses that contain a secret are dropped`() async throws {
    let long = String(repeating: "é", count: 20_000)
    let images: JSON = ["normal": "https://user:hidden@h/a.png", "teaser": "https://h/b.png"]
    let shot: JSON = [
      "id": 1, "title": .string(long), "description": .string(long), "images": images,
      "user": ["name": .string(long), "location": .string(long)],
    ]
    let bench = try Self.bench(.json([shot]))
    guard case .shots(.loaded(let page))? = await bench.actions(.shots(.page(1))).first, let found = page.shots.first
    else {
      Issue.record("Expected a page")
      return
    }
    #expect(found.title?.count == Shot.longestLine && found.description?.count == Shot.longestDescription)
    #expect(found.author?.name?.count == Shot.longestLine && found.author?.location?.count == Shot.longestLine)
    #expect(found.images.normal == nil && found.images.teaser?.rawValue == "https://h/b.png")
  }
}
