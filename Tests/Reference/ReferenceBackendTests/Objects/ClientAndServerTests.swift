import ReferenceS3
import ServerTestSupport
import Synchronization
import TestSupport
import Testing

@testable import ReferenceBackend

/// Tests of the client's object store against the back end's, without a network.
@Suite(.blocking, .timeLimit(.minutes(10))) struct ClientAndServerTests {
  /// A transport that passes each request to a back end.
  private final class Wire: Transport {
    private let bucket = Mutex(Bucket())

    nonisolated(nonsending) func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
      let reply = bucket.withLock { $0.send(request) }
      return HTTPResponse(reply.status, headers: reply.headers, body: reply.bytes)
    }
  }

  private func store(_ wire: Wire, secret: String = "colmeia-demo-secret", late: Int = 0) throws -> ObjectStore {
    let address = try S3Address(try BaseURL(Bucket.origin), bucket: "colmeia-photos")
    let signer = S3Signer(S3Credentials(accessKey: "colmeia-demo", secret: Token(secret)))
    return ObjectStore(wire, address, signer) { Bucket.start - late }
  }

  @Test func `The server accepts what the client signs`() async throws {
    let wire = Wire()
    let store = try store(wire)
    let key = "users/7/olá & (1)+%41.jpg"
    let bytes = (0..<1_000).map { UInt8(truncatingIfNeeded: $0) }
    try await store.put(UploadBody(bytes), at: key, contentType: "image/jpeg")
    let stored = try await get(key, from: store)
    #expect(stored.body == bytes && stored.headers["Content-Type"] == "image/jpeg")
    let removal = store.signer.sign(try store.address.request(.delete, key), at: Bucket.start)
    #expect(try await wire.send(removal).status == 204)
    #expect(S3Failure(call: "GET", try await get(key, from: store)).code == .noSuchKey)
  }

  @Test(arguments: ["Content-Length: 99999999", "Transfer-Encoding: chunked"])
  func `A body beyond the limit is refused with S3's error code`(field: String) async throws {
    let server = try LoopbackServer(limits: .patient()) {
      BackendHandler(.demo) { RequestContext(date: 1, token: "t", salt: [1]) }
    }
    let client = try RawClient(server.port)
    try client.send("PUT /colmeia-photos/k HTTP/1.1\r\nHost: localhost\r\n\(field)\r\n\r\nFFFFFFF\r\n")
    let text = try client.read(until: "</Error>")
    #expect(text.hasPrefix("HTTP/1.1 400 Bad Request\r\n") && text.contains("<Code>EntityTooLarge</Code>"))
    #expect(text.contains("<ProposedSize>99999999</ProposedSize>") == field.hasPrefix("Content-Length"))
    #expect(text.contains("<MaxSizeAllowed>5242880</MaxSizeAllowed>"))
    let other = try RawClient(server.port)
    try other.send("PUT /newspapers/N HTTP/1.1\r\nHost: localhost\r\n\(field)\r\n\r\nFFFFFFF\r\n")
    #expect(try other.read(until: "bytes").hasPrefix("HTTP/1.1 413 Content Too Large\r\n"))
    await server.stop()
  }

  @Test func `A refused request has the server's error code`() async throws {
    let wire = Wire()
    let (guess, late) = (try store(wire, secret: "guess"), try store(wire, late: 901))
    for (store, code) in [(guess, S3ErrorCode.signatureDoesNotMatch), (late, .requestTimeTooSkewed)] {
      let failure = S3Failure(call: "GET", try await get("k", from: store))
      #expect(failure.code == code && failure.requestID != nil)
    }
  }

  private func get(_ key: String, from store: ObjectStore) async throws -> HTTPResponse {
    try await store.signed.send(try store.address.request(.get, key))
  }
}
