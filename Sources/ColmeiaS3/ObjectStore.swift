import ColmeiaHTTP
import ColmeiaSigning
import ColmeiaTransport
import ColmeiaUpload

/// The objects of a bucket, accessed through the S3 protocol.
///
/// ```swift
/// let photos = ObjectStore(transport, try S3Address(base, bucket: "photos"), S3Signer(credentials), now: clock)
/// let info = try await photos.put(jpeg, at: "users/7/photo.jpg", contentType: "image/jpeg")
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

  /// Uploads an object and replaces any existing one.
  ///
  /// - Parameters:
  ///   - bytes: The new content.
  ///   - key: The object's key.
  ///   - contentType: The media type to store with the object.
  ///   - progress: A closure that is called with the progress of the upload, on any thread.
  /// - Throws: ``ObjectStoreError`` if the server refuses the request or doesn't respond.
  @discardableResult nonisolated(nonsending) public func put(
    _ bytes: [UInt8], at key: String, contentType: String = "application/octet-stream",
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws(ObjectStoreError) -> ObjectInfo {
    try await put(UploadBody(bytes), at: key, contentType: contentType, progress: progress)
  }

  /// Downloads a whole object into memory. Download large objects into a file instead.
  ///
  /// - Throws: ``ObjectStoreError``, with ``S3ErrorCode/noSuchKey`` if the object doesn't exist.
  nonisolated(nonsending) public func get(_ key: String) async throws(ObjectStoreError) -> StoredObject {
    let response = try await send(try request(.get, key))
    return StoredObject(bytes: response.body, info: ObjectInfo(response, size: response.body.count))
  }

  /// Downloads a whole object unless it is still the version with the entity tag `tag`.
  ///
  /// - Returns: The object, or `nil` if its entity tag is still `tag`.
  /// - Throws: ``ObjectStoreError`` if the server refuses the request or doesn't respond.
  nonisolated(nonsending) public func get(
    _ key: String, unless tag: String
  ) async throws(ObjectStoreError) -> StoredObject? {
    var request = try request(.get, key)
    request.headers["If-None-Match"] = tag
    let response = try await send(request, allowing: 304)
    guard response.status != 304 else { return nil }
    return StoredObject(bytes: response.body, info: ObjectInfo(response, size: response.body.count))
  }

  /// Downloads the bytes of an object from `range.lowerBound` to the end of the range or of the object.
  ///
  /// - Parameters:
  ///   - key: The object's key.
  ///   - range: The zero-based range of bytes; it must not be empty.
  ///   - tag: The entity tag of the version to read, or `nil` for any version. The server refuses a mismatch with
  ///     status 412.
  /// - Throws: ``ObjectStoreError/otherPart(call:)`` if the server sends another part than was requested, or another
  ///   ``ObjectStoreError``.
  nonisolated(nonsending) public func get(
    _ key: String, _ range: Range<Int>, ifMatch tag: String? = nil
  ) async throws(ObjectStoreError) -> StoredObject {
    precondition(range.lowerBound >= 0 && !range.isEmpty, "\(range) is not a valid range of an object")
    var request = try request(.get, key)
    request.headers["If-Match"] = tag
    request.headers["Range"] = "bytes=\(range.lowerBound)-\(range.upperBound - 1)"
    let response = try await send(request)
    guard let part = Self.part(range, of: response) else { throw .otherPart(call: "\(request)") }
    return part
  }

  /// Returns the metadata of an object without its content.
  ///
  /// - Throws: ``ObjectStoreError``, with status 404 if the object doesn't exist.
  nonisolated(nonsending) public func head(_ key: String) async throws(ObjectStoreError) -> ObjectInfo {
    let response = try await send(try request(.head, key))
    return ObjectInfo(response, size: response.headers["Content-Length"].flatMap { Int($0) })
  }

  /// Deletes an object. Deleting an object that doesn't exist is not an error.
  ///
  /// - Throws: ``ObjectStoreError`` if the server refuses the request or doesn't respond.
  nonisolated(nonsending) public func delete(_ key: String) async throws(ObjectStoreError) {
    _ = try await send(try request(.delete, key))
  }
}

extension ObjectStore {
  func request(_ method: HTTPMethod, _ key: String) throws(ObjectStoreError) -> HTTPRequest {
    do throws(TransportError) { return try address.request(method, key) } catch { throw .transport(error) }
  }

  nonisolated(nonsending) func send(
    _ request: HTTPRequest, payload: PayloadHash? = nil, _ options: TransferOptions = TransferOptions(),
    allowing other: Int? = nil
  ) async throws(ObjectStoreError) -> HTTPResponse {
    let signed = signer.sign(request, at: now(), payload: payload)
    let response: HTTPResponse
    do throws(TransportError) { response = try await transport.send(signed, options) } catch { throw .transport(error) }
    if (200..<300).contains(response.status) || response.status == other { return response }
    throw .refused(S3Failure(call: "\(request)", response))
  }

  /// Returns the requested part from a response, or `nil` if the response contains another part. A server may respond
  /// with the whole object (RFC 9110 §14.2).
  private static func part(_ range: Range<Int>, of response: HTTPResponse) -> StoredObject? {
    let count = response.body.count
    guard response.status == 206 else {
      guard range.lowerBound < count else { return nil }
      return StoredObject(
        bytes: Array(response.body[range.clamped(to: 0..<count)]), info: ObjectInfo(response, size: count))
    }
    guard let given = response.headers["Content-Range"].flatMap(ContentRange.init), given.range.count == count,
      given.range.lowerBound == range.lowerBound, given.range.upperBound <= range.upperBound
    else { return nil }
    return StoredObject(bytes: response.body, info: ObjectInfo(response, size: given.size))
  }
}
