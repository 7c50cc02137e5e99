import ColmeiaHTTP
import ColmeiaSigning
import ColmeiaTransport
import ColmeiaUpload

/// The objects of one bucket that speaks S3's protocol.
///
/// ```swift
/// let photos = ObjectStore(transport, try S3Address(base, bucket: "photos"), S3Signer(credentials), now: clock)
/// let info = try await photos.put(jpeg, at: "users/7/photo.jpg", contentType: "image/jpeg")
/// let photo = try await photos.get("users/7/photo.jpg")
/// ```
public struct ObjectStore: Sendable {
  /// The transport that sends the requests.
  public var transport: any Transport
  /// Where the bucket is.
  public var address: S3Address
  /// Signs the requests.
  public var signer: S3Signer
  /// The time, in seconds since 1970.
  public var now: @Sendable () -> Int

  /// The objects of a bucket.
  public init(
    _ transport: any Transport, _ address: S3Address, _ signer: S3Signer, now: @escaping @Sendable () -> Int
  ) {
    self.transport = transport
    self.address = address
    self.signer = signer
    self.now = now
  }

  /// Puts an object in the place of what was there.
  ///
  /// - Parameters:
  ///   - bytes: The new content.
  ///   - key: The object's key.
  ///   - contentType: The media type that the object is stored with.
  ///   - progress: Called with what has gone, on any thread.
  /// - Throws: ``ObjectStoreError``: the server refused, or gave no answer.
  @discardableResult nonisolated(nonsending) public func put(
    _ bytes: [UInt8], at key: String, contentType: String = "application/octet-stream",
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws(ObjectStoreError) -> ObjectInfo {
    try await put(UploadBody(bytes), at: key, contentType: contentType, progress: progress)
  }

  /// Gets a whole object. It is in memory then; large objects are better fetched into a file.
  ///
  /// - Throws: ``ObjectStoreError``; with ``S3ErrorCode/noSuchKey`` for an object that does not exist.
  nonisolated(nonsending) public func get(_ key: String) async throws(ObjectStoreError) -> StoredObject {
    let response = try await send(try request(.get, key))
    return StoredObject(bytes: response.body, info: ObjectInfo(response, size: response.body.count))
  }

  /// The whole object, or `nil` when it is still the version of `tag`, which a cache has.
  ///
  /// - Throws: ``ObjectStoreError``; ``ObjectStoreError/otherPart(call:)`` when the server sends another part than was
  ///   asked for.
  nonisolated(nonsending) public func get(
    _ key: String, unless tag: String
  ) async throws(ObjectStoreError) -> StoredObject? {
    var request = try request(.get, key)
    request.headers["If-None-Match"] = tag
    let response = try await send(request, allowing: 304)
    guard response.status != 304 else { return nil }
    return StoredObject(bytes: response.body, info: ObjectInfo(response, size: response.body.count))
  }

  /// The bytes of an object from `range.lowerBound` on, up to the end of the range or of the object.
  ///
  /// - Parameters:
  ///   - key: The object's key.
  ///   - range: Counted from 0; not empty.
  ///   - tag: The version to read, where one is given; another is refused with status 412.
  nonisolated(nonsending) public func get(
    _ key: String, _ range: Range<Int>, ifMatch tag: String? = nil
  ) async throws(ObjectStoreError) -> StoredObject {
    precondition(range.lowerBound >= 0 && !range.isEmpty, "\(range) is no part of an object")
    var request = try request(.get, key)
    request.headers["If-Match"] = tag
    request.headers["Range"] = "bytes=\(range.lowerBound)-\(range.upperBound - 1)"
    let response = try await send(request)
    guard let part = Self.part(range, of: response) else { throw .otherPart(call: "\(request)") }
    return part
  }

  /// What there is to say about an object, without its bytes.
  ///
  /// - Throws: ``ObjectStoreError``, with the status 404 for an object that does not exist.
  nonisolated(nonsending) public func head(_ key: String) async throws(ObjectStoreError) -> ObjectInfo {
    let response = try await send(try request(.head, key))
    return ObjectInfo(response, size: response.headers["Content-Length"].flatMap { Int($0) })
  }

  /// Removes an object. It is no error when there was none.
  ///
  /// - Throws: ``ObjectStoreError``. An object that does not exist is no error.
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

  /// The part that an answer holds; `nil` when it is another. A server may answer with the whole (RFC 9110 §14.2).
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
