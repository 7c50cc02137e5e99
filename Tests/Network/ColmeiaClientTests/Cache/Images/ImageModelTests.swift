import ColmeiaBase
import TestSupport
import Testing

@testable import ColmeiaClient
@testable import ColmeiaTransport

/// A law: for any sequence of requests, changes, removals and restarts by a single caller, the cache returns what a
/// model with two lists returns, and the server receives the same requests.
@Suite(.blocking, .timeLimit(.minutes(10))) struct ImageModelTests {
  private static let age = 100
  private static let diskAge = 300

  @Test(arguments: 0..<16 as Range<UInt64>) func `The cache behaves like a simple model`(seed: UInt64) async throws {
    let (bench, server) = (ImageBench(), ChangingServer())
    var (random, model) = (SplitMix(state: seed), ImageModel(age: Self.age, diskAge: Self.diskAge))
    let limits = ImageCache.Limits(memoryBytes: ImageModel.memory, imageBytes: 40, age: Self.age)
    func start() -> ImageCache {
      bench.cache(server, disk: bench.disk(DiskCache.Limits(age: Self.diskAge)), limits)
    }
    var cache = start()
    for step in 0..<150 {
      let name = "\(Int.random(in: 0..<6, using: &random))"
      let address = try WebAddress.image(name)
      switch Int.random(in: 0..<20, using: &random) {
      case 0: (cache, model.memory) = (start(), [])
      case 1:
        cache.removeFromMemory()
        model.memory = []
      case 2:
        try await cache.remove(address, of: .shared)
        model.remove("/" + name)
      case 3...5: bench.now += Int.random(in: 0...90, using: &random)
      case 6...8: server.change("/" + name, ChangingServer.Picture.random(&random))
      default:
        let expected = model.load("/" + name, now: bench.now, server.picture("/" + name))
        #expect(await cache.result(address) == expected, "step \(step)")
        await cache.waitUntilIdle()
      }
      #expect(server.asked == model.asked, "step \(step)")
      #expect(cache.memory.size == model.memory.reduce(0) { $0 + $1.entry.bytes.count }, "step \(step)")
    }
    #expect(cache.isIdle)
  }
}

/// A server whose pictures change.
private final class ChangingServer: Transport {
  struct Picture: Sendable {
    var text = "first"
    var tag: String?
    var isThere = true

    static func random(_ random: inout SplitMix) -> Picture {
      let count = Int.random(in: 0...44, using: &random)
      return Picture(
        text: String(repeating: "x", count: count), tag: Bool.random(using: &random) ? "\"\(count)\"" : nil,
        isThere: Int.random(in: 0..<5, using: &random) > 0)
    }

    func answer(_ tag: String?) -> HTTPResponse {
      var headers: HTTPHeaders = ["Content-Type": "image/bmp"]
      headers["etag"] = self.tag
      if !isThere { return HTTPResponse(404) }
      if let tag, tag == self.tag { return HTTPResponse(304, headers: headers) }
      return HTTPResponse(200, headers: headers, body: Array(text.utf8))
    }
  }

  private let content = Guarded((pictures: [String: Picture](), asked: [String]()))

  var asked: [String] { content.withLock { $0.asked } }

  func picture(_ path: String) -> Picture { content.withLock { $0.pictures[path] ?? Picture() } }

  func change(_ path: String, _ picture: Picture) { content.withLock { $0.pictures[path] = picture } }

  func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    let tag = request.headers["If-None-Match"]
    content.withLock { $0.asked.append("\(request.path) \(tag ?? "-")") }
    return picture(request.path).answer(tag)
  }
}

/// A simple model of the cache.
private struct ImageModel {
  static let memory = 90
  let age: Int
  let diskAge: Int
  /// The images in memory, least recently used first.
  var memory: [(path: String, entry: CacheEntry)] = []
  private(set) var asked: [String] = []
  private var disk: [String: CacheEntry] = [:]

  init(age: Int, diskAge: Int) {
    self.age = age
    self.diskAge = diskAge
  }

  mutating func remove(_ path: String) {
    memory.removeAll { $0.path == path }
    disk[path] = nil
  }

  mutating func load(_ path: String, now: Int, _ picture: ChangingServer.Picture) -> Result<LoadedImage, ImageError> {
    let kept = memory.first { $0.path == path }?.entry
    // An entry that turns out to be too old counts as used, too.
    if let kept { keep(kept, path) }
    if let kept, now - kept.written <= age { return .success(LoadedImage(kept.bytes, source: .memory)) }
    if kept == nil, let entry = disk[path], now - entry.written > diskAge { disk[path] = nil }
    let known = kept ?? disk[path]
    if let known, now - known.written <= age {
      keep(known, path)
      return .success(LoadedImage(known.bytes, source: .disk))
    }
    asked.append("\(path) \(known?.validator ?? "-")")
    let answer = picture.answer(known?.validator)
    if answer.status == 304, let known {
      return store(CacheEntry(known.bytes, written: now, validator: known.validator), path, .confirmed)
    }
    if answer.status != 200 { return .failure(.status(answer.status)) }
    if answer.body.isEmpty { return .failure(.empty) }
    if answer.body.count > 40 { return .failure(.tooLarge(limit: 40)) }
    return store(CacheEntry(answer.body, written: now, validator: picture.tag), path, .network)
  }

  private mutating func store(
    _ entry: CacheEntry, _ path: String, _ source: LoadedImage.Source
  ) -> Result<LoadedImage, ImageError> {
    keep(entry, path)
    disk[path] = entry
    return .success(LoadedImage(entry.bytes, source: source))
  }

  private mutating func keep(_ entry: CacheEntry, _ path: String) {
    memory.removeAll { $0.path == path }
    memory.append((path, entry))
    while memory.reduce(0, { $0 + $1.entry.bytes.count }) > Self.memory { memory.removeFirst() }
  }
}
