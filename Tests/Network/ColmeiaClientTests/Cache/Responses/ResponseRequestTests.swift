import ColmeiaTesting
import TestSupport
import Testing

@testable import ColmeiaClient

/// Tests of the requests that a cached response or a transfer in flight is used for.
@Suite(.blocking, .timeLimit(.minutes(10))) struct ResponseRequestTests {
  private static func ok(_ json: JSON, _ headers: HTTPHeaders = [:]) -> StubRule.Answer {
    ResponseCacheTests.ok(json, headers)
  }

  /// Rules that respond with the value of the header field `Tenant`.
  private static func tenants(_ wrap: (StubRule.Answer) -> StubRule.Answer = { $0 }) -> [StubRule] {
    ["1", "2"].map { tenant in
      StubRule(
        .get, "/a", where: { $0.headers["Tenant"] == tenant }, wrap(ok(.string(tenant), ["Vary": "Tenant"])))
    }
  }

  /// Returns a client whose requests have this additional header field.
  private func client(_ name: String, _ value: String, _ client: CachingClient) -> CachingClient {
    var client = client
    client.client.headers[name] = value
    return client
  }

  @Test func `A response is not used for a request with another value of a header field`() async throws {
    let bench = ResponseBench()
    for rule in Self.tenants() { bench.stub.insert(rule) }
    let base = try bench.client(bench.cache())
    for use in [CachePolicy.networkOnly, .cacheFirst] {
      for tenant in ["1", "2"] {
        let source = use == .cacheFirst ? "cache(age: 0)" : "network"
        #expect(await client("Tenant", tenant, base).responses(use) == ["\"\(tenant)\" \(source)"])
      }
    }
  }

  @Test(arguments: ["no-cache", "max-age=0"]) func `A refresh is conditional, and replaces the older response`(
    directive: String
  ) async throws {
    let bench = ResponseBench(
      StubRule(
        .get, "/a", Self.ok(1, ["Cache-Control": "max-age=1000", "ETag": "\"1\""]),
        Self.ok(2, ["Cache-Control": "max-age=1000", "ETag": "\"2\""])))
    let base = try bench.client(bench.cache())
    #expect(await base.responses(.cacheFirst) == ["1 network"])
    #expect(await client("Cache-Control", directive, base).responses(.cacheFirst) == ["2 network"])
    #expect(bench.stub.requests.last?.headers["If-None-Match"] == "\"1\"")
    #expect(await base.responses(.cacheFirst) == ["2 cache(age: 0)"])
    #expect(bench.stub.requests.count == 2)
  }

  @Test func `A response without Vary is used whatever the other header fields are`() async throws {
    let bench = ResponseBench(StubRule(.get, "/a", Self.ok(1)))
    let base = try bench.client(bench.cache())
    #expect(await client("Tenant", "1", base).responses(.cacheFirst) == ["1 network"])
    #expect(await client("Tenant", "2", base).responses(.cacheFirst) == ["1 cache(age: 0)"])
  }

  @Test func `Concurrent requests with different header fields are sent separately`() async throws {
    let bench = ResponseBench()
    for rule in Self.tenants({ .after(.seconds(1), $0) }) { bench.stub.insert(rule) }
    let base = try bench.client(bench.cache())
    async let first = client("Tenant", "1", base).responses(.both)
    async let second = client("tenant", "2", base).responses(.both)
    await bench.images.clock.waitForSleeps(2)
    bench.images.clock.advance(by: .seconds(1))
    #expect(await (first, second) == (["\"1\" network"], ["\"2\" network"]))
  }

  @Test func `A call whose response is cached doesn't join one whose response isn't`() async throws {
    let bench = ResponseBench(StubRule(.get, "/a", .after(.seconds(1), Self.ok(1)), Self.ok(2)))
    let client = try bench.client(bench.cache())
    async let unsaved = client.responses(.networkOnly, saves: false)
    await bench.images.clock.waitForSleeps(1)
    #expect(await client.responses(.networkOnly) == ["2 network"])
    bench.images.clock.advance(by: .seconds(1))
    #expect(await unsaved == ["1 network"])
    #expect(await client.responses(.cacheFirst) == ["2 cache(age: 0)"])
  }

  @Test(arguments: ["Range", "if-none-match", "If-Modified-Since"])
  func `A request for a range or with conditions is neither shared, cached nor answered from the cache`(
    name: String
  ) async throws {
    let bench = ResponseBench(StubRule(.get, "/a", Self.ok(1), .after(.seconds(1), Self.ok(2)), Self.ok(3)))
    let base = try bench.client(bench.cache())
    let partial = client(name, "bytes=0-3", base)
    #expect(await base.responses(.both) == ["1 network"])
    async let slow = partial.responses(.cacheFirst)
    await bench.images.clock.waitForSleeps(1)
    #expect(await partial.responses(.cacheFirst) == ["3 network"])
    bench.images.clock.advance(by: .seconds(1))
    #expect(await slow == ["2 network"])
    #expect(await partial.responses(.both) == ["3 network"])
    #expect(await base.responses(.cacheFirst) == ["1 cache(age: 0)"])
  }

  @Test func `A request with no-store is neither answered from the cache nor cached`() async throws {
    let bench = ResponseBench(StubRule(.get, "/a", Self.ok(1), Self.ok(2)))
    let cache = bench.cache()
    let client = client("Cache-Control", "no-store", try bench.client(cache))
    #expect(await client.responses(.cacheFirst) == ["1 network"])
    #expect(await client.responses(.cacheFirst) == ["2 network"])
    #expect(cache.memoryCount == 0)
  }

  @Test func `A request with no-cache or a max-age gets no cached response that the server hasn't confirmed`()
    async throws
  {
    let bench = ResponseBench(
      StubRule(.get, "/a", where: { $0.headers["If-None-Match"] != nil }, .response(HTTPResponse(304))),
      StubRule(.get, "/a", Self.ok(1, ["ETag": "\"1\""])))
    let base = try bench.client(bench.cache())
    for (control, first) in [("no-cache", "network"), ("max-age=9", "confirmed")] {
      let client = client("Cache-Control", control, base)
      #expect(await client.responses(.cacheFirst) == ["1 \(first)"])
      bench.images.now += 10
      for use in [CachePolicy.cacheFirst, .both] {
        #expect(await client.responses(use) == ["1 confirmed"])
        bench.images.now += 10
      }
    }
    let client = client("Cache-Control", "max-age=9", base)
    #expect(await client.responses(.cacheFirst) == ["1 confirmed"])
    #expect(await client.responses(.cacheFirst) == ["1 cache(age: 0)"])
  }

  @Test(arguments: ["Authorization", "X-API-Key", "Cookie"])
  func `The response to a request with a secret is cached only for an account`(name: String) async throws {
    let bench = ResponseBench(StubRule(.get, "/a", Self.ok(1)))
    let client = client(name, "s3cr3t", try bench.client(bench.cache()))
    for _ in 0..<2 { #expect(await client.responses(.cacheFirst, "/a", .shared) == ["1 network"]) }
    #expect(await client.responses(.cacheFirst) == ["1 network"])
    #expect(await client.responses(.cacheFirst) == ["1 cache(age: 0)"])
  }

  @Test func `A response is used for the same owner's later token`() async throws {
    let bench = ResponseBench(StubRule(.get, "/a", Self.ok(1)))
    var client = try bench.client(bench.cache())
    let item = TokenItem(service: "h", account: "ana")
    let store = MemoryTokenStore([item: Token("t")])
    client.client.credentials = .token(TokenSource(store, .item(item), header: TokenHeader("X-Token")))
    for expected in [ResponseSource.network, .cache(age: 0)] {
      try await client.answers(
        to: Endpoint<Int>.get("/a", token: .required), cache: .cacheFirst, for: .account("ana")
      ) { _, source in #expect(source == expected) }
      try await store.write(Token("u"), as: item)
    }
  }

  @Test(arguments: [HTTPMethod.post, .put, .patch, .delete])
  func `A request with another method is always sent and not cached`(method: HTTPMethod) async throws {
    let bench = ResponseBench(StubRule(method, "/a", Self.ok(1), Self.ok(2), Self.ok(3)))
    let cache = bench.cache()
    let client = try bench.client(cache)
    #expect(await client.responses(.cacheFirst, method) == ["1 network"])
    #expect(await client.responses(.both, method) == ["2 network"])
    #expect(await client.responses(.networkOnly, method) == ["3 network"])
    #expect(cache.memoryCount == 0)
    #expect(await bench.images.disk().latest(upTo: .max).isEmpty)
  }

  @Test func `A request with a body from files is always sent`() async throws {
    let bench = ResponseBench(StubRule(.get, "/a", Self.ok(1), Self.ok(2)))
    let client = try bench.client(bench.cache())
    var values: [JSON] = []
    for text in ["first", "second"] {
      let form = EndpointBody.form([FormField("photo", .bytes(Array(text.utf8)))])
      let endpoint = Endpoint<JSON>(.get, "/a", body: form)
      try await client.answers(to: endpoint, cache: .cacheFirst, for: .shared) { answer, _ in values.append(answer) }
    }
    #expect(values == [1, 2])
  }

  @Test func `The success of a request that may change something removes the cached responses of its address`()
    async throws
  {
    let bench = ResponseBench(
      StubRule(.get, "/a", Self.ok(1)), StubRule(.get, "/b", Self.ok(2)),
      StubRule(HTTPMethod(rawValue: "QUERY"), "/a", Self.ok(3)),
      StubRule(.post, "/a", .response(HTTPResponse(500)), Self.ok("done")))
    let cache = bench.cache()
    let client = try bench.client(cache)
    let other = self.client("Accept", "x/y", client)
    func sources(_ client: CachingClient) async -> [[String]] {
      [
        await client.responses(.cacheFirst), await client.responses(.cacheFirst, "/a", .shared),
        await client.responses(.cacheFirst, "/b"),
      ]
    }
    _ = (await sources(client), await sources(other))
    let kept = [["1 cache(age: 0)"], ["1 cache(age: 0)"], ["2 cache(age: 0)"]]
    #expect(await client.responses(.both, .post) == ["status 500"])
    #expect(await sources(client) == kept)
    #expect(await client.responses(.both, HTTPMethod(rawValue: "QUERY")) == ["3 network"])
    #expect(await sources(client) == kept)
    #expect(await client.responses(.both, .post) == ["\"done\" network"])
    bench.stub.insert(StubRule(.get, "/a", .failure(.offline)))
    for client in [client, other, try bench.client(bench.cache())] {
      #expect(await sources(client) == [["no answer"], ["no answer"], ["2 cache(age: 0)"]])
    }
  }

  @Test(
    arguments: [
      (["Location": "/b"], true), (["Content-Location": "b?x#y"], false), (["Location": "http://"], false),
      ([:], false),
      (["Location": "http://H:80/b", "Content-Location": "/c"], true), (["Location": "http://other/b"], false),
      (["content-location": "../b"], true), (["Location": "/c", "Content-Location": "/b"], true),
    ] as [(HTTPHeaders, Bool)])
  func `The success of an unsafe request removes what its response names of the same origin`(
    headers: HTTPHeaders, isRemoved: Bool
  ) async throws {
    let bench = ResponseBench(
      StubRule(.get, "/b", Self.ok(1)), StubRule(.post, "/a", Self.ok("done", headers)),
      StubRule(.put, "/a", .response(HTTPResponse(500, headers: headers))))
    let client = try bench.client(bench.cache())
    #expect(await client.responses(.cacheFirst, "/b") == ["1 network"])
    #expect(await client.responses(.both, .put) == ["status 500"])
    #expect(await client.responses(.cacheFirst, "/b") == ["1 cache(age: 0)"])
    #expect(await client.responses(.both, .post) == ["\"done\" network"])
    #expect(await client.responses(.cacheFirst, "/b") == [isRemoved ? "1 network" : "1 cache(age: 0)"])
  }

  @Test(
    arguments: [
      ("http://h/b", [:]), ("http://h/x/c", ["Location": "../b"]), ("http://other/b", ["Location": "/b"]),
    ] as [(String, HTTPHeaders)])
  func `The success of an unsafe request that was redirected removes the responses of its last address, too`(
    url: String, headers: HTTPHeaders
  ) async throws {
    var response = HTTPResponse(200, headers: headers, json: "done")
    response.redirectedURL = url
    let bench = ResponseBench(StubRule(.get, "/*", Self.ok(1)), StubRule(.post, "/a", .response(response)))
    let client = try bench.client(bench.cache())
    for path in ["/a", "/b"] as [EndpointPath] { _ = await client.responses(.cacheFirst, path) }
    #expect(await client.responses(.both, .post) == ["\"done\" network"])
    #expect(await client.responses(.cacheFirst) == ["1 network"])
    let isRemoved = url.hasPrefix("http://h/")
    #expect(await client.responses(.cacheFirst, "/b") == [isRemoved ? "1 network" : "1 cache(age: 0)"])
  }

  @Test func `A request with only-if-cached is never sent, and fails with 504 without a usable response`() async throws
  {
    let bench = ResponseBench(StubRule(.get, "/a", Self.ok(1, ["Cache-Control": "max-age=5", "ETag": "\"1\""])))
    let base = try bench.client(bench.cache())
    let client = client("Cache-Control", "only-if-cached", base)
    for use in CachePolicy.allCases { #expect(await client.responses(use) == ["status 504"]) }
    #expect(await client.responses(.cacheFirst, .post) == ["status 504"] && bench.stub.requests.isEmpty)
    _ = await base.responses(.cacheFirst)
    for use in [CachePolicy.cacheFirst, .both] { #expect(await client.responses(use) == ["1 cache(age: 0)"]) }
    bench.images.now += 5
    #expect(await client.responses(.cacheFirst) == ["status 504"])
    #expect(await client.responses(.both) == ["1 cache(age: 5)"] && bench.stub.requests.count == 1)
  }

  @Test func `A response that is under way while its address is changed is not cached`() async throws {
    let bench = ResponseBench(
      StubRule(.get, "/a", .after(.seconds(1), Self.ok(1)), Self.ok(2)), StubRule(.post, "/a", Self.ok("done")))
    let client = try bench.client(bench.cache())
    async let late = client.responses(.cacheFirst)
    await bench.images.clock.waitForSleeps(1)
    #expect(await client.responses(.both, .post) == ["\"done\" network"])
    bench.images.clock.advance(by: .seconds(1))
    #expect(await late == ["1 network"])
    #expect(await client.responses(.cacheFirst) == ["2 network"])
  }

  @Test func `If the server confirms another response than the cached one, the request is sent without conditions`()
    async throws
  {
    var redirected = HTTPResponse(304)
    redirected.redirectedURL = "http://h/b"
    for other in [HTTPResponse(304, headers: ["ETag": "\"2\""]), redirected] {
      let bench = ResponseBench(
        StubRule(.get, "/a", where: { $0.headers["If-None-Match"] == "\"1\"" }, .response(other)),
        StubRule(.get, "/a", Self.ok(1, ["ETag": "\"1\""]), Self.ok(2, ["ETag": "\"2\""])))
      let client = try bench.client(bench.cache())
      #expect(await client.responses(.both) == ["1 network"])
      #expect(await client.responses(.both) == ["1 cache(age: 0)", "2 network"])
      #expect(await client.responses(.cacheFirst) == ["2 cache(age: 0)"])
    }
  }

  @Test func `A response from another server is not cached`() async throws {
    var response = HTTPResponse(200, json: 1)
    response.origin = "http://other"
    let bench = ResponseBench(StubRule(.get, "/a", .response(response), Self.ok(2)))
    let client = try bench.client(bench.cache())
    #expect(await client.responses(.cacheFirst) == ["1 network"])
    #expect(await client.responses(.cacheFirst) == ["2 network"])
  }
}

extension CachingClient {
  fileprivate func responses(_ use: CachePolicy, _ method: HTTPMethod) async -> [String] {
    await responses(use, "/a", .account("ana"), method)
  }
}
