import ColmeiaHTTP
import ColmeiaSigning
import ColmeiaTransport
import ColmeiaUpload

/// The objects of a bucket, accessed through the S3 protocol.
///
/// ```swift
/// let photos = ObjectStore(transport, try S3Address(base, bucket: "photos"), S3Signer(credentials), now: clock)
/// let info = try await photos.put(UploadBody(jpeg), at: "users/7/photo.jpg", contentType: "image/jpeg")
/// let photo = try await photos.get("users/7/photo.jpg")
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

  /// Downloads an object into memory.
  ///
  /// - Throws: ``ObjectStoreError``, with ``S3ErrorCode/noSuchKey`` if the object doesn't exist.
  nonisolated(nonsending) public func get(_ key: String) async throws(ObjectStoreError) -> StoredObject {
    let response = try await send(try request(.get, key))
    let info = ObjectInfo(
      size: response.body.count, contentType: response.headers["Content-Type"], tag: response.headers["ETag"])
    return StoredObject(bytes: response.body, info: info)
  }
}

extension ObjectStore {
  func request(_ method: HTTPMethod, _ key: String) throws(ObjectStoreError) -> HTTPRequest {
    do throws(TransportError) { return try address.request(method, key) } catch { throw .transport(error) }
  }

  nonisolated(nonsending) func send(
    _ request: HTTPRequest, payload: PayloadHash? = nil, _ options: TransferOptions = TransferOptions()
  ) async throws(ObjectStoreError) -> HTTPResponse {
    let signed = signer.sign(request, at: now(), payload: payload)
    let response: HTTPResponse
    do throws(TransportError) { response = try await transport.send(signed, options) } catch { throw .transport(error) }
    if (200..<300).contains(response.status) { return response }
    throw .refused(S3Failure(call: "\(request)", response))
  }
}
