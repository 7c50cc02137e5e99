/// An error code of an object store. Codes that are not listed here are kept unchanged.
public struct S3ErrorCode: RawRepresentable, Sendable, Hashable {
  /// The code as the server writes it, such as `NoSuchKey`.
  public let rawValue: String
  /// Creates an error code.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The object doesn't exist.
  public static let noSuchKey = Self(rawValue: "NoSuchKey")
  /// The bucket doesn't exist.
  static let noSuchBucket = Self(rawValue: "NoSuchBucket")
  /// The caller doesn't have permission, or the address has expired.
  static let accessDenied = Self(rawValue: "AccessDenied")
  /// The access key doesn't exist.
  static let invalidAccessKey = Self(rawValue: "InvalidAccessKeyId")
  /// The signature differs from the one that the server computed.
  public static let signatureDoesNotMatch = Self(rawValue: "SignatureDoesNotMatch")
  /// The clocks of client and server are more than 15 minutes apart.
  public static let requestTimeTooSkewed = Self(rawValue: "RequestTimeTooSkewed")
  /// The session token has expired.
  static let expiredToken = Self(rawValue: "ExpiredToken")
  /// The `Authorization` field is malformed, or contains another region.
  public static let authorizationHeaderMalformed = Self(rawValue: "AuthorizationHeaderMalformed")
  /// The object is larger than the server accepts.
  public static let entityTooLarge = Self(rawValue: "EntityTooLarge")
  /// The server doesn't support the operation.
  public static let notImplemented = Self(rawValue: "NotImplemented")
  /// The client sends too many requests. Try again later.
  public static let slowDown = Self(rawValue: "SlowDown")
  /// The server failed. Try again later.
  public static let internalError = Self(rawValue: "InternalError")
}

extension S3ErrorCode: CustomStringConvertible {
  /// The code as the server writes it.
  public var description: String { rawValue }
}
