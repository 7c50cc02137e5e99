import TestSupport
import Testing

@testable import ColmeiaClient

@Suite(.blocking, .timeLimit(.minutes(10))) struct ImageCacheTests {
  private let bench = ImageBench()

  private func stub(_ answers: HTTPResponse...) -> StubTransport {
    let stub = StubTransport(clock: bench.clock)
    // A rule gives the same response every time, so each response gets a rule of its own.
    for answer in answers.reversed() { stub.insert(StubRule(.get, "/*", .response(answer))) }
    return stub
  }

  private func bytes(_ text: String, tag: String? = nil, status: Int = 200) -> HTTPResponse {
    var headers: HTTPHeaders = ["Content-Type": "image/bmp"]
    headers["ETag"] = tag
    return HTTPResponse(status, headers: headers, body: Array(text.utf8))
  }

  private func found(_ text: String, _ source: LoadedImage.Source) -> Result<LoadedImage, ImageError> {
    .success(LoadedImage(Array(text.utf8), source: source))
  }

  @Test func `An image comes from the server once, then from memory, and from disk after a restart`() async throws {
    let stub = stub(bytes("dog"))
    let cache = bench.cache(stub, disk: bench.disk())
    let dog = try WebAddress.image("dog.png?size=1#top")
    #expect(await cache.result(dog) == found("dog", .network))
    #expect(await cache.result(dog) == found("dog", .memory))
    await cache.waitUntilIdle()
    cache.removeFromMemory()
    #expect(await cache.result(dog) == found("dog", .disk))
    #expect(await cache.result(dog) == found("dog", .memory))
    let next = bench.cache(stub, disk: bench.disk())
    #expect(await next.result(dog) == found("dog", .disk))
    #expect(stub.requests == [HTTPRequest(.get, origin: "http://h", path: "/dog.png", query: "size=1")])
  }

  private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  private static let kinds: [(String?, [UInt8], Bool)] = [
    ("text/html", Array("<html>Log in</html>".utf8), false), ("image/png", Array("<html>Log in</html>".utf8), false),
    ("image/bmp", Array("\n <html>".utf8), false), ("image/svg+xml", Array("<svg/>".utf8), true),
    ("image/avif", [1], true), ("Image/BMP; a=b", [1], true), ("text/html", png, true), (nil, png, true),
    (nil, [1], false), ("application/json", Array("{}".utf8), false), ("image", [1], false), ("image/jpeg", [1], false),
  ]

  @Test(arguments: kinds) func `What isn't an image is an error, and isn't kept`(
    type: String?, body: [UInt8], isImage: Bool
  ) async throws {
    var response = HTTPResponse(200, body: body)
    response.headers["Content-Type"] = type
    let cache = bench.cache(stub(response), disk: bench.disk())
    let dog = try WebAddress.image("dog")
    let result = await cache.result(dog)
    await cache.waitUntilIdle()
    #expect(((try? result.get()) != nil) == isImage)
    #expect((cache.inMemory(ImageCache.key(of: dog, .shared)) != nil) == isImage)
    #expect((await bench.disk().entry(for: ImageCache.key(of: dog, .shared)) != nil) == isImage)
    if case .failure(let error) = result { #expect("\(error)".contains("Open its address")) }
  }

  @Test func `The age of an image counts from its date, and its Expires is heeded`() async throws {
    let date = { (ago: Int) in HTTPDate.text(bench.now - ago) }
    for (fields, isFresh) in [
      (["Date": date(8 * 86_400)], false), (["Age": "\(8 * 86_400)"], false), (["Date": date(86_400)], true),
      (["Expires": date(1)], false), (["Expires": date(-9)], true), (["Expires": "0"], false),
      (["Vary": "Accept, *"], false), (["Vary": "Accept"], true),
    ] as [(HTTPHeaders, Bool)] {
      var response = bytes("dog")
      for field in fields.fields { response.headers.add(field) }
      let cache = bench.cache(stub(response))
      let dog = try WebAddress.image("dog")
      _ = await cache.result(dog)
      #expect(await cache.result(dog) == found("dog", isFresh ? .memory : .network), "\(fields)")
    }
  }

  @Test func `The duration of the request counts in the age of an image`() async throws {
    let slow = SlowTransport(
      base: stub(HTTPResponse(200, headers: ["Cache-Control": "max-age=9"], body: Self.png)), bench)
    let (cache, dog) = (bench.cache(slow), try WebAddress.image("dog"))
    var sources: [LoadedImage.Source] = []
    for pause in [0, 3, 1] {
      bench.now += pause
      sources.append(try await cache.image(at: dog, for: .account("ana")).source)
    }
    #expect(sources == [.network, .memory, .network])
  }

  @Test(arguments: [("no-cache", 0), ("max-age=0", 0), ("max-age=9", 9), ("private", 7 * 86_400 + 1)])
  func `An image is used only for as long as the server allows`(control: String, age: Int) async throws {
    let answer = HTTPResponse(
      200, headers: ["Cache-Control": control, "ETag": "\"1\"", "Content-Type": "image/bmp"], body: [1])
    let confirmed = HTTPResponse(304, headers: ["Cache-Control": control])
    for usesMemory in [true, false] {
      let bench = ImageBench()
      let stub = StubTransport([
        StubRule(.get, "/dog", where: { $0.headers["If-None-Match"] == "\"1\"" }, .response(confirmed)),
        StubRule(.get, "/dog", .response(answer)),
      ])
      let (cache, dog) = (bench.cache(stub, disk: bench.disk()), try WebAddress.image("dog"))
      var sources: [LoadedImage.Source] = []
      for pause in [0, age - 1, 1, age - 1] where pause >= 0 {
        bench.now += pause
        sources.append(try await cache.image(at: dog, for: .account("ana")).source)
        await cache.waitUntilIdle()
        if !usesMemory { cache.removeFromMemory() }
      }
      let cached: LoadedImage.Source = usesMemory ? .memory : .disk
      #expect(sources == (age == 0 ? [.network, .confirmed] : [.network, cached, .confirmed, cached]))
    }
  }

  @Test func `The fragment and the spelling of the host do not change the key, but the query does`() async throws {
    let addresses = ["http://H/a#b", "http://h:80/a", "http://h/a?", "http://h/a?x", "https://h/a"]
    let keys = try addresses.map { ImageCache.key(of: try #require(WebAddress(rawValue: $0)), .shared) }
    let ends = ["http://h/a", "http://h/a", "http://h/a?", "http://h/a?x", "https://h/a"]
    #expect(keys == ends.map { ResponseKey.prefix(.shared) + $0 })
  }

  @Test func `An expired image is requested with its entity tag and reused if it has not changed`() async throws {
    let dog = try WebAddress.image("dog")
    for usesMemory in [true, false] {
      let bench = ImageBench()
      let stub = StubTransport([
        StubRule(
          .get, "/dog", where: { $0.headers["If-None-Match"] == "W/\"1\"" },
          .response(bytes("new", tag: "\"3\""))),
        StubRule(
          .get, "/dog", where: { $0.headers["If-None-Match"] == "\"1\"" },
          .response(HTTPResponse(304, headers: ["ETag": "W/\"1\""]))),
        StubRule(.get, "/dog", .response(bytes("old", tag: "\"1\""))),
      ])
      let cache = bench.cache(stub, disk: bench.disk())
      func load() async -> Result<LoadedImage, ImageError> {
        await cache.waitUntilIdle()
        if !usesMemory { cache.removeFromMemory() }
        return await cache.result(dog)
      }
      #expect(await load() == found("old", .network))
      bench.now += 7 * 86_400
      #expect(await load() == found("old", usesMemory ? .memory : .disk))
      bench.now += 1
      #expect(await load() == found("old", .confirmed))
      bench.now += 7 * 86_400
      #expect(await load() == found("old", usesMemory ? .memory : .disk))
      bench.now += 1
      #expect(await load() == found("new", .network))
      #expect(await load() == found("new", usesMemory ? .memory : .disk))
      #expect(stub.requests.count == 3)
    }
  }

  @Test(arguments: [false, true])
  func `A confirmation of another image is useless, and the image is requested again`(isRedirected: Bool) async throws {
    var confirmation = HTTPResponse(304, headers: ["ETag": isRedirected ? "\"1\"" : "\"2\""])
    confirmation.redirectedURL = isRedirected ? "http://h/b" : nil
    let stub = StubTransport([
      StubRule(.get, "/dog", where: { $0.headers["If-None-Match"] == "\"1\"" }, .response(confirmation)),
      StubRule(.get, "/dog", .response(bytes("old", tag: "\"1\"")), .response(bytes("new", tag: "\"2\""))),
    ])
    let (cache, dog) = (bench.cache(stub), try WebAddress.image("dog"))
    #expect(await cache.result(dog) == found("old", .network))
    await cache.waitUntilIdle()
    bench.now += 8 * 86_400
    #expect(await cache.result(dog) == found("new", .network))
    #expect(stub.requests.map { $0.headers["If-None-Match"] } == [nil, "\"1\"", nil])
  }

  @Test func `The entity tag of an image that a redirect led to is not used`() async throws {
    var answer = bytes("dog", tag: "\"1\"")
    answer.redirectedURL = "http://h/b"
    let stub = stub(answer)
    let (cache, dog) = (bench.cache(stub), try WebAddress.image("dog"))
    _ = await cache.result(dog)
    await cache.waitUntilIdle()
    bench.now += 8 * 86_400
    #expect(await cache.result(dog) == found("dog", .network))
    #expect(stub.requests.map { $0.headers["If-None-Match"] } == [nil, nil])
  }

  @Test func `An expired image without an entity tag is requested as if it were missing`() async throws {
    let stub = stub(bytes("dog"))
    let cache = bench.cache(stub, disk: bench.disk())
    let dog = try WebAddress.image("dog")
    _ = await cache.result(dog)
    await cache.waitUntilIdle()
    bench.now += 8 * 86_400
    #expect(await cache.result(dog) == found("dog", .network))
    #expect(stub.requests.map { $0.headers["If-None-Match"] } == [nil, nil])
  }

  @Test func `An unrequested confirmation by the server is rejected`() async throws {
    let stub = StubTransport([StubRule(.get, "/dog", .response(bytes("dog")), .response(HTTPResponse(304)))])
    let cache = bench.cache(stub)
    let dog = try WebAddress.image("dog")
    _ = await cache.result(dog)
    await cache.waitUntilIdle()
    bench.now += 8 * 86_400
    #expect(await cache.result(dog) == .failure(.status(304)))
  }

  @Test(arguments: [199, 200, 201, 203, 204, 206, 299, 302, 399, 404, 500])
  func `Only the statuses 200 and 203 are accepted`(status: Int) async throws {
    let result = await bench.cache(stub(bytes("dog", status: status))).result(try WebAddress.image("dog"))
    #expect(result == ([200, 203].contains(status) ? found("dog", .network) : .failure(.status(status))))
  }

  @Test func `An unrequested status 304, an empty body and a body over the limit are errors`() async throws {
    let dog = try WebAddress.image("dog")
    #expect(await bench.cache(stub(bytes("dog", status: 304))).result(dog) == .failure(.status(304)))
    #expect(await bench.cache(stub(bytes(""))).result(dog) == .failure(.empty))
    let limits = ImageCache.Limits(imageBytes: 3)
    #expect(await bench.cache(stub(bytes("dog")), limits).result(dog) == found("dog", .network))
    #expect(await bench.cache(stub(bytes("dogs")), limits).result(dog) == .failure(.tooLarge(limit: 3)))
  }

  @Test func `An error is not cached, and the next call tries again`() async throws {
    let stub = StubTransport([
      StubRule(.get, "/dog", .failure(.offline), .response(HTTPResponse(500)), .response(bytes("dog")))
    ])
    let cache = bench.cache(stub, disk: bench.disk())
    let dog = try WebAddress.image("dog")
    #expect(await cache.result(dog) == .failure(.transport(.offline)))
    await cache.waitUntilIdle()
    #expect(await cache.result(dog) == .failure(.status(500)))
    await cache.waitUntilIdle()
    #expect(await cache.result(dog) == found("dog", .network))
    await cache.waitUntilIdle()
    #expect(cache.isIdle)
  }

  @Test(arguments: [
    ("no-store", CacheOwner.account("ana")), ("no-store", .shared), ("private", .shared), ("cookies", .shared),
  ])
  func `An image that must not be stored is returned, but neither in memory nor on disk`(
    control: String, owner: CacheOwner
  ) async throws {
    var response = HTTPResponse(
      200, headers: ["Cache-Control": control, "Content-Type": "image/bmp"], body: Array("dog".utf8))
    response.hasHiddenCookies = control == "cookies"
    let stub = stub(response)
    let cache = bench.cache(stub, disk: bench.disk())
    let dog = try WebAddress.image("dog")
    for _ in 0..<2 {
      #expect(await cache.result(dog, for: owner) == found("dog", .network))
      await cache.waitUntilIdle()
    }
    #expect(await bench.disk().latest(upTo: .max).isEmpty && stub.requests.count == 2)
  }

  @Test func `The image of an account is shown to no other one, and can be removed with all of its images`()
    async throws
  {
    let stub = StubTransport([
      StubRule(.get, "/dog", .response(bytes("ana")), .response(bytes("bob")), .response(bytes("new")))
    ])
    let (cache, dog) = (bench.cache(stub, disk: bench.disk()), try WebAddress.image("dog"))
    for source in [LoadedImage.Source.network, .memory, .disk] {
      if source == .disk { cache.removeFromMemory() }
      for name in ["ana", "bob"] { #expect(await cache.result(dog, for: .account(name)) == found(name, source)) }
      await cache.waitUntilIdle()
    }
    try await cache.removeAll(of: .account("ana"))
    #expect(await cache.result(dog, for: .account("bob")) == found("bob", .memory))
    cache.removeFromMemory()
    #expect(await cache.result(dog, for: .account("bob")) == found("bob", .disk))
    #expect(await cache.result(dog, for: .account("ana")) == found("new", .network))
  }

  @Test func `A failed request does not remove the cached image`() async throws {
    let stub = StubTransport([
      StubRule(
        .get, "/dog", .response(bytes("dog", tag: "\"1\"")), .failure(.offline), .response(HTTPResponse(304)))
    ])
    let cache = bench.cache(stub, disk: bench.disk())
    let dog = try WebAddress.image("dog")
    _ = await cache.result(dog)
    bench.now += 8 * 86_400
    await cache.waitUntilIdle()
    #expect(await cache.result(dog) == .failure(.transport(.offline)))
    await cache.waitUntilIdle()
    #expect(await cache.result(dog) == found("dog", .confirmed))
  }

  @Test func `A failure to write to disk is reported, and the caller still gets the image`() async throws {
    let failures = Recorder<DiskCacheError>()
    let disk = try bench.brokenDisk()
    let cache = bench.cache(stub(bytes("dog")), disk: disk) { failures.add($0) }
    let dog = try WebAddress.image("dog")
    #expect(await cache.result(dog) == found("dog", .network))
    await cache.waitUntilIdle()
    #expect(await cache.result(dog) == found("dog", .memory))
    #expect(failures.all.count == 1)
    guard case .file(let error) = failures.all.first else {
      Issue.record("\(failures.all)")
      return
    }
    #expect(error.reason == .notAFile)
  }

  @Test func `A removed image is downloaded again`() async throws {
    let stub = stub(bytes("dog"))
    let cache = bench.cache(stub, disk: bench.disk())
    let dog = try WebAddress.image("dog")
    _ = await cache.result(dog)
    await cache.waitUntilIdle()
    try await cache.remove(dog, of: .shared)
    #expect(await cache.result(dog) == found("dog", .network))
    await cache.waitUntilIdle()
    try await cache.removeAll()
    #expect(await cache.result(dog) == found("dog", .network))
    #expect(stub.requests.count == 3)
  }

  @Test(arguments: [true, false]) func `An image that is removed while it is downloaded is not cached`(
    all: Bool
  ) async throws {
    let rule = StubRule(.get, "/dog", .after(.seconds(1), .response(bytes("dog"))))
    let stub = StubTransport([rule], clock: bench.clock)
    let cache = bench.cache(stub, disk: bench.disk())
    let dog = try WebAddress.image("dog")
    let download = Task { await cache.result(dog) }
    await bench.clock.waitForSleeps(1)
    if all { try await cache.removeAll() } else { try await cache.remove(dog, of: .shared) }
    bench.clock.advance(by: .seconds(1))
    #expect(await download.value == found("dog", .network))
    await cache.waitUntilIdle()
    #expect(cache.inMemory(ImageCache.key(of: dog, .shared)) == nil)
    #expect(await bench.disk().entry(for: ImageCache.key(of: dog, .shared)) == nil)
  }

  @Test func `Descriptions show no bytes, and errors state what to do`() {
    var text = ""
    let image = LoadedImage(Array("hidden".utf8), source: .disk)
    dump(image, to: &text)
    dump(CacheEntry(Array("hidden".utf8), written: 1), to: &text)
    #expect("\(image)" == "6 bytes from disk")
    #expect(!text.contains("hidden") && !text.contains("104"))
    let errors: [ImageError] = [.transport(.offline), .status(404), .empty, .tooLarge(limit: 5), .cancelled]
    #expect(
      errors.map(\.description) == [
        "This device is offline. Connect it and try again.",
        "The server responded to the image request with status 404. Check its address.",
        "The image has no bytes. Contact the server's operator.",
        "The image has more than 5 bytes. Use a smaller one, or raise the limit.",
        "Loading the image was cancelled.",
      ])
  }
}

/// A transport that takes 5 seconds.
private struct SlowTransport: Transport {
  let base: any Transport
  let bench: ImageBench

  init(base: any Transport, _ bench: ImageBench) { (self.base, self.bench) = (base, bench) }

  func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    bench.now += 5
    return try await base.send(request)
  }
}
