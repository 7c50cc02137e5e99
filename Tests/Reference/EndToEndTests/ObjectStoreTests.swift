import ReferenceBackend
import ReferenceS3
import TestSupport
import Testing

/// Tests the object store's client with the back end's bucket over real sockets.
@Suite(.blocking, .timeLimit(.minutes(10))) struct ObjectStoreTests {
  @Test func `Photos are stored, read and removed over a socket`() async throws {
    let backend = try LocalBackend()
    let store = ObjectStore(
      backend.transport, try S3Address(try BaseURL(backend.server.origin), bucket: "colmeia-photos"),
      S3Signer(S3Credentials(accessKey: "colmeia-demo", secret: Token("colmeia-demo-secret")))
    ) { 1_600_000_000 }
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
    for (key, bytes) in [("users/7/olá & (1)+%41 $;=@~*'.jpg", bytes), ("empty", [])] {
      try await store.put(UploadBody(bytes), at: key, contentType: "image/jpeg")
      let stored = try await store.signed.send(try store.address.request(.get, key))
      #expect(stored.body == bytes && stored.headers["Content-Type"] == "image/jpeg")
      try await store.delete(key)
      #expect(try await store.signed.send(try store.address.request(.get, key)).status == 404)
    }
    await backend.close()
  }
}
