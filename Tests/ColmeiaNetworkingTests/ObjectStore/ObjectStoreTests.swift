import ColmeiaHTTP
import ColmeiaSigning
import ColmeiaStorage
import Testing

@testable import ColmeiaS3
@testable import ColmeiaStubs

@Suite(.timeLimit(.minutes(10))) struct ObjectStoreTests {
  private func store(_ answer: StubRule.Answer, _ method: HTTPMethod = .get) throws -> (ObjectStore, StubTransport) {
    let stub = StubTransport([StubRule(method, "/photos/*", answer)])
    let address = try S3Address(try BaseURL("http://127.0.0.1:9000"), bucket: "photos")
    let signer = S3Signer(S3Credentials(accessKey: "AK", secret: Token("hidden")), region: "sa-east-1")
    return (ObjectStore(stub, address, signer) { 1_369_353_600 }, stub)
  }

  private static let jpeg: HTTPHeaders = ["Content-Type": "image/jpeg", "ETag": "\"5\"", "Content-Length": "5"]
  private static let letters = Array("abcde".utf8)
  private static let info = ObjectInfo(size: 5, contentType: "image/jpeg", tag: "\"5\"")

  private func answer(_ status: Int, _ headers: HTTPHeaders = [:], _ body: String = "") -> StubRule.Answer {
    .response(HTTPResponse(status, headers: headers, body: Array(body.utf8)))
  }

  @Test func `An object is uploaded with its type and signed with the hash of its bytes`() async throws {
    let (store, stub) = try store(answer(200, ["ETag": "\"5\""]), .put)
    #expect(try await store.put(Self.letters, at: "users/7/a b.jpg", contentType: "image/jpeg") == Self.info)
    let request = try #require(stub.requests.first)
    #expect(request.url == "http://127.0.0.1:9000/photos/users/7/a%20b.jpg")
    #expect(request.body == Self.letters)
    #expect(request.headers["Content-Type"] == "image/jpeg")
    #expect(request.headers["x-amz-content-sha256"] == PayloadHash(of: Self.letters).text)
    let authorization = try SignedAuthorization(try #require(request.headers["Authorization"]))
    #expect(authorization.credential.text == "AK/20130524/sa-east-1/s3/aws4_request")
    #expect(authorization.signedHeaders == ["content-type", "host", "x-amz-content-sha256", "x-amz-date"])
    #expect(request.fault == nil)
  }

  @Test func `An object is downloaded as a whole`() async throws {
    let (store, stub) = try store(answer(200, Self.jpeg, "abcde"))
    #expect(try await store.get("k") == StoredObject(bytes: Self.letters, info: Self.info))
    #expect(stub.requests.map(\.headers["Range"]) == [nil])
  }

  @Test func `An object that a cache has is not downloaded again`() async throws {
    let (store, stub) = try store(answer(304))
    #expect(try await store.get("k", unless: "\"5\"") == nil)
    #expect(stub.requests.map(\.headers["If-None-Match"]) == ["\"5\""])
    let (other, _) = try self.store(answer(200, Self.jpeg, "abcde"))
    #expect(try await other.get("k", unless: "\"4\"") == StoredObject(bytes: Self.letters, info: Self.info))
  }

  @Test(arguments: [
    (206, "bytes 1-3/5", "bcd", "bcd"), (206, "bytes 1-2/*", "bc", "bc"), (200, nil, "abcde", "bcd"),
    (200, nil, "ab", "b"), (200, nil, "a", nil), (206, nil, "bcd", nil), (206, "bytes 0-2/5", "abc", nil),
    (206, "bytes 1-4/5", "bcde", nil), (206, "bytes 1-3/5", "bc", nil), (206, "bytes 1-3/3", "bcd", nil),
    (206, "bytes */5", "", nil), (206, "lines 1-3/5", "bcd", nil), (206, "bytes 3-1/5", "", nil),
    (206, "bytes 1-9999999999999999999/5", "bcd", nil), (206, "bytes 1-3", "bcd", nil), (206, "bytes -3/5", "bcd", nil),
  ])
  func `A range is returned, even out of the whole object, but no other range is accepted`(
    status: Int, range: String?, body: String, part: String?
  ) async throws {
    var headers: HTTPHeaders = [:]
    headers["Content-Range"] = range
    let (store, stub) = try store(answer(status, headers, body))
    if let part {
      #expect(try await store.get("k", 1..<4).bytes == Array(part.utf8))
    } else {
      await #expect(throws: ObjectStoreError.otherPart(call: "GET /photos/k")) { try await store.get("k", 1..<4) }
    }
    #expect(stub.requests.map(\.headers["Range"]) == ["bytes=1-3"])
  }

  @Test func `A range states the size of the whole object`() async throws {
    let (store, _) = try store(answer(206, ["Content-Range": "bytes 1-1/5"], "b"))
    #expect(try await store.get("k", 1..<2).info.size == 5)
  }

  @Test func `head(_:) returns the metadata without the bytes`() async throws {
    let (store, _) = try store(answer(200, Self.jpeg), .head)
    #expect(try await store.head("k") == Self.info)
  }

  @Test func `An object is removed`() async throws {
    let (store, stub) = try store(answer(204), .delete)
    try await store.delete("k")
    #expect(stub.requests.map(\.description) == ["DELETE /photos/k"])
  }

  @Test func `A refusal contains the server's code`() async throws {
    let (store, _) = try store(answer(404, [:], "<Error><Code>NoSuchKey</Code><RequestId>9</RequestId></Error>"))
    do throws(ObjectStoreError) {
      _ = try await store.get("k")
      Issue.record("it was given")
    } catch {
      guard case .refused(let failure) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(failure.code == .noSuchKey && failure.isMissing && failure.status == 404 && failure.requestID == "9")
    }
  }

  @Test(arguments: [(404, "", true), (404, "NoSuchBucket", false), (404, "NoSuchKey", true), (403, "", false)])
  func `A missing object is recognized even without a body`(status: Int, code: String, isMissing: Bool) {
    let body = code.isEmpty ? "" : "<Error><Code>\(code)</Code></Error>"
    #expect(S3Failure(call: "", HTTPResponse(status, body: Array(body.utf8))).isMissing == isMissing)
  }

  @Test func `If there is no response, the transport's error is thrown`() async throws {
    let (store, stub) = try store(.failure(.offline), .delete)
    await #expect(throws: ObjectStoreError.transport(.offline)) { try await store.delete("k") }
    await #expect(throws: ObjectStoreError.transport(.badRequest(.pathSegment(1)))) { try await store.delete("a/../b") }
    await #expect(throws: ObjectStoreError.transport(.badRequest(.pathSegment(0)))) { try await store.delete("") }
    #expect(stub.requests.count == 1)
  }

  @Test func `Descriptions and dumps show neither secrets nor objects`() throws {
    let (store, _) = try store(answer(200))
    var text = "\(store) "
    dump(store, to: &text)
    dump(StoredObject(bytes: Array("s3cr3t".utf8), info: Self.info), to: &text)
    #expect(!text.contains("hidden") && !text.contains("115"))
  }
}
