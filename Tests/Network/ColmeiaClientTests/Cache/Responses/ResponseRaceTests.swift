import ColmeiaBase
import Dispatch
import TestSupport
import Testing

@testable import ColmeiaClient

/// A file system whose reads wait while it is held.
private final class HeldReads: Sendable {
  private let isHeld = Awaited(false)
  private let waiting = Awaited(0)
  private let goesOn = DispatchSemaphore(value: 0)

  var files: FaultyFileSystem {
    FaultyFileSystem { [self] operation in
      guard operation == .read, isHeld.read({ $0 }) else { return }
      waiting.change { $0 += 1 }
      goesOn.wait()
    }
  }

  func hold() { isHeld.change { $0 = true } }
  /// Waits until a read waits.
  func begun() async { _ = await waiting.first { $0 > 0 ? true : nil } }
  func release() {
    isHeld.change { $0 = false }
    for _ in 0..<10 { goesOn.signal() }
  }
}

/// What is outdated when a slow operation ends isn't cached.
@Suite(.timeLimit(.minutes(10))) struct ResponseRaceTests {
  private static func ok(_ json: JSON) -> StubRule.Answer { .response(HTTPResponse(200, json: json)) }

  /// Returns a bench whose cache has a response on disk only, and whose reads can be held.
  private func bench(_ rules: StubRule...) async throws -> (ResponseBench, ResponseCache, CachingClient, HeldReads) {
    let bench = ResponseBench(rules)
    let reads = HeldReads()
    let cache = bench.cache(DiskCache(folder: bench.images.folder, files: reads.files) { 1_000_000 })
    let client = try bench.client(cache)
    _ = await client.responses(.both)
    await cache.waitUntilIdle()
    cache.removeFromMemory()
    return (bench, cache, client, reads)
  }

  /// Begins a call, and waits until its response has been delivered. It may still be stored.
  private func delivered(_ client: CachingClient) async -> Task<Void, Never> {
    let hasAnswer = Awaited(false)
    let task = Task {
      _ = try? await client.answers(to: Endpoint<JSON>(.get, "/a"), cache: .networkOnly, for: .account("ana")) { _, _ in
        hasAnswer.change { $0 = true }
      }
    }
    _ = await hasAnswer.first { $0 ? true : nil }
    return task
  }

  @Test func `An older response that is being read from disk doesn't replace a newer one`() async throws {
    let (_, cache, client, reads) = try await bench(StubRule(.get, "/a", Self.ok(1), Self.ok(2)))
    reads.hold()
    async let old = client.responses(.cacheFirst)
    await reads.begun()
    let newer = await delivered(client)
    reads.release()
    #expect(await old == ["2 cache(age: 0)"])
    await newer.value
    #expect(await client.responses(.cacheFirst) == ["2 cache(age: 0)"])
    await cache.waitUntilIdle()
  }

  @Test func `Warming up doesn't bring back a response that the server has refused meanwhile`() async throws {
    let (_, cache, client, reads) = try await bench(
      StubRule(.get, "/a", Self.ok(1), .response(HTTPResponse(403)), .failure(.offline)))
    reads.hold()
    async let warm: Void = cache.warmUp()
    await reads.begun()
    #expect(await client.responses(.networkOnly) == ["status 403"])
    reads.release()
    await warm
    #expect(await client.responses(.both) == ["no answer"])
    await cache.waitUntilIdle()
  }

  @Test func `A change of one address keeps the responses of others that are in flight`() async throws {
    let bench = ResponseBench([
      StubRule(.get, "/a", .after(.seconds(1), Self.ok(1)), .failure(.offline)), StubRule(.post, "/likes", Self.ok(2)),
    ])
    let cache = bench.cache()
    let client = try bench.client(cache)
    async let slow = client.responses(.both)
    await bench.images.clock.waitForSleeps(1)
    #expect(await client.responses(.both, "/likes", .account("ana"), .post) == ["2 network"])
    bench.images.clock.advance(by: .seconds(1))
    #expect(await slow == ["1 network"])
    #expect(await client.responses(.cacheFirst) == ["1 cache(age: 0)"])
    await cache.waitUntilIdle()
    #expect(await (try bench.client(bench.cache())).responses(.cacheFirst) == ["1 cache(age: 0)"])
  }

  @Test func `A caller waits only for its own transfer to be stored`() async {
    let transfers = SharedTransfers<Int>()
    let first = await transfers.outcome(of: "a") { number in
      for waiter in transfers.complete("a", number, number, isShared: false) ?? [] { waiter.finish(number) }
    }
    let release = Bell()
    async let second = transfers.outcome(of: "a") { number in
      await release.wait(after: 0)
      for waiter in transfers.complete("a", number, number) ?? [] { waiter.finish(number) }
    }
    await poll(for: "the second caller") { transfers.waiterCount("a") == 1 }
    await transfers.waitForEnd(of: first ?? 0)
    release.ring()
    #expect(await second != first)
  }

  @Test func `Changes are told apart by owner, address and key, and their number is bounded`() {
    var changes = CacheChanges()
    let before = changes
    changes.removeAll(withPrefix: "ana/")
    changes.removeAll(of: KeyGroup(part: "feed"))
    changes.change("bia/news/1")
    let unchanged = ["bia/news/2", "bia/likes/1", "eva/news/1"]
    for key in ["ana/news/1", "bia/feed/1", "bia/news/1"] {
      #expect(!changes.isUnchanged(key, since: before), "\(key)")
    }
    for key in unchanged { #expect(changes.isUnchanged(key, since: before), "\(key)") }
    for number in 0..<CacheChanges.limit { changes.change("\(number)") }
    for key in unchanged { #expect(!changes.isUnchanged(key, since: before), "\(key)") }
  }
}
