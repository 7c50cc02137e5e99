import TestSupport
import Testing

@testable import ReferenceApp

/// Tests the live handlers of photos and pictures: the requests they send, and how they handle each response.
@Suite(.blocking, .timeLimit(.minutes(10))) struct PictureHandlerTests {
  private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2]

  private func bench(_ rules: StubRule...) throws -> Bench {
    try Bench(rules: rules) { environment in
      let transport = environment.transport
      environment.images = ImageCache(transport) { 0 }
      let address = try S3Address(try BaseURL("http://s3.example"), bucket: "photos")
      let signer = S3Signer(S3Credentials(accessKey: "AK", secret: Token("hidden")))
      environment.photos = PhotoService(
        ObjectStore(transport, address, signer) { 0 },
        photo: { name in
          switch name {
          case "rex.png": .bytes(Self.png)
          case "long.png": .bytes(Self.png + [UInt8](repeating: 0, count: PhotoService.limit))
          case "text": .bytes(Array("text".utf8))
          default: nil
          }
        }, random: { 0 })
    }
  }

  @Test func `A picture is requested once, and then comes from the cache`() async throws {
    let image = try #require(ImageURL(rawValue: "http://dogs.example/pug/1.jpg"))
    let bench = try bench(
      StubRule(.get, "/pug/*", .response(HTTPResponse(200, headers: ["Content-Type": "image/bmp"], body: [1, 2, 3]))))
    let loaded = AppReducer.Action.feed(.picture(.loaded(image, bytes: 3)))
    #expect(
      await bench.actions(.feed(.picture(image))) == [.feed(.picture(.progress(image, percent: 100))), loaded])
    #expect(await bench.actions(.feed(.picture(image))) == [loaded])
    #expect(bench.requests == ["GET http://dogs.example/pug/1.jpg"])
  }

  @Test(
    arguments: [
      (.failure(.offline), .offline), (.response(HTTPResponse(404)), .status(404)),
      (.response(HTTPResponse(200)), .undecodable(at: "picture")),
      (.failure(.timedOut(after: .seconds(30), origin: "o")), .timedOut),
    ] as [(StubRule.Answer, RequestFailure)])
  func `A failed picture request reports the reason`(answer: StubRule.Answer, failure: RequestFailure) async throws {
    let image = try #require(ImageURL(rawValue: "http://dogs.example/pug/1.jpg"))
    let bench = try bench(StubRule(.get, "/pug/*", answer))
    #expect(await bench.actions(.feed(.picture(image))) == [.feed(.picture(.failed(image, failure)))])
  }

  @Test func `A cancelled picture request sends no action; without a cache pictures are unavailable`() async throws {
    let image = try #require(ImageURL(rawValue: "http://dogs.example/pug/1.jpg"))
    let bench = try bench(StubRule(.get, "/pug/*", .response(HTTPResponse(200, body: [1]))))
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await bench.actions(.feed(.picture(image)))
    }
    #expect(await task.value == [])
    #expect(bench.requests.isEmpty)
    let plain = try Bench()
    #expect(await plain.actions(.feed(.picture(image))) == [.feed(.picture(.failed(image, .unreachable)))])
  }

  @Test func `A photo is uploaded with its type under the member's key, and the progress is reported`() async throws {
    let bench = try bench(StubRule(.put, "/photos/*", .response(HTTPResponse(200, headers: ["ETag": "\"1\""]))))
    #expect(
      await bench.actions(.profile(.upload("rex.png", user: 7))) == [
        .profile(.uploadProgress(100)), .profile(.uploaded(key: "users/7/0000.png")),
      ])
    let request = try #require(bench.stub.requests.first)
    #expect(request.path == "/photos/users/7/0000.png" && request.body == Self.png)
    #expect(request.headers["Content-Type"] == "image/png")
  }

  @Test(
    arguments: [
      ("text", .notAnImage), ("none", .unreadable), ("long.png", .tooLarge(limit: PhotoService.limit)),
      ("rex.png", .request(.offline)),
    ] as [(String, PhotoFailure)])
  func `A failed photo upload reports the reason`(file: String, failure: PhotoFailure) async throws {
    let bench = try bench(StubRule(.put, "/photos/*", .failure(.offline)))
    #expect(await bench.actions(.profile(.upload(file, user: 7))) == [.profile(.uploadFailed(failure))])
    #expect(bench.requests.count == (file == "rex.png" ? 1 : 0))
  }

  @Test func `A photo is requested once with a signature, and the progress is reported`() async throws {
    let bench = try bench(StubRule(.get, "/photos/*", .response(HTTPResponse(200, body: Self.png))))
    let loaded = AppReducer.Action.profile(.photoLoaded(bytes: 10))
    #expect(await bench.actions(.profile(.photo("users/7/a.png"))) == [.profile(.photoProgress(100)), loaded])
    #expect(await bench.actions(.profile(.photo("users/7/a.png"))) == [loaded])
    #expect(bench.stub.requests.count == 1)
    #expect(bench.stub.requests.first?.headers["Authorization"]?.hasPrefix("AWS4-HMAC-SHA256 ") == true)
  }

  @Test func `A missing photo is reported`() async throws {
    let bench = try bench(StubRule(.get, "/photos/*", .response(HTTPResponse(404))))
    #expect(
      await bench.actions(.profile(.photo("users/7/a.png"))) == [.profile(.photoFailed(.refused("NoSuchKey")))])
  }
}
