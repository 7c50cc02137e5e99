import ColmeiaHTTP

/// A device on which a user is signed in. It stores digests of the newest token and of the previous one, which stays
/// valid for requests that were in flight.
struct AlbumSession: Sendable, Equatable, Codable {
  /// The number of seconds after a token change in which requests don't get a new token, because they belong to the
  /// same batch.
  static let batch = 5
  /// The validity of a token in seconds.
  static let lifespan = 14 * 86_400

  let client: String
  let user: Int
  var digest: String
  var previous: String?
  /// The time at which the newest token was issued, in seconds since 1970.
  var date: Int

  /// Creates a session with its first token.
  init(user: Int, token: String, at date: Int) {
    client = String(TokenTable.digest("client " + token).prefix(22))
    self.user = user
    digest = TokenTable.digest(token)
    self.date = date
  }

  /// Returns whether a token is one of the session's valid tokens.
  func accepts(_ token: String, at now: Int) -> Bool {
    guard token.utf8.count <= TokenTable.longestToken, now < date + Self.lifespan else { return false }
    let digest = TokenTable.digest(token)
    return digest == self.digest || digest == previous
  }

  /// Replaces the token, unless the newest one was issued so recently that this request belongs to its batch. Returns
  /// whether the token was replaced.
  mutating func renew(_ token: String, at now: Int) -> Bool {
    guard !(date..<date + Self.batch).contains(now) else { return false }
    (previous, digest, date) = (digest, TokenTable.digest(token), now)
    return true
  }

  /// Returns the header fields of a response in this session. For a request within a batch, for which `token` is `nil`,
  /// token and expiry are a space, as devise_token_auth sends them.
  func fields(token: String?, of user: AlbumUser) -> HTTPHeaders {
    [
      "access-token": token ?? " ", "token-type": "Bearer", "client": client,
      "expiry": token == nil ? " " : "\(date + Self.lifespan)", "uid": user.email,
    ]
  }
}
