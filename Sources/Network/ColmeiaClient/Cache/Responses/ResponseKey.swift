import ColmeiaHTTP
import ColmeiaStorage

/// The key of a cached response: the SHA-256 digests of its owner, of its address, of the method and the body, and of the
/// header fields that it varies with (RFC 9111 §4.1).
///
/// The key is the same in every launch, and reveals neither the account's name nor the request. It does not depend on the
/// token, because the token of an owner changes, nor on what the request says about caching.
struct ResponseKey: Sendable {
  /// The key of a response that doesn't vary with header fields. For others, the record of this key says with which ones
  /// they vary.
  let text: String
  /// Identifies the whole request, with all header fields. Only requests that are equal share a transfer.
  let transfer: String
  private let fields: HTTPHeaders

  /// Creates the key of a request.
  ///
  /// - Parameter token: The names of the header fields that contain the token.
  init(_ request: HTTPRequest, _ owner: CacheOwner, token: [String] = []) {
    let token = token.map { $0.lowercased() }
    fields = HTTPHeaders(request.headers.fields.filter { !token.contains($0.name.lowercased()) })
    let rest = Self.digest([Array(request.method.rawValue.utf8), request.body])
    text = Self.prefix(owner) + Self.address(of: request) + "/" + rest
    transfer = text + "." + Self.digest(of: Set(fields.fields.map { $0.name.lowercased() }).sorted(), in: fields)
  }

  /// Returns the key of a response to this request that varies with these header fields, or with none.
  func variant(_ names: [String]) -> String {
    names.isEmpty ? text : text + "." + Self.digest(of: names, in: fields)
  }

  /// Returns the digest of the owner followed by `/`, which is the prefix of all keys of the owner.
  static func prefix(_ owner: CacheOwner) -> String {
    let text =
      switch owner {
      case .shared: "everybody"
      case .account(let name): "account \(name)"
      }
    return SHA256.digest(text.utf8).hex + "/"
  }

  /// Returns the group of all keys of the address of a request, of all owners and all header fields.
  static func group(of request: HTTPRequest) -> KeyGroup { KeyGroup(part: address(of: request)) }

  /// Returns the digest of the address, which follows the prefix in all keys of the address.
  private static func address(of request: HTTPRequest) -> String {
    digest(([request.origin, request.path] + (request.query.map { [$0] } ?? [])).map { Array($0.utf8) })
  }

  private static func digest(of names: [String], in fields: HTTPHeaders) -> String {
    digest(names.flatMap { name in [Array(name.utf8)] + fields.values(of: name).map { Array(":\($0)".utf8) } })
  }

  private static func digest(_ parts: [[UInt8]]) -> String {
    // Each part is preceded by its length, so different requests never produce the same bytes.
    SHA256.digest(parts.flatMap { Array("\($0.count):".utf8) + $0 }).hex
  }
}
