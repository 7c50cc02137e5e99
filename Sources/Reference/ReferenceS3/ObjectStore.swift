import ColmeiaTransport

/// The objects of a bucket, accessed through the S3 protocol.
///
/// ```swift
/// let photos = ObjectStore(transport, try S3Address(base, bucket: "photos"), S3Signer(credentials), now: now)
/// try await photos.put(UploadBody(jpeg), at: "users/7/photo.jpg", contentType: "image/jpeg")
/// let cache = ImageCache(photos.signed, now: now)  // downloads them
/// ```
public struct ObjectStore: Sendable {
  /// The transport that sends the requests.
  public var transport: any Transport
  /// The address of the bucket.
  public var address: S3Address
  /// The signer of the requests.
  public var signer: S3Signer
  /// A function that returns the current time in seconds since 1970.
  public var now: @Sendable () -> Int

  /// Creates a client for the objects of a bucket.
  public init(
    _ transport: any Transport, _ address: S3Address, _ signer: S3Signer, now: @escaping @Sendable () -> Int
  ) {
    self.transport = transport
    self.address = address
    self.signer = signer
    self.now = now
  }

  /// A transport that signs each request. A cache on top of it downloads objects, and knows them by their unsigned
  /// addresses (``S3Address/request(_:_:)``).
  public var signed: some Transport { SigningTransport(store: self) }
}

extension ObjectStore {
  func request(_ method: HTTPMethod, _ key: String) throws(ObjectStoreError) -> HTTPRequest {
    do throws(TransportError) { return try address.request(method, key) } catch { throw .transport(error) }
  }

  nonisolated(nonsending) func send(
    _ request: HTTPRequest, payload: PayloadHash, _ options: TransferOptions
  ) async throws(ObjectStoreError) {
    let signed = signer.sign(request, at: now(), payload: payload)
    let response: HTTPResponse
    do throws(TransportError) { response = try await transport.send(signed, options) } catch { throw .transport(error) }
    guard (200..<300).contains(response.status) else { throw .refused(S3Failure(call: "\(request)", response)) }
  }
}

private struct SigningTransport: Transport {
  let store: ObjectStore

  nonisolated(nonsending) func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    try await send(request, TransferOptions())
  }

  nonisolated(nonsending) func send(
    _ request: HTTPRequest, _ options: TransferOptions
  ) async throws(TransportError) -> HTTPResponse {
    var payload: PayloadHash?
    if let upload = options.upload { payload = try await ObjectStore.hash(upload) }
    return try await store.transport.send(store.signer.sign(request, at: store.now(), payload: payload), options)
  }
}
