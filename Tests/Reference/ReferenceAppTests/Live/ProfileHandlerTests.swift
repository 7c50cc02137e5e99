import ColmeiaTesting
import Foundation
import TestSupport
import Testing

@testable import ReferenceApp

/// Tests the live handler of the profile, which sends texts and photo keys to the API, and photos to the object store.
@Suite(.blocking, .timeLimit(.minutes(10))) struct ProfileHandlerTests {
  private static let user: JSON = ["id": 7, "name": "Bia", "about": "Oi", "photo_url": "users/7/a.png"]
  private static let bia = Member(id: 7, name: "Bia", about: "Oi", photo: "users/7/a.png")
  private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3]

  /// Returns a bench with a photo service that finds `photo` under any name.
  private static func bench(
    _ rules: [StubRule], photo: PhotoFile? = .bytes(png)
  ) throws -> Bench {
    let stub = StubTransport(rules)
    return try Bench(over: stub, tokens: .signedIn) { environment in
      let address = try S3Address(BaseURL("http://s3.example"), bucket: "photos")
      let signer = S3Signer(S3Credentials(accessKey: "key", secret: Token("secret")))
      environment.photos = PhotoService(
        ObjectStore(stub, address, signer, now: { 1_600_000_000 }), photo: { _ in photo }, random: { 0.5 })
    }
  }

  @Test func `Reading and changing a profile succeeds or reports the failure`() async throws {
    let bench = try Self.bench([
      StubRule(.get, "/api/users/7", .json(Self.user), .json([:], 404)),
      StubRule(.put, "/api/users/7", .json(Self.user), .refusal(401, Example.noAccess), .json(Self.user)),
    ])
    #expect(await bench.actions(.profile(.load(7))) == [.profile(.loaded(Self.bia))])
    #expect(await bench.actions(.profile(.load(7))) == [.profile(.loadFailed(.notFound))])
    let save = AppReducer.Effect.profile(.saveText(7, name: "Bia", about: nil))
    #expect(await bench.actions(save) == [.profile(.textSaved(Self.bia))])
    #expect(await bench.actions(save) == [.profile(.textFailed(.sessionRefused))])
    #expect(
      await bench.actions(.profile(.link(7, photo: "users/7/a.png", replacing: nil))) == [.profile(.linked(Self.bia))])
    #expect(try JSON(parsing: bench.stub.requests[2].body) == ["name": "Bia"])
    #expect(try JSON(parsing: bench.stub.requests[4].body) == ["photo_url": "users/7/a.png"])
  }

  @Test(arguments: [
    ("users/7/a.png", false), ("users/8/old.png", false), ("elsewhere", false), ("users/7/old.png", true),
  ])
  func `The photo that is replaced is removed from the store if it is the member's own`(
    old: String, isRemoved: Bool
  ) async throws {
    let bench = try Self.bench([
      StubRule(.put, "/api/users/7", .refusal(401, Example.noAccess), .json(Self.user)),
      StubRule(.delete, "/photos/*", .response(HTTPResponse(500))),
    ])
    let link = AppReducer.Effect.profile(.link(7, photo: "users/7/a.png", replacing: old))
    #expect(await bench.actions(link) == [.profile(.linkFailed(.sessionRefused))])
    #expect(await bench.actions(link) == [.profile(.linked(Self.bia))])
    let removed = bench.stub.requests.filter { $0.method == .delete }.map(\.path)
    #expect(removed == (isRemoved ? ["/photos/\(old)"] : []))
  }

  @Test(arguments: [("users/7/a.png", false), ("users/7/b.png", true), ("users/8/b.png", false)])
  func `An unused photo is removed unless the profile refers to it nevertheless`(
    key: String, isRemoved: Bool
  ) async throws {
    let bench = try Self.bench([
      StubRule(.get, "/api/users/7", .failure(.offline), .json(Self.user)),
      StubRule(.delete, "/photos/*", .response(HTTPResponse(204))),
    ])
    let remove = AppReducer.Effect.profile(.remove(key, user: 7))
    #expect(await bench.actions(remove) == [])
    #expect(bench.stub.requests.map(\.method) == [.get])
    #expect(await bench.actions(remove) == [])
    #expect(bench.stub.requests.filter { $0.method == .delete }.map(\.path) == (isRemoved ? ["/photos/\(key)"] : []))
  }

  @Test func `A photo is uploaded under a new key, and an invalid one isn't sent`() async throws {
    let effect = AppReducer.Effect.profile(.upload("dog.png", user: 7))
    let key = "users/7/80000000800000008000000080000000.png"
    let bench = try Self.bench([StubRule(.put, "/photos/*", .response(HTTPResponse(200)), .response(HTTPResponse(403)))]
    )
    #expect(await bench.actions(effect).last == .profile(.uploaded(key: key)))
    #expect(bench.stub.requests.first?.path == "/photos/" + key)
    #expect(await bench.actions(effect).last == .profile(.uploadFailed(.refused("403"))))
    let refused: [(PhotoFile?, PhotoFailure)] = [
      (nil, .unreadable), (.bytes([1, 2, 3]), .notAnImage), (.bytes([]), .notAnImage),
      (.bytes(Self.png + [UInt8](repeating: 0, count: PhotoService.limit)), .tooLarge(limit: PhotoService.limit)),
    ]
    for (photo, failure) in refused {
      let bench = try Self.bench([], photo: photo)
      #expect(await bench.actions(effect) == [.profile(.uploadFailed(failure))])
      #expect(bench.stub.requests.isEmpty)
    }
  }

  @Test(
    arguments: [
      (.response(HTTPResponse(200, body: png)), .photoLoaded(bytes: 11)),
      (.response(HTTPResponse(404)), .photoFailed(.refused("NoSuchKey"))),
      (.response(HTTPResponse(500)), .photoFailed(.request(.status(500)))),
      (.response(HTTPResponse(200)), .photoFailed(.notAnImage)),
      (.failure(.offline), .photoFailed(.request(.offline))),
      (.failure(.tooLarge(limit: 9, origin: "o")), .photoFailed(.tooLarge(limit: PhotoService.limit))),
    ] as [(StubRule.Answer, Profile.Action)])
  func `A photo is cached, or the failure is reported`(answer: StubRule.Answer, action: Profile.Action) async throws {
    let bench = try Self.bench([StubRule(.get, "/photos/*", answer)])
    #expect(await bench.actions(.profile(.photo("users/7/a.png"))).last == .profile(action))
    #expect(bench.stub.requests[0].headers["Authorization"]?.contains("Signature=") == true)
  }

  @Test func `Without a photo service photos are unavailable`() async throws {
    let bench = try Bench()
    #expect(await bench.actions(.profile(.photo("x"))) == [.profile(.photoFailed(.request(.unreachable)))])
    #expect(
      await bench.actions(.profile(.upload("x", user: 7))) == [.profile(.uploadFailed(.request(.unreachable)))])
  }

  @Test func `A photo's file is checked by its size and first bytes, and links to it are followed`() async throws {
    let folder = try Folder([:])
    defer { folder.remove() }
    let (path, link) = (folder.path + "/a photo", folder.path + "/link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    func failure(_ path: String, limit: Int = 11) async -> PhotoFailure? {
      if case .failure(let failure) = await PhotoFile.path(path).checked(limit: limit) { failure } else { nil }
    }
    for path in [path, link, folder.path, "", "/", "none"] { #expect(await failure(path) == .unreadable, "\(path)") }
    try Data(Self.png).write(to: URL(filePath: path))
    for path in [path, link] {
      let photo = try await PhotoFile.path(path).checked(limit: 11).get()
      #expect(photo.type == .png)
      #expect(try photo.body.bytes() == Self.png)
    }
    #expect(await failure(path, limit: 10) == .tooLarge(limit: 10))
    try Data([1, 2, 3]).write(to: URL(filePath: path))
    #expect(await failure(path) == .notAnImage)
  }

  @Test func `The demo environment stores everything in one folder`() async throws {
    let folder = Folder()
    defer { folder.remove() }
    let stub = StubTransport([StubRule(.post, "/signup", .json(["user": ["email": "a@b.c", "token": "t"]]))])
    let environment = AppEnvironment.demo(
      at: try BaseURL("http://demo.example"), folder: folder.path, transport: stub, sockets: nil, streams: nil,
      random: { 0 }, now: { 1_600_000_000 })
    let handler = AppHandler(environment)
    await handler.work(for: .auth(.signUp(try #require(EmailAddress(rawValue: "a@b.c"))))).run(Send { _ in })
    await handler.work(for: .news(.keep(SavedNews(subscriptions: ["Diário"])))).run(Send { _ in })
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { !$0.hasPrefix(".") }
    #expect(files.contains("news.json") && files.count == 2, "\(files)")
    #expect(environment.photos != nil && environment.images != nil && environment.answers != nil)
  }
}
