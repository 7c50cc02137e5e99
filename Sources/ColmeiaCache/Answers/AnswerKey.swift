import ColmeiaDigest
import ColmeiaHTTP

/// The key of a cached response: the SHA-256 digest of its owner, and that of everything in the request that the
/// response depends on.
///
/// The key is the same in every launch, and reveals neither the account's name nor the request. It does not depend on
/// the token, because the token of an owner changes.
struct AnswerKey: Sendable, Hashable {
  /// The digest of the owner followed by `/`, which is the prefix of all keys of the owner.
  let prefix: String
  /// The complete key.
  let text: String

  init(_ request: HTTPRequest, _ owner: CacheOwner) {
    prefix = Self.prefix(owner)
    var bytes: [UInt8] = []
    // Each part is preceded by its length, so different requests never produce the same bytes.
    func add(_ part: [UInt8]?) {
      bytes += Array((part.map { "\($0.count):" } ?? "-").utf8) + (part ?? [])
    }
    for part in [request.method.rawValue, request.origin, request.path] { add(Array(part.utf8)) }
    add(request.query.map { Array($0.utf8) })
    for name in Self.fields { add(request.headers[name].map { Array($0.utf8) }) }
    add(request.body)
    text = prefix + SHA256.digest(bytes).hex
  }

  static func prefix(_ owner: CacheOwner) -> String {
    let text =
      switch owner {
      case .shared: "everybody"
      case .account(let name): "account \(name)"
      }
    return SHA256.digest(text.utf8).hex + "/"
  }

  /// The request header fields that select the form of a response.
  private static let fields = ["Accept", "Accept-Language", "Content-Type"]
}
