/// Why an object store refused a request, as it names it. Codes that are not listed here are kept as they are.
public struct S3ErrorCode: RawRepresentable, Sendable, Hashable {
  /// The name, as the server writes it: `NoSuchKey`.
  public let rawValue: String
  /// The code of that name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// There is no object of this key.
  public static let noSuchKey = Self(rawValue: "NoSuchKey")
  /// There is no bucket of this name.
  public static let noSuchBucket = Self(rawValue: "NoSuchBucket")
  /// The caller is not allowed to do this, or the address has expired.
  public static let accessDenied = Self(rawValue: "AccessDenied")
  /// There is no such access key.
  public static let invalidAccessKey = Self(rawValue: "InvalidAccessKeyId")
  /// The signature is not the one that the server finds: ``S3Failure/dispute`` tells what it signed.
  public static let signatureDoesNotMatch = Self(rawValue: "SignatureDoesNotMatch")
  /// The clocks of both sides are more than a quarter of an hour apart.
  public static let requestTimeTooSkewed = Self(rawValue: "RequestTimeTooSkewed")
  /// The session token is not good any more.
  public static let expiredToken = Self(rawValue: "ExpiredToken")
  /// The body is not the one that was signed.
  public static let contentHashMismatch = Self(rawValue: "XAmzContentSHA256Mismatch")
  /// The field `Authorization` is not as it should be; also where the region is another.
  public static let authorizationHeaderMalformed = Self(rawValue: "AuthorizationHeaderMalformed")
  /// The object is larger than the server takes.
  public static let entityTooLarge = Self(rawValue: "EntityTooLarge")
  /// The object ends before the part that was asked for.
  public static let invalidRange = Self(rawValue: "InvalidRange")
  /// The server does not do this.
  public static let notImplemented = Self(rawValue: "NotImplemented")
  /// There are too many requests; try again later.
  public static let slowDown = Self(rawValue: "SlowDown")
  /// The server failed; try again later.
  public static let internalError = Self(rawValue: "InternalError")
}

extension S3ErrorCode: CustomStringConvertible {
  /// The name, as the server writes it.
  public var description: String { rawValue }
}
