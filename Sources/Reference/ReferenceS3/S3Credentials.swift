import ColmeiaStorage

/// The credentials for an object store. Their description shows only the access key.
public struct S3Credentials: Sendable, Hashable {
  /// The access key, which identifies the secret and is sent with each request.
  public var accessKey: String
  /// The secret. It is never sent.
  public var secret: Token
  /// The token of temporary credentials, which is sent and signed, or `nil` for lasting ones.
  public var sessionToken: Token?

  /// Creates credentials.
  public init(accessKey: String, secret: Token, sessionToken: Token? = nil) {
    self.accessKey = accessKey
    self.secret = secret
    self.sessionToken = sessionToken
  }
}

extension S3Credentials: CustomStringConvertible, CustomReflectable {
  /// The access key, without the secret.
  public var description: String { accessKey }
  /// A mirror with the same content as ``description``.
  public var customMirror: Mirror { Mirror(self, children: ["accessKey": accessKey]) }
}
