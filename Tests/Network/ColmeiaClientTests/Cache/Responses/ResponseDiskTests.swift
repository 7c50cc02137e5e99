import ColmeiaBase
import ColmeiaTesting
import Foundation
import TestSupport
import Testing

@testable import ColmeiaClient

/// Tests of the responses in memory and on disk.
@Suite(.blocking, .timeLimit(.minutes(10))) struct ResponseDiskTests {
  @Test(arguments: [0, 10, 60, 200]) func `A damaged file is treated as missing and removed`(index: Int)
    async throws
  {
    let bench = ResponseBench(StubRule(.get, "/a", ResponseCacheTests.ok(1), .failure(.offline)))
    let cache = bench.cache()
    _ = await (try bench.client(cache)).responses(.both)
    await cache.waitUntilIdle()
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: bench.images.folder).first { $0.count == 64 })
    let path = bench.images.folder + "/" + name
    var bytes = Array(try Data(contentsOf: URL(filePath: path)))
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(!text.contains("ana") && !text.contains("http://h"))
    bytes[index] ^= 1
    try Data(bytes).write(to: URL(filePath: path))
    #expect(await (try bench.client(bench.cache())).responses(.cacheFirst) == ["no answer"])
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `A cached response that cannot be decoded is requested again and replaced`() async throws {
    let bench = ResponseBench(
      StubRule(.get, "/a", ResponseCacheTests.ok("text")), StubRule(.get, "/b", ResponseCacheTests.ok(1)))
    let cache = bench.cache()
    let client = try bench.client(cache)
    _ = await client.responses(.both)
    bench.stub.insert(StubRule(.get, "/a", ResponseCacheTests.ok(7)))
    var responses: [String] = []
    try await client.answers(to: Endpoint<Int>.get("/a"), cache: .cacheFirst, for: .account("ana")) {
      responses.append("\($0) \($1)")
    }
    #expect(responses == ["7 network"])
    #expect(await client.responses(.cacheFirst) == ["7 cache(age: 0)"])
  }

  @Test func `A response larger than the memory limit is cached on disk only`() async throws {
    let bench = ResponseBench(
      StubRule(.get, "/a", ResponseCacheTests.ok(.string(String(repeating: "x", count: 2_000)))))
    let cache = bench.cache(memoryLimit: 1_000)
    let client = try bench.client(cache)
    _ = await client.responses(.both)
    await cache.waitUntilIdle()
    #expect(cache.memoryCount == 0)
    #expect(await client.responses(.cacheFirst).first?.hasSuffix("cache(age: 0)") == true)
    #expect(cache.memoryCount == 0 && bench.stub.requests.count == 1)
  }

  @Test(arguments: [(990_000, 1), (1_000_000, 0)])
  func `The default memory limit is one million bytes`(length: Int, count: Int) async throws {
    let bench = ResponseBench(
      StubRule(.get, "/a", ResponseCacheTests.ok(.string(String(repeating: "x", count: length)))))
    let cache = ResponseCache { 0 }
    _ = await (try bench.client(cache)).responses(.both)
    await cache.waitUntilIdle()
    #expect(cache.memoryCount == count)
  }

  @Test func `The keys of many small responses count in memory`() async throws {
    let bench = ResponseBench(StubRule(.get, "/*", .response(HTTPResponse(204))))
    let cache = ResponseCache(memoryLimit: 10_000) { 0 }
    let client = CachingClient(APIClient(bench.stub, base: try BaseURL("http://h")), cache: cache)
    for number in 0..<200 {
      try await client.answers(to: Endpoint<Void>.get("/\(number)"), cache: .networkOnly, for: .shared) { _, _ in }
    }
    #expect(cache.memoryCount > 10 && cache.memoryCount < 60 && cache.memorySize <= 10_000)
    cache.removeFromMemory()
    #expect(cache.memorySize == 0)
  }

  @Test func `A response read from disk is added to memory`() async throws {
    let bench = ResponseBench(StubRule(.get, "/a", ResponseCacheTests.ok(1)))
    let cache = bench.cache()
    let client = try bench.client(cache)
    _ = await client.responses(.both)
    await cache.waitUntilIdle()
    cache.removeFromMemory()
    #expect(cache.memoryCount == 0)
    _ = await client.responses(.cacheFirst)
    #expect(cache.memoryCount == 1 && cache.memorySize > 0)
  }

  @Test func `warmUp() loads the newest responses into memory until one does not fit`() async throws {
    let bench = ResponseBench(
      StubRule(
        .get, "/*", where: { $0.path != "/2" }, ResponseCacheTests.ok(.string(String(repeating: "x", count: 100)))),
      StubRule(.get, "/2", ResponseCacheTests.ok(.string(String(repeating: "x", count: 5_000)))))
    let cache = bench.cache()
    let client = try bench.client(cache)
    for path in ["/0", "/1", "/2", "/3", "/4"] as [EndpointPath] {
      _ = await client.responses(.networkOnly, path)
      await cache.waitUntilIdle()
      bench.images.now += 1
    }
    let next = bench.cache(memoryLimit: 1_000)
    await next.warmUp()
    #expect(next.memoryCount == 2)
    let all = bench.cache()
    await all.warmUp()
    #expect(all.memoryCount == 5)
  }

  @Test func `A lock of the folder that is held does not block a call`() async throws {
    let bench = ResponseBench(StubRule(.get, "/*", ResponseCacheTests.ok(1), ResponseCacheTests.ok(2)))
    let first = bench.cache()
    _ = await (try bench.client(first)).responses(.both)
    await first.waitUntilIdle()
    let files = SystemFileSystem()
    let folder = try files.openFolder(bench.images.folder, creates: false)
    let lock = try files.open(".lock", in: folder, .lock)
    try files.lock(lock)
    let client = try bench.client(bench.cache())
    #expect(await client.responses(.both) == ["1 cache(age: 0)", "2 network"])
    #expect(bench.log.all == [.file(FileError(.lock, bench.images.folder + "/.lock", .busy))])
    try files.close(lock)
    try files.close(folder)
    #expect(await client.responses(.cacheFirst) == ["2 cache(age: 0)"])
  }

  @Test func `A failure to write to disk is reported, and the caller still gets the response`() async throws {
    let bench = ResponseBench(StubRule(.get, "/a", ResponseCacheTests.ok(1)))
    let cache = bench.cache(try bench.images.brokenDisk())
    let client = try bench.client(cache)
    #expect(await client.responses(.both) == ["1 network"])
    await cache.waitUntilIdle()
    #expect(bench.log.all.count == 1)
    #expect(await client.responses(.cacheFirst) == ["1 cache(age: 0)"])
  }
}
