import ColmeiaTesting
import TestSupport
import Testing

@testable import ColmeiaClient
@testable import ColmeiaTransport

@Suite(.blocking, .timeLimit(.minutes(10))) struct SharedDownloadTests {
  private let bench = ImageBench()
  private let image = HTTPResponse(
    200, headers: ["Content-Type": "image/bmp"], body: Array("dog".utf8))
  private let dog = LoadedImage(Array("dog".utf8), source: .network)

  /// Returns a server that takes a second on the bench's clock.
  private func slow(_ answer: StubRule.Answer? = nil) -> CountingTransport {
    let rule = StubRule(.get, "/*", .after(.seconds(1), answer ?? .response(image)))
    return CountingTransport(base: StubTransport([rule], clock: bench.clock))
  }

  @Test(arguments: [true, false]) func `A hundred concurrent calls make one request, whatever its result`(
    isGood: Bool
  ) async throws {
    let server = slow(isGood ? nil : .failure(.offline))
    let cache = bench.cache(server, ImageCache.Limits(memoryBytes: 0))
    let address = try WebAddress.image("dog")
    await withTaskGroup(of: Result<LoadedImage, ImageError>.self) { group in
      for _ in 0..<100 { group.addTask { await cache.result(address) } }
      await cache.waiters(address, reach: 100)
      await bench.clock.waitForSleeps(1)
      bench.clock.advance(by: .seconds(1))
      for await result in group { #expect(result == (isGood ? .success(dog) : .failure(.transport(.offline)))) }
    }
    #expect(server.begun.value == 1)
    await cache.waitUntilIdle()
    #expect(cache.isIdle)
  }

  @Test func `A call while the image is being written to disk gets it without another request`() async throws {
    let server = slow()
    let cache = bench.cache(server, disk: bench.disk(), ImageCache.Limits(memoryBytes: 0))
    let address = try WebAddress.image("dog")
    async let first = cache.result(address)
    await bench.clock.waitForSleeps(1)
    bench.clock.advance(by: .seconds(1))
    #expect(await first == .success(dog))
    for _ in 0..<50 { #expect(try await cache.result(address).get().bytes == dog.bytes) }
    #expect(server.begun.value == 1)
  }

  @Test func `If one of two callers is cancelled, it returns at once and the other gets the image`() async throws {
    let server = slow()
    let cache = bench.cache(server)
    let address = try WebAddress.image("dog")
    for cancelsFirst in [true, false] {
      cache.removeFromMemory()
      let first = Task { await cache.result(address) }
      await cache.waiters(address, reach: 1)
      let second = Task { await cache.result(address) }
      await cache.waiters(address, reach: 2)
      let (leaving, staying) = cancelsFirst ? (first, second) : (second, first)
      leaving.cancel()
      #expect(await leaving.value == .failure(.cancelled))
      #expect(cache.waiterCount(address) == 1)
      await bench.clock.waitForSleeps(cancelsFirst ? 1 : 2)
      bench.clock.advance(by: .seconds(1))
      #expect(await staying.value == .success(dog))
      await cache.waitUntilIdle()
    }
    #expect(server.cancelled.value == 0)
    #expect(server.begun.value == 2)
  }

  @Test func `If both are cancelled, the download is cancelled, and a later call starts another`() async throws {
    let server = slow()
    let cache = bench.cache(server, disk: bench.disk())
    let address = try WebAddress.image("dog")
    let both = (0..<2).map { _ in Task { await cache.result(address) } }
    await cache.waiters(address, reach: 2)
    await bench.clock.waitForSleeps(1)
    for task in both { task.cancel() }
    for task in both { #expect(await task.value == .failure(.cancelled)) }
    await server.cancelled.reaches(1)
    await cache.waitUntilIdle()
    #expect(cache.isIdle && cache.memory.count == 0)
    #expect(await bench.disk().entry(for: ImageCache.key(of: address, .shared)) == nil)
    async let later = cache.result(address)
    await bench.clock.waitForSleeps(2)
    bench.clock.advance(by: .seconds(1))
    #expect(await later == .success(dog))
    #expect(server.begun.value == 2)
  }

  @Test func `A cancelled call sends no request, but returns an image from memory`() async throws {
    let server = CountingTransport(base: StubTransport([StubRule(.get, "/*", .response(image))]))
    let cache = bench.cache(server)
    let address = try WebAddress.image("dog")
    let gate = Tally()
    func asking() -> Task<Result<LoadedImage, ImageError>, Never> {
      Task {
        await gate.reaches(1)
        return await cache.result(address)
      }
    }
    let early = [asking(), asking()]
    for task in early { task.cancel() }
    gate.add()
    for task in early { #expect(await task.value == .failure(.cancelled)) }
    #expect(server.begun.value == 0 && cache.isIdle)
    #expect(await cache.result(address) == .success(dog))
    let late = asking()
    late.cancel()
    #expect(await late.value == .success(LoadedImage(dog.bytes, source: .memory)))
  }

  @Test(arguments: 0..<6) func `Callers that come and go in any order all finish and leave nothing behind`(
    seed: UInt64
  ) async throws {
    let server = CountingTransport(base: StubTransport([StubRule(.get, "/*", .response(image))]))
    let cache = bench.cache(server, disk: bench.disk(), ImageCache.Limits(memoryBytes: 10))
    var random = SplitMix(state: seed)
    let addresses = try (0..<4).map { try WebAddress.image("\($0)") }
    var tasks: [(task: Task<Result<LoadedImage, ImageError>, Never>, isCancelled: Bool)] = []
    for _ in 0..<120 {
      let address = addresses[Int.random(in: 0..<4, using: &random)]
      let isCancelled = Bool.random(using: &random)
      let task = Task { await cache.result(address) }
      if Bool.random(using: &random) { await Task.yield() }
      if isCancelled { task.cancel() }
      tasks.append((task, isCancelled))
    }
    for (task, isCancelled) in tasks {
      switch await task.value {
      case .success(let image): #expect(image.bytes == dog.bytes)
      case .failure(let error): #expect(isCancelled && error == .cancelled)
      }
    }
    await cache.waitUntilIdle()
    #expect(cache.isIdle)
    #expect(server.begun.value == server.answered.value + server.cancelled.value)
  }

  @Test func `Waiting callers receive the progress, and cancelled ones do not`() async throws {
    let cache = bench.cache(PiecewiseTransport(pieces: [2, 3], clock: bench.clock))
    let address = try WebAddress.image("dog")
    let received = Recorder<String>()
    func load(_ name: String) -> Task<Result<LoadedImage, ImageError>, Never> {
      Task {
        await cache.result(address) { progress in
          received.add("\(name) \(progress.count) of \(progress.total ?? -1)")
        }
      }
    }
    let (staying, leaving) = (load("a"), load("b"))
    await cache.waiters(address, reach: 2)
    await bench.clock.waitForSleeps(1)
    bench.clock.advance(by: .seconds(1))
    await bench.clock.waitForSleeps(2)
    leaving.cancel()
    _ = await leaving.value
    bench.clock.advance(by: .seconds(1))
    #expect(try await staying.value.get().bytes.count == 5)
    #expect(received.all.sorted() == ["a 2 of 5", "a 5 of 5", "b 2 of 5"])
  }

  @Test func `A transport that cannot report partial progress reports it at the end`() async throws {
    let received = Recorder<TransferProgress>()
    let cache = bench.cache(StubTransport([StubRule(.get, "/*", .response(image))]))
    _ = await cache.result(try WebAddress.image("dog")) { received.add($0) }
    #expect(received.all == [TransferProgress.received(3, of: 3)])
  }
}

/// A transport that delivers its response in pieces, one per second.
private struct PiecewiseTransport: Transport {
  let pieces: [Int]
  let clock: ManualClock

  func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    try await send(request, TransferOptions())
  }

  func send(
    _ request: HTTPRequest, _ options: TransferOptions
  ) async throws(TransportError) -> HTTPResponse {
    var body: [UInt8] = []
    for piece in pieces {
      do { try await clock.sleep(for: .seconds(1)) } catch { throw .cancelled }
      body += [UInt8](repeating: 7, count: piece)
      options.progress?(.received(body.count, of: pieces.reduce(0, +)))
    }
    return HTTPResponse(200, headers: ["Content-Type": "image/bmp"], body: body)
  }
}
