import ColmeiaDigest
import ColmeiaHTTP

/// What an answer is kept under: the SHA-256 of its owner, and that of everything in the request that the answer depends
/// on. The same at every start; and neither an account's name nor a request is readable in it.
///
/// A token is not in it: it changes, and its owner does not.
struct AnswerKey: Sendable, Hashable {
  /// The digest of the owner, with a `/` behind: what all keys of the owner begin with.
  let prefix: String
  /// The whole key.
  let text: String

  init(_ request: HTTPRequest, _ owner: CacheOwner) {
    prefix = Self.prefix(owner)
    var bytes: [UInt8] = []
    // How long each part is stands before it, so that no two requests are the same bytes.
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
      case .everybody: "everybody"
      case .account(let name): "account \(name)"
      }
    return SHA256.digest(text.utf8).hex + "/"
  }

  /// The header fields that say in which form an answer is wanted.
  private static let fields = ["Accept", "Accept-Language", "Content-Type"]
}
