import ColmeiaHTTP
import ColmeiaTransport

/// Where a bucket is.
public struct S3Address: Sendable, Hashable {
  /// How the bucket is named in a request.
  public enum Style: Sendable, Hashable, CaseIterable {
    /// By the first segment of the path: `http://host/bucket/key`. For servers of one name.
    case path
    /// By the host: `https://bucket.host/key`. What AWS prefers.
    case virtualHost
  }

  /// Scheme, host and port of the requests.
  public let origin: String
  /// What comes before a key, without a `/` at its end.
  public let path: String
  /// The name of the bucket.
  public let bucket: String

  /// The bucket of this name below `base`.
  ///
  /// A name has 3 to 63 lower-case letters, digits, hyphens and dots, with a letter or digit at both ends.
  ///
  /// - Throws: ``S3AddressError/bucketName`` for a name that cannot stand in an address.
  public init(_ base: BaseURL, bucket: String, style: Style = .path) throws(S3AddressError) {
    guard Self.isName(bucket) else { throw .bucketName }
    self.bucket = bucket
    switch style {
    case .path:
      origin = base.origin
      path = "\(base.path)/\(bucket)"
    case .virtualHost:
      guard let host = base.origin.firstRange(of: "://") else { throw .bucketName }
      origin = "\(base.origin[..<host.upperBound])\(bucket).\(base.origin[host.upperBound...])"
      path = base.path
    }
  }

  /// A request for the object of a key, without a signature.
  ///
  /// The `/` of a key stay; a part between them that is empty, `.` or `..` would lead elsewhere, and is refused.
  ///
  /// - Complexity: O(length).
  public func request(_ method: HTTPMethod, _ key: String) throws(TransportError) -> HTTPRequest {
    let parts = key.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    do throws(RequestFault) {
      return HTTPRequest(method, origin: origin, path: path + (try EndpointPath(parts).encoded()))
    } catch { throw .badRequest(error) }
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

/// Why a bucket has no address.
public enum S3AddressError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Its name is none.
  case bucketName

  /// What is wrong, and what to do.
  public var description: String {
    "The name of a bucket has 3 to 63 lower-case letters, digits, hyphens and dots, with a letter or digit at both ends. "
      + "Correct it."
  }
}
