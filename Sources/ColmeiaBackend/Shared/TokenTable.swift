import ColmeiaDigest

/// Who is logged in: for each token its user, and for each user the newest tokens.
///
/// It keeps digests of tokens, so that neither a data file nor a dump of the state lets anybody in. A user has up to
/// ``Self/tokensPerUser`` tokens, one for each device; one more drops the oldest.
struct TokenTable: Sendable, Equatable {
  static let tokensPerUser = 10
  /// What was done, by the token's digest.
  enum Change: Sendable, Equatable, Codable {
    case opened(digest: String, user: Int)
    case closed(digest: String)
  }

  /// In bytes. A longer text is nobody's token.
  static let longestToken = 1_024

  private var userOf: [String: Int] = [:]
  /// Of each user, the oldest first; never empty.
  private var digestsOf: [Int: [String]] = [:]
  var log = ChangeLog<Change>()

  init() {}

  /// The user whose token this is; `nil` when it is nobody's.
  ///
  /// - Complexity: O(length of `token`).
  func user(of token: String) -> Int? {
    token.utf8.count <= Self.longestToken ? userOf[Self.digest(token)] : nil
  }

  /// Makes `token` the newest of a user's; `false`, and nothing is changed, when somebody has it, or it is too long.
  mutating func add(_ token: String, of user: Int) -> Bool {
    token.utf8.count <= Self.longestToken && add(digest: Self.digest(token), of: user)
  }

  private mutating func add(digest: String, of user: Int) -> Bool {
    guard userOf[digest] == nil else { return false }
    userOf[digest] = user
    digestsOf[user, default: []].append(digest)
    if digestsOf[user, default: []].count > Self.tokensPerUser {
      userOf[digestsOf[user, default: []].removeFirst()] = nil
    }
    log.note(.opened(digest: digest, user: user))
    return true
  }

  /// Takes a token away from its user; without effect when it is nobody's.
  mutating func remove(_ token: String) { remove(digest: Self.digest(token)) }

  @discardableResult private mutating func remove(digest: String) -> Bool {
    guard let user = userOf.removeValue(forKey: digest) else { return false }
    let others = digestsOf[user, default: []].filter { $0 != digest }
    digestsOf[user] = others.isEmpty ? nil : others
    log.note(.closed(digest: digest))
    return true
  }

  /// Does what another table has done; what cannot be, if it cannot.
  mutating func apply(_ change: Change) -> String? {
    switch change {
    case .opened(let digest, let user):
      add(digest: digest, of: user) ? nil : "a session that is to begin is there already"
    case .closed(let digest): remove(digest: digest) ? nil : "a session that is to end is not there"
    }
  }

  /// Everybody who has a token, ascending.
  ///
  /// - Complexity: O(users · log users).
  var users: [Int] { digestsOf.keys.sorted() }

  /// Whether a token with this digest is somebody's.
  func has(digest: String) -> Bool { userOf[digest] != nil }

  static func digest(_ token: String) -> String { SHA256.digest(token.utf8).hex }
}

extension TokenTable: Codable {
  private struct Entry: Codable {
    var user: Int
    var tokenDigests: [String]
  }

  /// Reads what ``encode(to:)`` writes. Throws `DecodingError.dataCorrupted` when a user or a token is there twice, or a
  /// user has none or too many.
  init(from decoder: any Decoder) throws {
    for entry in try [Entry](from: decoder) {
      let isNew = digestsOf[entry.user] == nil && (1...Self.tokensPerUser).contains(entry.tokenDigests.count)
      guard isNew, entry.tokenDigests.allSatisfy({ add(digest: $0, of: entry.user) }) else {
        let problem = "user \(entry.user) has no token, too many, or one that is there already"
        throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: problem))
      }
    }
  }

  /// Writes users in ascending order with their tokens' digests, the oldest first.
  func encode(to encoder: any Encoder) throws {
    try users.map { Entry(user: $0, tokenDigests: digestsOf[$0, default: []]) }.encode(to: encoder)
  }
}
