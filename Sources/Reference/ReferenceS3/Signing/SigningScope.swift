/// The scope of a signature: one day, one region and one service.
public struct SigningScope: Sendable, Hashable {
  /// The day in UTC, such as `20130524`.
  public let day: String
  /// The region, such as `us-east-1`.
  public let region: String
  /// The service, such as `s3`.
  public let service: String
  private static let end = "aws4_request"

  /// Creates a scope.
  public init(day: String, region: String, service: String = "s3") {
    self.day = day
    self.region = region
    self.service = service
  }

  /// Parses a scope such as `20130524/us-east-1/s3/aws4_request`. Returns `nil` if the text has another form.
  public init?(_ text: some StringProtocol) {
    let parts = String(text).split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 4, parts[3] == Self.end, !parts.contains("") else { return nil }
    self.init(day: parts[0], region: parts[1], service: parts[2])
  }

  /// The scope as text, such as `20130524/us-east-1/s3/aws4_request`.
  public var text: String { "\(day)/\(region)/\(service)/\(Self.end)" }

  /// The parts from which a signing key is derived, in order.
  var parts: [String] { [day, region, service, Self.end] }
}

extension SigningScope: CustomStringConvertible {
  /// The scope as text.
  public var description: String { text }
}

/// An access key and the scope of a signature, such as `AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request`.
public struct SigningCredential: Sendable, Hashable {
  /// The access key. It identifies the secret and is not secret itself.
  public let accessKey: String
  /// The scope of the signature.
  public let scope: SigningScope

  /// Creates a credential.
  public init(accessKey: String, scope: SigningScope) {
    self.accessKey = accessKey
    self.scope = scope
  }

  /// Parses a credential. Returns `nil` if the text has another form. An access key contains no `/`.
  public init?(_ text: some StringProtocol) {
    guard let slash = text.firstIndex(of: "/"), slash > text.startIndex,
      let scope = SigningScope(text[slash...].dropFirst())
    else { return nil }
    self.init(accessKey: String(text[..<slash]), scope: scope)
  }

  /// The credential as text, with its parts separated by slashes.
  public var text: String { "\(accessKey)/\(scope)" }
}

extension SigningCredential: CustomStringConvertible {
  /// The credential as text.
  public var description: String { text }
}
