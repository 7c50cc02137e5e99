import Colmeia
import ColmeiaHTTP
import ColmeiaJSON
import ColmeiaStorage
import ColmeiaSync
import ColmeiaTesting
import Foundation
import TestSupport
import Testing

@testable import ColmeiaCache
@testable import ColmeiaClient
@testable import ColmeiaStubs

@Suite(.blocking, .timeLimit(.minutes(10))) struct AnswerCacheTests {
  static func ok(_ json: JSON, _ headers: HTTPHeaders = [:]) -> StubRule.Answer {
    .response(HTTPResponse(200, headers: headers, json: json))
  }

  @Test func `Both tell what is kept and then what the server says, over a start too`() async throws {
    let bench = AnswerBench(StubRule(.get, "/a", Self.ok(1), Self.ok(2), Self.ok(3)))
    let cache = bench.cache()
    let client = try bench.client(cache)
    #expect(await client.told(.both) == ["1 network"])
    bench.images.now += 5
    #expect(await client.told(.both) == ["1 cache(age: 5)", "2 network"])
    await cache.waitUntilIdle()
    bench.images.now += 7
    let next = try bench.client(bench.cache())
    #expect(await next.told(.both) == ["2 cache(age: 7)", "3 network"])
  }

  @Test func `Cache only asks once; network only asks always, and keeps`() async throws {
    let bench = AnswerBench(StubRule(.get, "/a", Self.ok(1), Self.ok(2), Self.ok(3)))
    let client = try bench.client(bench.cache())
    #expect(await client.told(.cacheOnly) == ["1 network"])
    #expect(await client.told(.cacheOnly) == ["1 cache(age: 0)"])
    #expect(await client.told(.networkOnly) == ["2 network"])
    #expect(await client.told(.cacheOnly) == ["2 cache(age: 0)"])
    #expect(bench.stub.requests.count == 2)
  }

  @Test func `What is not to be saved is not, and without a cache nothing is`() async throws {
    let bench = AnswerBench(StubRule(.get, "/a", Self.ok(1), Self.ok(2), Self.ok(3), Self.ok(4)))
    let client = try bench.client(bench.cache())
    #expect(await client.told(.both, saves: false) == ["1 network"])
    #expect(await client.told(.both) == ["2 network"])
    let without = try bench.client(nil)
    #expect(await without.told(.both) == ["3 network"])
    #expect(await without.told(.cacheOnly) == ["4 network"])
  }

  @Test func `A failure comes after what is kept, and leaves it`() async throws {
    let bench = AnswerBench(
      StubRule(
        .get, "/a", Self.ok(1), .failure(.offline), .response(HTTPResponse(503)),
        .response(HTTPResponse(200, body: Array("<".utf8))), Self.ok(2)))
    let client = try bench.client(bench.cache())
    #expect(await client.told(.both) == ["1 network"])
    #expect(await client.told(.both) == ["1 cache(age: 0)", "no answer"])
    #expect(await client.told(.both) == ["1 cache(age: 0)", "status 503"])
    #expect(await client.told(.both) == ["1 cache(age: 0)", "undecodable"])
    #expect(await client.told(.both) == ["1 cache(age: 0)", "2 network"])
  }

  @Test func `What the server refuses is forgotten`() async throws {
    let bench = AnswerBench(
      StubRule(.get, "/a", Self.ok(1), .response(HTTPResponse(403)), .failure(.offline)))
    let cache = bench.cache()
    let client = try bench.client(cache)
    _ = await client.told(.both)
    #expect(await client.told(.both) == ["1 cache(age: 0)", "status 403"])
    #expect(await client.told(.both) == ["no answer"])
    await cache.waitUntilIdle()
    #expect(await (try bench.client(bench.cache())).told(.both) == ["no answer"])
  }

  @Test func `What the server refuses is not found on a disk that is slow to forget it`() async throws {
    let bench = AnswerBench(
      StubRule(.get, "/a", Self.ok(1), .response(HTTPResponse(403)), .failure(.offline)))
    let goesOn = DispatchSemaphore(value: 0)
    let files = FaultyFileSystem { if $0 == .remove { goesOn.wait() } }
    let cache = bench.cache(DiskCache(folder: bench.images.folder, files: files) { 1_000_000 })
    let client = try bench.client(cache)
    // A first file takes the place of none, and a second look is from disk.
    goesOn.signal()
    _ = await client.told(.both)
    await cache.waitUntilIdle()
    cache.removeFromMemory()
    #expect(await client.told(.both) == ["1 cache(age: 0)", "status 403"])
    #expect(await client.told(.both) == ["no answer"])
    for _ in 0..<10 { goesOn.signal() }
    await cache.waitUntilIdle()
    #expect(await client.told(.both) == ["no answer"])
  }

  @Test func `What the server confirms is the same, and young again`() async throws {
    let bench = AnswerBench(
      StubRule(
        .get, "/a", where: { $0.headers["If-None-Match"] == "\"1\"" && $0.headers["If-Modified-Since"] == "then" },
        .response(HTTPResponse(304))),
      StubRule(.get, "/a", Self.ok(1, ["ETag": "\"1\"", "Last-Modified": "then", "Cache-Control": "max-age=10"])))
    let cache = bench.cache()
    let client = try bench.client(cache)
    #expect(await client.told(.both) == ["1 network"])
    bench.images.now += 11
    #expect(await client.told(.cacheOnly) == ["1 confirmed"])
    #expect(await client.told(.cacheOnly) == ["1 cache(age: 0)"])
    bench.images.now += 3
    #expect(await client.told(.both) == ["1 cache(age: 3)", "1 confirmed"])
    await cache.waitUntilIdle()
    #expect(await (try bench.client(bench.cache())).told(.cacheOnly) == ["1 cache(age: 0)"])
    #expect(bench.stub.requests.count == 3)
  }

  @Test func `A confirmation that nobody asked for is a failure`() async throws {
    let bench = AnswerBench(StubRule(.get, "/a", Self.ok(1), .response(HTTPResponse(304))))
    let client = try bench.client(bench.cache())
    _ = await client.told(.both)
    #expect(await client.told(.both) == ["1 cache(age: 0)", "status 304"])
  }

  @Test func `What must not be kept is not on disk, and removes what was`() async throws {
    let bench = AnswerBench(
      StubRule(.get, "/a", Self.ok(1), Self.ok(2, ["Cache-Control": "no-store"]), .failure(.offline)))
    let cache = bench.cache()
    let client = try bench.client(cache)
    _ = await client.told(.both)
    #expect(await client.told(.both) == ["1 cache(age: 0)", "2 network"])
    await cache.waitUntilIdle()
    #expect(await (try bench.client(bench.cache())).told(.both) == ["no answer"])
    #expect(await client.told(.both) == ["no answer"])
  }

  @Test func `Owners and calls have answers of their own`() async throws {
    let bench = AnswerBench(
      StubRule(.get, "/*", where: { $0.path == "/a" }, Self.ok("a"), .failure(.offline)),
      StubRule(.get, "/b", .failure(.offline)))
    let client = try bench.client(bench.cache())
    _ = await client.told(.both)
    #expect(await client.told(.both, "/a", .account("bia")) == ["no answer"])
    #expect(await client.told(.both, "/a", .everybody) == ["no answer"])
    #expect(await client.told(.both, "/b") == ["no answer"])
    #expect(await client.told(.cacheOnly) == [#""a" cache(age: 0)"#])
  }

  @Test func `What needs a token is kept for nobody but an account`() async throws {
    let bench = AnswerBench(StubRule(.get, "/a", Self.ok(1)))
    var client = try bench.client(bench.cache())
    let item = TokenItem(service: "h", account: "ana")
    client.client.credentials = .token(TokenSource(MemoryTokenStore([item: Token("t")]), .item(item), header: .bearer))
    for _ in 0..<2 {
      try await client.answers(to: Endpoint<Int>.get("/a", token: .required), for: .everybody) { _, source in
        #expect(source == .network)
      }
    }
    #expect(bench.stub.requests.count == 2)
  }

  @Test func `Signing out removes all of one owner, in memory and on disk, and nothing of another`() async throws {
    let bench = AnswerBench(StubRule(.get, "/a", Self.ok(1), Self.ok(2), .failure(.offline)))
    let cache = bench.cache()
    let client = try bench.client(cache)
    _ = await client.told(.both)
    _ = await client.told(.both, "/a", .account("bia"))
    await cache.waitUntilIdle()
    try await cache.removeAll(of: .account("ana"))
    for client in [client, try bench.client(bench.cache())] {
      #expect(await client.told(.both) == ["no answer"])
      #expect(await client.told(.cacheOnly, "/a", .account("bia")) == ["2 cache(age: 0)"])
    }
    try await cache.removeAll()
    #expect(cache.memorySize == 0 && cache.memoryCount == 0)
    #expect(await client.told(.both, "/a", .account("bia")) == ["no answer"])
  }

  @Test func `What comes after signing out is not kept`() async throws {
    let bench = AnswerBench(
      StubRule(.get, "/a", .after(.seconds(1), Self.ok(1)), .failure(.offline)))
    let cache = bench.cache()
    let client = try bench.client(cache)
    async let late = client.told(.both)
    await bench.images.clock.waitForSleeps(1)
    try await cache.removeAll(of: .account("ana"))
    bench.images.clock.advance(by: .seconds(1))
    #expect(await late == ["1 network"])
    await cache.waitUntilIdle()
    #expect(await client.told(.both) == ["no answer"])
    #expect(await (try bench.client(bench.cache())).told(.both) == ["no answer"])
  }

  @Test func `Equal requests at the same time are one; other owners and messages are not`() async throws {
    let bench = AnswerBench(
      StubRule(.get, "/a", .after(.seconds(1), Self.ok(1))), StubRule(.post, "/a", .after(.seconds(1), Self.ok(2))))
    let cache = bench.cache()
    let client = try bench.client(cache)
    await withTaskGroup(of: [String].self) { group in
      for _ in 0..<20 { group.addTask { await client.told(.both) } }
      for _ in 0..<2 { group.addTask { await client.told(.networkOnly, "/a", .account("bia")) } }
      for _ in 0..<2 { group.addTask { await client.told(.networkOnly, "/a", .account("bia"), .post) } }
      let key = AnswerKey(
        HTTPRequest(.get, origin: "http://h", path: "/a", headers: ["Accept": "application/json"]), .account("ana"))
      await lookAgain(for: "twenty that wait") { cache.transfers.waiterCount(key.text) == 20 }
      await bench.images.clock.waitForSleeps(4)
      bench.images.clock.advance(by: .seconds(1))
      var lines: [String: Int] = [:]
      for await told in group { lines["\(told)", default: 0] += 1 }
      #expect(lines == [#"["1 network"]"#: 22, #"["2 network"]"#: 2])
    }
    #expect(bench.stub.requests.count == 4)
    await cache.waitUntilIdle()
    #expect(cache.transfers.isIdle)
  }

  @Test func `Who is cancelled hears nothing more, and the last one ends the request`() async throws {
    let images = ImageBench()
    let rule = StubRule(.get, "/a", Self.ok(1), .after(.seconds(1), Self.ok(2)))
    let transport = CountingTransport(base: StubTransport([rule], clock: images.clock))
    let bench = AnswerBench()
    let cache = bench.cache()
    let client = try bench.client(cache, transport: transport)
    _ = await client.told(.both)
    let task = Task { await client.told(.both) }
    await images.clock.waitForSleeps(1)
    task.cancel()
    #expect(await task.value == ["1 cache(age: 0)", "cancelled"])
    await cache.waitUntilIdle()
    #expect(transport.cancelled.value == 1 && cache.transfers.isIdle)
    let early = Task {
      await Bell().wait(after: 0)  // until it is cancelled
      return await client.told(.both)
    }
    early.cancel()
    #expect(await early.value == ["cancelled"])
    #expect(transport.begun.value == 2)
  }
}
