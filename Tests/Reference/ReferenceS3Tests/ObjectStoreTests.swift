import Testing

@testable import ColmeiaClient
@testable import ReferenceS3

@Suite(.timeLimit(.minutes(10))) struct ObjectStoreTests {
  private func store(_ answer: StubRule.Answer, _ method: HTTPMethod = .put) throws -> (ObjectStore, StubTransport) {
    let stub = StubTransport([StubRule(method, "/photos/*", answer)])
    let address = try S3Address(try BaseURL("http://127.0.0.1:9000"), bucket: "photos")
    let signer = S3Signer(S3Credentials(accessKey: "AK", secret: Token("hidden")), region: "sa-east-1")
    return (ObjectStore(stub, address, signer) { 1_369_353_600 }, stub)
  }

  private static let letters = Array("abcde".utf8)

  private func answer(_ status: Int, _ headers: HTTPHeaders = [:], _ body: String = "") -> StubRule.Answer {
    .response(HTTPResponse(status, headers: headers, body: Array(body.utf8)))
  }

  @Test func `An object is uploaded with its type and signed with the hash of its bytes`() async throws {
    let (store, stub) = try store(answer(200))
    try await store.put(UploadBody(Self.letters), at: "users/7/a b.jpg", contentType: "image/jpeg")
    let request = try #require(stub.requests.first)
    #expect(request.url == "http://127.0.0.1:9000/photos/users/7/a%20b.jpg")
    #expect(request.body == Self.letters)
    #expect(request.headers["Content-Type"] == "image/jpeg")
    #expect(request.headers["x-amz-content-sha256"] == PayloadHash(of: Self.letters).text)
    let authorization = try SignedAuthorization(try #require(request.headers["Authorization"]))
    #expect(authorization.credential.text == "AK/20130524/sa-east-1/s3/aws4_request")
    #expect(authorization.signedHeaders == ["content-type", "host", "x-amz-content-sha256", "x-amz-date"])
    #expect(try request.checked() == request)
  }

  @Test func `A request for a download is signed`() async throws {
    let (store, stub) = try store(answer(200, [:], "abcde"), .get)
    let address = try store.address.request(.get, "k")
    #expect(try await store.signed.send(address).body == Self.letters)
    #expect(stub.requests == [store.signer.sign(address, at: 1_369_353_600)])
  }

  @Test func `An upload is signed with the hash of its body, without fields that a transport may replace`() async throws
  {
    let (store, stub) = try store(answer(200))
    var address = try store.address.request(.put, "k")
    address.headers["Accept-Encoding"] = "gzip"
    _ = try await store.signed.send(address, TransferOptions(upload: UploadBody(Self.letters)))
    let request = try #require(stub.requests.first)
    #expect(request.headers["x-amz-content-sha256"] == PayloadHash(of: Self.letters).text)
    let authorization = try SignedAuthorization(try #require(request.headers["Authorization"]))
    #expect(authorization.signedHeaders == ["host", "x-amz-content-sha256", "x-amz-date"])
  }

  @Test func `If there is no response, the transport's error is thrown`() async throws {
    let (store, stub) = try store(.failure(.offline))
    for (key, error) in [
      ("k", TransportError.offline), ("a/../b", .badRequest(.pathSegment(1))), ("", .badRequest(.pathSegment(0))),
    ] {
      await #expect(throws: ObjectStoreError.transport(error)) { try await store.put(UploadBody([]), at: key) }
    }
    #expect(stub.requests.count == 1)
  }

  @Test func `Descriptions and dumps show no secrets`() throws {
    let (store, _) = try store(answer(200))
    var text = "\(store) "
    dump(store, to: &text)
    dump(store.signed, to: &text)
    #expect(!text.contains("hidden"))
  }
}
