import ColmeiaStorage

/// Who asks an object store. What describes it shows the access key only.
public struct S3Credentials: Sendable, Hashable {
  /// The access key: the name of the secret, sent with each request.
  public var accessKey: String
  /// The secret, never sent.
  public var secret: Token
  /// What a temporary access key brings along, sent with each request.
  public var sessionToken: Token?

  /// Credentials.
  public init(accessKey: String, secret: Token, sessionToken: Token? = nil) {
    self.accessKey = accessKey
    self.secret = secret
    self.sessionToken = sessionToken
  }
}

extension S3Credentials: CustomStringConvertible, CustomReflectable {
  /// The access key, without the secret.
  public var description: String { accessKey }
  /// What ``description`` shows, and no more.
  public var customMirror: Mirror { Mirror(self, children: ["accessKey": accessKey]) }
}
