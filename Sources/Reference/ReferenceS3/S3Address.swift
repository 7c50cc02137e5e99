import ColmeiaTransport

/// The address of a bucket, which is the first path segment: `http://host/bucket/key`.
public struct S3Address: Sendable, Hashable {
  /// The scheme, host and port of the requests.
  public let origin: String
  /// The path prefix of all keys, without a trailing `/`.
  public let path: String
  /// The name of the bucket.
  public let bucket: String

  /// Creates the address of a bucket below `base`.
  ///
  /// A name has 3 to 63 lowercase letters, digits, hyphens and dots. It begins and ends with a letter or digit.
  ///
  /// - Throws: ``S3AddressError/bucketName`` if the name is not valid in an address.
  public init(_ base: BaseURL, bucket: String) throws(S3AddressError) {
    guard Self.isName(bucket) else { throw .bucketName }
    self.bucket = bucket
    origin = base.origin
    path = "\(base.path)/\(bucket)"
  }

  /// Returns an unsigned request for an object.
  ///
  /// The key is sent as it is, with all its slashes. An empty key, and a part between slashes that is `.` or `..`, would
  /// lead to another path and are refused.
  ///
  /// - Throws: `TransportError.badRequest` if the key is not valid.
  ///
  /// - Complexity: O(length).
  public func request(_ method: HTTPMethod, _ key: String) throws(TransportError) -> HTTPRequest {
    let parts = key.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    if let index = parts.firstIndex(where: { [".", ".."].contains($0) }) ?? (key.isEmpty ? 0 : nil) {
      throw .badRequest(.pathSegment(index))
    }
    return HTTPRequest(method, origin: origin, path: path + parts.map { "/" + PercentEncoding.encode($0) }.joined())
  }

  private static func isName(_ text: String) -> Bool {
    guard (3...63).contains(text.utf8.count), text.utf8.allSatisfy(isNameByte), let first = text.utf8.first,
      let last = text.utf8.last
    else { return false }
    return !"-.".utf8.contains(first) && !"-.".utf8.contains(last) && !text.contains("..")
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || URLText.isDigit(byte) || "-.".utf8.contains(byte)
  }
}

extension S3Address: CustomStringConvertible {
  /// The address of the bucket.
  public var description: String { origin + path }
}

/// An error in the address of a bucket.
public enum S3AddressError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The name of the bucket is not valid.
  case bucketName

  /// A message that describes the error and how to correct it.
  public var description: String {
    "The name of a bucket must have 3 to 63 lower-case letters, digits, hyphens and dots, with a letter or digit at "
      + "both ends. Correct it."
  }
}
