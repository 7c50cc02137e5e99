import ColmeiaHTTP

/// A device on which somebody is signed in. It holds digests of its tokens: the newest, and the one before, which is good for
/// requests that were on their way.
struct AlbumSession: Sendable, Equatable, Codable {
  /// For how many seconds a new token is not followed by another: requests that come at once are a batch.
  static let batch = 5
  /// For how many seconds a token is good.
  static let lifespan = 14 * 86_400

  let client: String
  let user: Int
  var digest: String
  var previous: String?
  /// When the newest token was given, in seconds since 1970.
  var date: Int

  /// A session that begins with this token.
  init(user: Int, token: String, at date: Int) {
    client = String(TokenTable.digest("client " + token).prefix(22))
    self.user = user
    digest = TokenTable.digest(token)
    self.date = date
  }

  /// Whether this is one of its tokens.
  func accepts(_ token: String, at now: Int) -> Bool {
    guard token.utf8.count <= TokenTable.longestToken, now < date + Self.lifespan else { return false }
    let digest = TokenTable.digest(token)
    return digest == self.digest || digest == previous
  }

  /// Takes the next token, unless the last one is so new that this request belongs to its batch. Returns whether it did.
  mutating func renew(_ token: String, at now: Int) -> Bool {
    guard !(date..<date + Self.batch).contains(now) else { return false }
    (previous, digest, date) = (digest, TokenTable.digest(token), now)
    return true
  }

  /// What an answer of the session says: of a batch, blanks.
  func fields(token: String?, of user: AlbumUser) -> HTTPHeaders {
    [
      "access-token": token ?? "", "token-type": "Bearer", "client": client,
      "expiry": token == nil ? "" : "\(date + Self.lifespan)", "uid": user.email,
    ]
  }
}
