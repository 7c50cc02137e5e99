import ColmeiaHTTP

/// A request in the canonical form that is signed: the method, path, query, signed header fields, their names, and the
/// hash of the body, on separate lines.
///
/// The path is handled as S3 does it: percent-encoded once, and not normalized.
public struct CanonicalRequest: Sendable, Hashable {
  /// The canonical form, whose hash is signed.
  public let text: String
  /// The lowercase names of the signed header fields, sorted and joined by `;`.
  public let signedHeaders: String

  /// Creates the canonical form of a request.
  ///
  /// - Parameters:
  ///   - request: The request to sign.
  ///   - names: The names of the header fields to sign. If there is no `Host` field, `host` has the value of the
  ///     request's origin. Any other missing field counts as empty.
  ///   - payload: The ``PayloadHash`` that represents the body.
  /// - Complexity: O(length of the request without its body).
  public init(_ request: HTTPRequest, signing names: some Sequence<String>, payload: PayloadHash) {
    let names = Set(names.map { $0.lowercased() }).sorted()
    signedHeaders = names.joined(separator: ";")
    let fields = names.map { "\($0):\(Self.value(of: $0, in: request))\n" }.joined()
    text = [
      request.method.rawValue, CanonicalText.path(request.path), CanonicalText.query(request.query ?? ""), fields,
      signedHeaders, payload.text,
    ].joined(separator: "\n")
  }

  /// The SHA-256 of ``text`` as 64 hexadecimal digits.
  ///
  /// - Complexity: O(length).
  public var hash: String { SHA256.digest(text.utf8).hex }

  /// Returns the string to sign for a time and scope.
  ///
  /// - Complexity: O(length).
  public func stringToSign(at time: SigningTime, _ scope: SigningScope) -> String {
    "\(SigningKey.algorithm)\n\(time)\n\(scope)\n\(hash)"
  }

  /// Returns the names of the header fields to sign by default: `host` and all fields of the request except
  /// `Authorization` and those that a transport may replace.
  public static func names(in request: HTTPRequest) -> [String] {
    ["host"] + request.headers.fields.map { $0.name.lowercased() }.filter { !unsigned.contains($0) }
  }

  private static let unsigned: Set = ["authorization", "accept-encoding", "connection", "expect", "user-agent"]

  private static func value(of name: String, in request: HTTPRequest) -> String {
    let values = request.headers.values(of: name)
    if values.isEmpty, name == "host" { return authority(of: request.origin) }
    return values.map(CanonicalText.value).joined(separator: ",")
  }

  /// Returns the host and port of an origin, without the scheme.
  private static func authority(of origin: String) -> String {
    origin.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false).last.map(String.init) ?? ""
  }
}

extension CanonicalRequest: CustomStringConvertible {
  /// The canonical form.
  public var description: String { text }
}

/// The representation of the body in a signature.
public enum PayloadHash: Sendable, Hashable {
  /// The body is not signed.
  case unsigned
  /// The SHA-256 of the body, as 64 hexadecimal digits.
  case hash(String)

  /// Creates the hash of a body.
  ///
  /// - Complexity: O(length).
  public init(of body: some Sequence<UInt8>) { self = .hash(SHA256.digest(body).hex) }

  /// Parses the value of an `x-amz-content-sha256` field. Returns `nil` if it has another form.
  public init?(_ text: String) {
    switch text {
    case PayloadHash.unsigned.text: self = .unsigned
    default:
      guard text.utf8.count == 64, Hexadecimal.bytes(text) != nil else { return nil }
      self = .hash(text)
    }
  }

  /// The value of the `x-amz-content-sha256` field.
  public var text: String {
    switch self {
    case .unsigned: "UNSIGNED-PAYLOAD"
    case .hash(let digits): digits
    }
  }
}
