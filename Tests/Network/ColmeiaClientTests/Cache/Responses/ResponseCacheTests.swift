import ColmeiaBase
import ColmeiaTesting
import Foundation
import TestSupport
import Testing

@testable import ColmeiaClient

@Suite(.blocking, .timeLimit(.minutes(10))) struct ResponseCacheTests {
  static func ok(_ json: JSON, _ headers: HTTPHeaders = [:]) -> StubRule.Answer {
    .response(HTTPResponse(200, headers: headers, json: json))
  }

  @Test func `CachePolicy.both delivers the cached response and then the server's, even after a restart`() async throws
  {
    let bench = ResponseBench(StubRule(.get, "/a", Self.ok(1), Self.ok(2), Self.ok(3)))
    let cache = bench.cache()
    let client = try bench.client(cache)
    #expect(await client.responses(.both) == ["1 network"])
    bench.images.now += 5
    #expect(await client.responses(.both) == ["1 cache(age: 5)", "2 network"])
    await cache.waitUntilIdle()
    bench.images.now += 7
    let next = try bench.client(bench.cache())
    #expect(await next.responses(.both) == ["2 cache(age: 7)", "3 network"])
  }

  @Test func `Cache-first asks the server once, and network-only asks it every time and caches`() async throws {
    let bench = ResponseBench(StubRule(.get, "/a", Self.ok(1), Self.ok(2), Self.ok(3)))
    let client = try bench.client(bench.cache())
    #expect(await client.responses(.cacheFirst) == ["1 network"])
    #expect(await client.responses(.cacheFirst) == ["1 cache(age: 0)"])
    #expect(await client.responses(.networkOnly) == ["2 network"])
    #expect(await client.responses(.cacheFirst) == ["2 cache(age: 0)"])
    #expect(bench.stub.requests.count == 2)
  }

  @Test func `Nothing is cached if saving is disabled or there is no cache`() async throws {
    let bench = ResponseBench(StubRule(.get, "/a", Self.ok(1), Self.ok(2), Self.ok(3), Self.ok(4)))
    let client = try bench.client(bench.cache())
    #expect(await client.responses(.both, saves: false) == ["1 network"])
    #expect(await client.responses(.both) == ["2 network"])
    let without = try bench.client(nil)
    #expect(await without.responses(.both) == ["3 network"])
    #expect(await without.responses(.cacheFirst) == ["4 network"])
  }

  @Test func `A failure follows the cached response and does not remove it`() async throws {
    let bench = ResponseBench(
      StubRule(
        .get, "/a", Self.ok(1), .failure(.offline), .response(HTTPResponse(503)),
        .response(HTTPResponse(200, body: Array("<".utf8))), Self.ok(2)))
    let client = try bench.client(bench.cache())
    #expect(await client.responses(.both) == ["1 network"])
    #expect(await client.responses(.both) == ["1 cache(age: 0)", "no answer"])
    #expect(await client.responses(.both) == ["1 cache(age: 0)", "status 503"])
    #expect(await client.responses(.both) == ["1 cache(age: 0)", "undecodable"])
    #expect(await client.responses(.both) == ["1 cache(age: 0)", "2 network"])
  }

  @Test func `A response that the server now refuses is removed`() async throws {
    let bench = ResponseBench(
      StubRule(.get, "/a", Self.ok(1), .response(HTTPResponse(403)), .failure(.offline)))
    let cache = bench.cache()
    let client = try bench.client(cache)
    _ = await client.responses(.both)
    #expect(await client.responses(.both) == ["1 cache(age: 0)", "status 403"])
    #expect(await client.responses(.both) == ["no answer"])
    await cache.waitUntilIdle()
    #expect(await (try bench.client(bench.cache())).responses(.both) == ["no answer"])
  }

  @Test func `A refused response is not read from a disk that is slow to remove it`() async throws {
    let bench = ResponseBench(
      StubRule(.get, "/a", Self.ok(1), .response(HTTPResponse(403)), .failure(.offline)))
    let goesOn = DispatchSemaphore(value: 0)
    let files = FaultyFileSystem { if $0 == .remove { goesOn.wait() } }
    let cache = bench.cache(DiskCache(folder: bench.images.folder, files: files) { 1_000_000 })
    let client = try bench.client(cache)
    // The first write also tries to remove a file. After it, memory is emptied so that the second call reads from disk.
    goesOn.signal()
    _ = await client.responses(.both)
    await cache.waitUntilIdle()
    cache.removeFromMemory()
    #expect(await client.responses(.both) == ["1 cache(age: 0)", "status 403"])
    #expect(await client.responses(.both) == ["no answer"])
    for _ in 0..<10 { goesOn.signal() }
    await cache.waitUntilIdle()
    #expect(await client.responses(.both) == ["no answer"])
  }

  @Test(arguments: [true, false])
  func `A response that is read from disk while all are removed is not kept in memory`(ofOwner: Bool) async throws {
    let bench = ResponseBench(StubRule(.get, "/a", Self.ok(1), .failure(.offline)))
    let (goesOn, removals) = (DispatchSemaphore(value: 0), Tally())
    let isHeld = Awaited(false)
    let files = FaultyFileSystem { operation in
      guard operation == .remove, isHeld.read({ $0 }) else { return }
      removals.add()
      goesOn.wait()
    }
    let cache = bench.cache(DiskCache(folder: bench.images.folder, files: files) { 1_000_000 })
    let client = try bench.client(cache)
    _ = await client.responses(.both)
    await cache.waitUntilIdle()
    cache.removeFromMemory()
    isHeld.change { $0 = true }
    let removal = Task {
      if ofOwner { try await cache.removeAll(of: .account("ana")) } else { try await cache.removeAll() }
    }
    await removals.reaches(1)
    #expect(await client.responses(.cacheFirst) == ["1 cache(age: 0)"])
    isHeld.change { $0 = false }
    for _ in 0..<10 { goesOn.signal() }
    try await removal.value
    #expect(await client.responses(.cacheFirst) == ["no answer"])
  }

  @Test func `A confirmed response is unchanged and its age starts again`() async throws {
    let bench = ResponseBench(
      StubRule(
        .get, "/a", where: { $0.headers["If-None-Match"] == "\"1\"" && $0.headers["If-Modified-Since"] == "then" },
        .response(HTTPResponse(304))),
      StubRule(.get, "/a", Self.ok(1, ["ETag": "\"1\"", "Last-Modified": "then", "Cache-Control": "max-age=10"])))
    let cache = bench.cache()
    let client = try bench.client(cache)
    #expect(await client.responses(.both) == ["1 network"])
    bench.images.now += 11
    #expect(await client.responses(.cacheFirst) == ["1 confirmed"])
    #expect(await client.responses(.cacheFirst) == ["1 cache(age: 0)"])
    bench.images.now += 3
    #expect(await client.responses(.both) == ["1 cache(age: 3)", "1 confirmed"])
    await cache.waitUntilIdle()
    #expect(await (try bench.client(bench.cache())).responses(.cacheFirst) == ["1 cache(age: 0)"])
    #expect(bench.stub.requests.count == 3)
  }

  @Test func `A confirmation that was not requested is a failure`() async throws {
    let bench = ResponseBench(StubRule(.get, "/a", Self.ok(1), .response(HTTPResponse(304))))
    let client = try bench.client(bench.cache())
    _ = await client.responses(.both)
    #expect(await client.responses(.both) == ["1 cache(age: 0)", "status 304"])
  }

  @Test func `A response that must not be stored is not on disk, and removes the earlier one`() async throws {
    let bench = ResponseBench(
      StubRule(.get, "/a", Self.ok(1), Self.ok(2, ["Cache-Control": "no-store"]), .failure(.offline)))
    let cache = bench.cache()
    let client = try bench.client(cache)
    _ = await client.responses(.both)
    #expect(await client.responses(.both) == ["1 cache(age: 0)", "2 network"])
    await cache.waitUntilIdle()
    #expect(await (try bench.client(bench.cache())).responses(.both) == ["no answer"])
    #expect(await client.responses(.both) == ["no answer"])
  }

  @Test func `Different owners and calls have separate responses`() async throws {
    let bench = ResponseBench(
      StubRule(.get, "/*", where: { $0.path == "/a" }, Self.ok("a"), .failure(.offline)),
      StubRule(.get, "/b", .failure(.offline)))
    let client = try bench.client(bench.cache())
    _ = await client.responses(.both)
    #expect(await client.responses(.both, "/a", .account("bia")) == ["no answer"])
    #expect(await client.responses(.both, "/a", .shared) == ["no answer"])
    #expect(await client.responses(.both, "/b") == ["no answer"])
    #expect(await client.responses(.cacheFirst) == [#""a" cache(age: 0)"#])
  }

  @Test func `A response to a request with a token is cached only for an account`() async throws {
    let bench = ResponseBench(StubRule(.get, "/a", Self.ok(1)))
    var client = try bench.client(bench.cache())
    let item = TokenItem(service: "h", account: "ana")
    client.client.credentials = .token(TokenSource(MemoryTokenStore([item: Token("t")]), .item(item), header: .bearer))
    for _ in 0..<2 {
      try await client.answers(to: Endpoint<Int>.get("/a", token: .required), for: .shared) { _, source in
        #expect(source == .network)
      }
    }
    #expect(bench.stub.requests.count == 2)
  }

  @Test func `Signing out removes all responses of one owner from memory and disk, but no others`() async throws {
    let bench = ResponseBench(StubRule(.get, "/a", Self.ok(1), Self.ok(2), .failure(.offline)))
    let cache = bench.cache()
    let client = try bench.client(cache)
    _ = await client.responses(.both)
    _ = await client.responses(.both, "/a", .account("bia"))
    await cache.waitUntilIdle()
    try await cache.removeAll(of: .account("ana"))
    for client in [client, try bench.client(bench.cache())] {
      #expect(await client.responses(.both) == ["no answer"])
      #expect(await client.responses(.cacheFirst, "/a", .account("bia")) == ["2 cache(age: 0)"])
    }
    try await cache.removeAll()
    #expect(cache.memorySize == 0 && cache.memoryCount == 0)
    #expect(await client.responses(.both, "/a", .account("bia")) == ["no answer"])
  }

  @Test func `A response that arrives after signing out is not cached`() async throws {
    let bench = ResponseBench(
      StubRule(.get, "/a", .after(.seconds(1), Self.ok(1)), .failure(.offline)))
    let cache = bench.cache()
    let client = try bench.client(cache)
    async let late = client.responses(.both)
    await bench.images.clock.waitForSleeps(1)
    try await cache.removeAll(of: .account("ana"))
    bench.images.clock.advance(by: .seconds(1))
    #expect(await late == ["1 network"])
    await cache.waitUntilIdle()
    #expect(await client.responses(.both) == ["no answer"])
    #expect(await (try bench.client(bench.cache())).responses(.both) == ["no answer"])
  }

  @Test func `Concurrent equal requests are sent once, except for other owners and for POST`() async throws {
    let bench = ResponseBench(
      StubRule(.get, "/a", .after(.seconds(1), Self.ok(1))), StubRule(.post, "/a", .after(.seconds(1), Self.ok(2))))
    let cache = bench.cache()
    let client = try bench.client(cache)
    await withTaskGroup(of: [String].self) { group in
      for _ in 0..<20 { group.addTask { await client.responses(.both) } }
      for _ in 0..<2 { group.addTask { await client.responses(.networkOnly, "/a", .account("bia")) } }
      for _ in 0..<2 { group.addTask { await client.responses(.networkOnly, "/a", .account("bia"), .post) } }
      let request = HTTPRequest(.get, origin: "http://h", path: "/a", headers: ["Accept": "application/json"])
      for (owner, count) in [("ana", 20), ("bia", 2)] {
        let key = ResponseKey(request, .account(owner))
        await poll(for: "\(count) callers of \(owner) that wait") { cache.transfers.waiterCount(key.transfer) == count }
      }
      await bench.images.clock.waitForSleeps(4)
      bench.images.clock.advance(by: .seconds(1))
      var lines: [String: Int] = [:]
      for await responses in group { lines["\(responses)", default: 0] += 1 }
      #expect(lines == [#"["1 network"]"#: 22, #"["2 network"]"#: 2])
    }
    #expect(bench.stub.requests.count == 4)
    await cache.waitUntilIdle()
    #expect(cache.transfers.isIdle)
  }

  @Test func `A cancelled caller receives nothing more, and the last one cancels the request`() async throws {
    let images = ImageBench()
    let rule = StubRule(.get, "/a", Self.ok(1), .after(.seconds(1), Self.ok(2)))
    let transport = CountingTransport(base: StubTransport([rule], clock: images.clock))
    let bench = ResponseBench()
    let cache = bench.cache()
    let client = try bench.client(cache, transport: transport)
    _ = await client.responses(.both)
    let task = Task { await client.responses(.both) }
    await images.clock.waitForSleeps(1)
    task.cancel()
    #expect(await task.value == ["1 cache(age: 0)", "cancelled"])
    await cache.waitUntilIdle()
    #expect(transport.cancelled.value == 1 && cache.transfers.isIdle)
    let early = Task {
      await Bell().wait(after: 0)  // until the task is cancelled
      return await client.responses(.both)
    }
    early.cancel()
    #expect(await early.value == ["cancelled"])
    #expect(transport.begun.value == 2)
  }
}
