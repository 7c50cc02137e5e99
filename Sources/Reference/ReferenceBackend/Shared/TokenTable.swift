import ColmeiaHTTP

/// The login sessions of a system: the user of each token, and the newest tokens of each user.
///
/// The table stores only digests of tokens, so that neither a data file nor a dump of the state gives access. Each user
/// can have up to ``Self/tokensPerUser`` tokens, one for each device. Adding another one removes the oldest.
struct TokenTable: Sendable, Equatable {
  static let tokensPerUser = 10
  /// The maximum length of a token in bytes. A longer text is never a token.
  static let longestToken = 1_024

  private var userOf: [String: Int] = [:]
  /// The digests of each user's tokens, the oldest first. The arrays are never empty.
  private var digestsOf: [Int: [String]] = [:]

  init() {}

  /// Returns the user of a token, or `nil` if the token is unknown.
  ///
  /// - Complexity: O(length of `token`).
  func user(of token: String) -> Int? {
    token.utf8.count <= Self.longestToken ? userOf[Self.digest(token)] : nil
  }

  /// Adds `token` as the newest token of a user. Returns `false` and changes nothing if it is already in use or too
  /// long.
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
    return true
  }

  /// Removes a token. Does nothing if it is unknown.
  mutating func remove(_ token: String) {
    let digest = Self.digest(token)
    guard let user = userOf.removeValue(forKey: digest) else { return }
    let others = digestsOf[user, default: []].filter { $0 != digest }
    digestsOf[user] = others.isEmpty ? nil : others
  }

  /// All users with a token, in ascending order.
  ///
  /// - Complexity: O(users · log users).
  var users: [Int] { digestsOf.keys.sorted() }

  /// Returns whether there is a token with this digest.
  func has(digest: String) -> Bool { userOf[digest] != nil }

  static func digest(_ token: String) -> String { SHA256.digest(token.utf8).hex }
}

extension TokenTable: Codable {
  private struct Entry: Codable {
    var user: Int
    var tokenDigests: [String]
  }

  /// Decodes what ``encode(to:)`` has encoded. Throws `DecodingError.dataCorrupted` if a user or a token occurs twice,
  /// or if a user has no tokens or too many.
  init(from decoder: any Decoder) throws {
    for entry in try [Entry](from: decoder) {
      let isNew = digestsOf[entry.user] == nil && (1...Self.tokensPerUser).contains(entry.tokenDigests.count)
      guard isNew, entry.tokenDigests.allSatisfy({ add(digest: $0, of: entry.user) }) else {
        let problem = "user \(entry.user) has no token, too many, or one that already exists"
        throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: problem))
      }
    }
  }

  /// Encodes the users in ascending order with the digests of their tokens, the oldest first.
  func encode(to encoder: any Encoder) throws {
    try users.map { Entry(user: $0, tokenDigests: digestsOf[$0, default: []]) }.encode(to: encoder)
  }
}
