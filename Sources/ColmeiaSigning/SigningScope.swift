/// What a signature is good for: one day, one region, one service.
public struct SigningScope: Sendable, Hashable {
  /// The day in UTC, such as `20130524`.
  public let day: String
  /// The region, `us-east-1`.
  public let region: String
  /// The service, such as `s3`.
  public let service: String
  private static let end = "aws4_request"

  /// A scope.
  public init(day: String, region: String, service: String = "s3") {
    self.day = day
    self.region = region
    self.service = service
  }

  /// The scope of a text such as `20130524/us-east-1/s3/aws4_request`; `nil` when it is another form.
  public init?(_ text: some StringProtocol) {
    let parts = String(text).split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 4, parts[3] == Self.end, !parts.contains("") else { return nil }
    self.init(day: parts[0], region: parts[1], service: parts[2])
  }

  /// The text: `20130524/us-east-1/s3/aws4_request`.
  public var text: String { "\(day)/\(region)/\(service)/\(Self.end)" }

  /// The parts from which a key is derived, in order.
  var parts: [String] { [day, region, service, Self.end] }
}

extension SigningScope: CustomStringConvertible {
  /// The form that signatures use, with slashes.
  public var description: String { text }
}

/// Who signed, and what for: `AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request`.
public struct SigningCredential: Sendable, Hashable {
  /// The access key. It names the secret, and is none.
  public let accessKey: String
  /// What the signature is good for.
  public let scope: SigningScope

  /// A credential.
  public init(accessKey: String, scope: SigningScope) {
    self.accessKey = accessKey
    self.scope = scope
  }

  /// The credential of a text; `nil` when it is another form. An access key has no `/`.
  public init?(_ text: some StringProtocol) {
    guard let slash = text.firstIndex(of: "/"), slash > text.startIndex,
      let scope = SigningScope(text[slash...].dropFirst())
    else { return nil }
    self.init(accessKey: String(text[..<slash]), scope: scope)
  }

  /// The form that signatures use, with slashes.
  public var text: String { "\(accessKey)/\(scope)" }
}

extension SigningCredential: CustomStringConvertible {
  /// The form that signatures use, with slashes.
  public var description: String { text }
}
