import ColmeiaTesting
import TestSupport
import Testing

@testable import ColmeiaClient
@testable import ColmeiaTransport

@Suite(.timeLimit(.minutes(10))) struct StubTransportTests {
  private func get(_ path: String) -> HTTPRequest { HTTPRequest(.get, origin: "http://h", path: path) }

  private static let patterns: [(String, String, Bool)] = [
    ("/a", "/a", true), ("/a", "/b", false), ("/a", "/a/b", false), ("/a/b", "/a", false), ("/a/*", "/a/b", true),
    ("/a/*", "/a/b/c", true), ("/a/*", "/a", false), ("/a/*/c", "/a/b/c", true), ("/a/*/c", "/a/b/d", false),
    ("/a/*/c", "/a/b/b/c", false), ("/*", "/a", true), ("/*", "/", true), ("/", "/", true), ("/", "/a", false),
  ]

  @Test(arguments: patterns) func `A star matches one segment, and at the end the rest`(
    pattern: String, path: String, isMatch: Bool
  ) {
    #expect(StubRule(.get, pattern, .failure(.offline)).matches(get(path)) == isMatch)
  }

  @Test func `A rule matches its method and its condition`() {
    let rule = StubRule(.get, "/a", where: { $0.headers["X"] == "1" }, .failure(.offline))
    #expect(!rule.matches(get("/a")))
    #expect(rule.matches(HTTPRequest(.get, path: "/a", headers: ["X": "1"])))
    #expect(!rule.matches(HTTPRequest(.post, path: "/a", headers: ["X": "1"])))
  }

  @Test func `A condition may use the stub, and insert rules`() async throws {
    let stub = StubTransport()
    let late = StubRule(.get, "/a", .response(HTTPResponse(201)), .response(HTTPResponse(202)))
    let isNew = { @Sendable (_: HTTPRequest) in
      if stub.requests.count == 1 { stub.insert(late) }
      return true
    }
    stub.insert(StubRule(.get, "/a", where: isNew, .response(HTTPResponse(200)), .response(HTTPResponse(500))))
    #expect(try await stub.send(get("/a")).status == 200)
    #expect(try await stub.send(get("/a")).status == 201)
    #expect(try await stub.send(get("/a")).status == 202)
  }

  @Test func `Responses are returned in order, and the last one is repeated`() async throws {
    let stub = StubTransport([
      StubRule(.get, "/a", .response(HTTPResponse(500)), .failure(.offline), .response(HTTPResponse(200)))
    ])
    #expect(try await stub.send(get("/a")).status == 500)
    await #expect(throws: TransportError.offline) { try await stub.send(get("/a")) }
    #expect(try await stub.send(get("/a")).status == 200)
    #expect(try await stub.send(get("/a")).status == 200)
    #expect(stub.requests.count == 4)
  }

  @Test func `The first matching rule applies, and a later one can be inserted before it`() async throws {
    let stub = StubTransport([
      StubRule(.get, "/a", .response(HTTPResponse(200))), StubRule(.get, "/*", .response(HTTPResponse(404))),
    ])
    #expect(try await stub.send(get("/a")).status == 200)
    #expect(try await stub.send(get("/b")).status == 404)
    stub.insert(StubRule(.get, "/a", .response(HTTPResponse(503))))
    #expect(try await stub.send(get("/a")).status == 503)
  }

  @Test func `An unexpected request names the nearest rule and is recorded`() async {
    let stub = StubTransport([
      StubRule(.get, "/users", .failure(.offline)), StubRule(.get, "/events", .failure(.offline)),
    ])
    let near = "The stub has no rule for GET /event. The nearest is for GET /events."
    await #expect(throws: TransportError.declined(reason: near)) { try await stub.send(get("/event")) }
    let far = "The stub has no rule for GET /nothing/like/it. No rule is similar; add one."
    await #expect(throws: TransportError.declined(reason: far)) {
      try await stub.send(get("/nothing/like/it"))
    }
    #expect(stub.requests.map(\.path) == ["/event", "/nothing/like/it"])
  }

  @Test func `A delayed response follows the stub's clock`() async throws {
    let clock = ManualClock()
    let stub = StubTransport(
      [StubRule(.get, "/a", .after(.seconds(1), .after(.seconds(2), .response(HTTPResponse(200)))))], clock: clock)
    let request = get("/a")
    let task = Task { try await stub.send(request) }
    await clock.waitForSleeps(1)
    clock.advance(by: .seconds(1))
    await clock.waitForSleeps(2)
    clock.advance(by: .seconds(2))
    #expect(try await task.value.status == 200)
  }

  @Test func `A cancelled request fails at once, and is not recorded if it was cancelled before`() async {
    let clock = ManualClock()
    let stub = StubTransport([StubRule(.get, "/a", .after(.seconds(1), .response(HTTPResponse(200))))], clock: clock)
    let request = get("/a")
    let waiting = Task { try await stub.send(request) }
    await clock.waitForSleeps(1)
    waiting.cancel()
    await #expect(throws: TransportError.cancelled) { try await waiting.value }
    let gate = Tally()
    let early = Task {
      await gate.reaches(1)
      return try await stub.send(request)
    }
    early.cancel()
    gate.add()
    await #expect(throws: TransportError.cancelled) { try await early.value }
    #expect(stub.requests.count == 1)
  }

  @Test func `A rule can return an endpoint's sample`() async throws {
    var shot = Endpoint<Int>.get("/shots/7")
    shot.sample = HTTPResponse(json: 7)
    let stub = StubTransport([StubRule(sampleOf: shot, below: "/v1")])
    #expect(try await APIClient(stub, base: try BaseURL("http://h/v1")).send(shot) == 7)
    let without = StubTransport([StubRule(sampleOf: Endpoint<String>.get("/a"))])
    let reason = "The stub has no rule for GET /a. The nearest is for GET /a."
    await #expect(throws: TransportError.declined(reason: reason)) { try await without.send(get("/a")) }
  }
}
