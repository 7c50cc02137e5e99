import ColmeiaHTTP
import ColmeiaSigning
import ColmeiaStorage
import Foundation
import TestSupport
import Testing

@testable import ColmeiaS3
@testable import ColmeiaStubs
@testable import ColmeiaTransport
@testable import ColmeiaUpload

/// Tests of uploading objects from files and downloading them to files.
@Suite(.blocking, .timeLimit(.minutes(10))) struct ObjectFileTests {
  private let folder = NSTemporaryDirectory() + "objects-\(UUID().uuidString)"

  private func store(_ rules: StubRule...) throws -> (ObjectStore, StubTransport) {
    let stub = StubTransport(rules)
    let address = try S3Address(try BaseURL("http://127.0.0.1:9000"), bucket: "photos")
    return (ObjectStore(stub, address, S3Signer(S3Credentials(accessKey: "AK", secret: Token("hidden")))) { 0 }, stub)
  }

  private static func answer(_ body: String, _ range: String?, tag: String = "\"1\"") -> StubRule.Answer {
    var headers: HTTPHeaders = ["ETag": tag, "Content-Type": "text/plain"]
    headers["Content-Range"] = range
    return .response(HTTPResponse(range == nil ? 200 : 206, headers: headers, body: Array(body.utf8)))
  }

  private func content(_ name: String = "k.txt") -> String? {
    FileManager.default.contents(atPath: "\(folder)/\(name)").map { String(decoding: $0, as: UTF8.self) }
  }

  private func names() -> [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder).sorted()) ?? [] }

  @Test func `A file is uploaded with its own hash, and progress is reported`() async throws {
    let (store, stub) = try store(StubRule(.put, "/photos/*", .response(HTTPResponse(200, headers: ["ETag": "\"1\""]))))
    let files = PaperFileSystem(["f/rex": .init(pattern: [1, 2, 3], count: 1_000_000)])
    let heard = Heard<TransferProgress>()
    let upload = try UploadBody(file: "rex", in: "f", files: files)
    let info = try await store.put(upload, at: "rex", contentType: "image/jpeg") { heard.add($0) }
    #expect(info == ObjectInfo(size: 1_000_000, contentType: "image/jpeg", tag: "\"1\""))
    let request = try #require(stub.requests.first)
    #expect(request.headers["x-amz-content-sha256"] == PayloadHash(of: try upload.bytes()).text)
    #expect(heard.all == [.sent(1_000_000, of: 1_000_000)])
    #expect(files.largestRead <= 65_536)
    #expect(files.open == 0)
  }

  @Test func `A file that cannot be read is not uploaded`() async throws {
    let (store, stub) = try store()
    let files = PaperFileSystem(["f/rex": .init(pattern: [1], count: 9)])
    let upload = try UploadBody(file: "rex", in: "f", files: files)
    files.change("f/rex", .init(pattern: [1], count: 8))
    await #expect(throws: ObjectStoreError.transport(.unreadableBody(.changed(path: "f/rex")))) {
      try await store.put(upload, at: "rex")
    }
    #expect(stub.requests.isEmpty)
  }

  @Test func `An object is downloaded into a file in pieces of the same version`() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (store, stub) = try store(
      StubRule(
        .get, "/photos/k", Self.answer("abc", "bytes 0-2/7"), Self.answer("def", "bytes 3-5/7"),
        Self.answer("g", "bytes 6-6/7")))
    let heard = Heard<TransferProgress>()
    let info = try await store.get("k", into: "k.txt", of: folder, pieceBytes: 3) { heard.add($0) }
    #expect(info == ObjectInfo(size: 7, contentType: "text/plain", tag: "\"1\""))
    #expect(content() == "abcdefg")
    #expect(names() == ["k.txt"])
    #expect(stub.requests.map(\.headers["Range"]) == ["bytes=0-2", "bytes=3-5", "bytes=6-8"])
    #expect(stub.requests.map(\.headers["If-Match"]) == [nil, "\"1\"", "\"1\""])
    #expect(heard.all == [.received(3, of: 7), .received(6, of: 7), .received(7, of: 7)])
  }

  @Test(
    arguments: [
      // The server ignores ranges; does not state the total length, and then has no more bytes; or has no bytes at all.
      ([answer("abcdefg", nil)], "abcdefg"),
      ([answer("abc", "bytes 0-2/*"), answer("def", "bytes 3-5/*"), .response(HTTPResponse(416))], "abcdef"),
      ([.response(HTTPResponse(416)), answer("", nil)], ""),
    ] as [([StubRule.Answer], String)])
  func `The end is found whatever the server states`(answers: [StubRule.Answer], text: String) async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (store, stub) = try store()
    for answer in answers.reversed() {
      let left = Tally()
      stub.insert(StubRule(.get, "/photos/k", where: { _ in left.firstTime() }, answer))
    }
    let size = text == "abcdefg" ? 100 : 3
    let info = try await store.get("k", into: "k.txt", of: folder, pieceBytes: size)
    #expect(content() == text)
    #expect(info.size == text.utf8.count)
  }

  @Test(
    arguments: [
      ([answer("abc", "bytes 0-2/7"), .response(HTTPResponse(412))], ObjectStoreError.changed(call: "GET /photos/k")),
      (
        [answer("abc", "bytes 0-2/7"), answer("def", "bytes 3-5/7", tag: "\"2\"")],
        ObjectStoreError.changed(call: "GET k")
      ),
      ([answer("abc", "bytes 0-2/7"), .failure(.offline)], ObjectStoreError.transport(.offline)),
      (
        [answer("abc", "bytes 0-2/7"), answer("abc", "bytes 0-2/7")], ObjectStoreError.otherPart(call: "GET /photos/k")
      ),
    ] as [([StubRule.Answer], ObjectStoreError)])
  func `A failed download leaves the file unchanged and no other file behind`(
    answers: [StubRule.Answer], error: ObjectStoreError
  ) async throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data("old".utf8).write(to: URL(fileURLWithPath: "\(folder)/k.txt"))
    let (store, stub) = try store()
    for answer in answers.reversed() {
      let left = Tally()
      stub.insert(StubRule(.get, "/photos/k", where: { _ in left.firstTime() }, answer))
    }
    await #expect(throws: error) { try await store.get("k", into: "k.txt", of: folder, pieceBytes: 3) }
    #expect(content() == "old")
    #expect(names() == ["k.txt"])
  }

  @Test func `A partial file left by a crash does not interfere`() async throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data("half".utf8).write(to: URL(fileURLWithPath: "\(folder)/k.txt.part"))
    let (store, _) = try store(StubRule(.get, "/photos/k", Self.answer("abc", "bytes 0-2/3")))
    try await store.get("k", into: "k.txt", of: folder)
    #expect(content() == "abc")
    #expect(names() == ["k.txt"])
  }

  @Test func `A folder that cannot be written is reported, and nothing is requested`() async throws {
    let (store, stub) = try store()
    let files = PaperFileSystem([:])
    await #expect(throws: ObjectStoreError.file(FileError(.remove, "paper", .readOnly))) {
      try await store.get("k", into: "k.txt", of: "f", files: files)
    }
    #expect(stub.requests.isEmpty)
    #expect(files.open == 0)
  }
}

extension Tally {
  /// Whether this is the first call.
  fileprivate func firstTime() -> Bool {
    defer { add() }
    return value == 0
  }
}
