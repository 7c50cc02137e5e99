import ColmeiaHTTP
import ColmeiaStorage

/// The key of a cached response: the SHA-256 digests of its owner, of its address, and of the rest of the request.
///
/// The key is the same in every launch, and reveals neither the account's name nor the request. It depends on all header
/// fields of the request, so a response is never used for a request with other values of the fields that it varies with
/// (RFC 9111 §4.1). It does not depend on the token, because the token of an owner changes.
struct ResponseKey: Sendable, Hashable {
  /// The complete key.
  let text: String

  /// Creates the key of a request.
  ///
  /// - Parameter token: The names of the header fields that contain the token.
  init(_ request: HTTPRequest, _ owner: CacheOwner, token: [String] = []) {
    var parts = [Array(request.method.rawValue.utf8)]
    let names = Set(request.headers.fields.map { $0.name.lowercased() }).subtracting(token.map { $0.lowercased() })
    for name in names.sorted() {
      for value in request.headers.values(of: name) { parts += [Array(name.utf8), Array(value.utf8)] }
    }
    text = Self.prefix(owner) + Self.address(of: request) + "/" + Self.digest(parts + [request.body])
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

  private static func digest(_ parts: [[UInt8]]) -> String {
    // Each part is preceded by its length, so different requests never produce the same bytes.
    SHA256.digest(parts.flatMap { Array("\($0.count):".utf8) + $0 }).hex
  }
}
