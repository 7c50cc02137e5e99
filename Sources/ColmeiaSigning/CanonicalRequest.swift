import ColmeiaDigest
import ColmeiaHTTP

/// A request in the form that is signed: method, path, query, signed header fields, their names, hash of the body, one
/// below the other.
///
/// The path is taken as S3 takes it: encoded once, and not normalised.
public struct CanonicalRequest: Sendable, Hashable {
  /// The form as a text, whose hash is signed.
  public let text: String
  /// The names of the signed fields, in lower case and order, joined by `;`.
  public let signedHeaders: String

  /// The form of a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - names: Which header fields are signed. `host` is that of the request's origin where there is no `Host` field.
  ///     A name without a field counts as an empty one.
  ///   - payload: What stands for the body: ``PayloadHash``.
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

  /// The hash of the text: 64 hexadecimal digits.
  ///
  /// - Complexity: O(length).
  public var hash: String { SHA256.digest(text.utf8).hex }

  /// What is signed in the end.
  ///
  /// - Complexity: O(length).
  public func stringToSign(at time: SigningTime, _ scope: SigningScope) -> String {
    "\(SigningKey.algorithm)\n\(time)\n\(scope)\n\(hash)"
  }

  /// The fields that are signed where nothing else is said: all that there are beside `Authorization`, and `host`.
  public static func names(in request: HTTPRequest) -> [String] {
    ["host"] + request.headers.fields.map { $0.name.lowercased() }.filter { $0 != "authorization" }
  }

  private static func value(of name: String, in request: HTTPRequest) -> String {
    let values = request.headers.values(of: name)
    if values.isEmpty, name == "host" { return authority(of: request.origin) }
    return values.map(CanonicalText.value).joined(separator: ",")
  }

  /// Host and port, without the scheme.
  private static func authority(of origin: String) -> String {
    origin.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false).last.map(String.init) ?? ""
  }
}

extension CanonicalRequest: CustomStringConvertible {
  /// The form as a text.
  public var description: String { text }
}

/// What stands for the body in a signature.
public enum PayloadHash: Sendable, Hashable {
  /// The body is not signed.
  case unsigned
  /// The body follows in signed chunks: ``ChunkSignatures``.
  case chunked
  /// The SHA-256 of the body, 64 hexadecimal digits.
  case hash(String)

  /// The hash of a body.
  ///
  /// - Complexity: O(length).
  public init(of body: some Sequence<UInt8>) { self = .hash(SHA256.digest(body).hex) }

  /// What a text in the field `x-amz-content-sha256` means; `nil` when it is another form.
  public init?(_ text: String) {
    switch text {
    case PayloadHash.unsigned.text: self = .unsigned
    case PayloadHash.chunked.text: self = .chunked
    default:
      guard text.utf8.count == 64, Hexadecimal.bytes(text) != nil else { return nil }
      self = .hash(text)
    }
  }

  /// The form as a text, whose hash is signed.
  public var text: String {
    switch self {
    case .unsigned: "UNSIGNED-PAYLOAD"
    case .chunked: "STREAMING-AWS4-HMAC-SHA256-PAYLOAD"
    case .hash(let digits): digits
    }
  }
}
