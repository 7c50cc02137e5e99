/// Whether somebody is signed in (D16, D18, D23).
public enum Session: Sendable, Equatable, Codable {
  /// The token store is being asked whether somebody was signed in at the last run.
  case restoring
  /// Nobody is signed in; the reason is `nil` when nobody was before, in this run.
  case signedOut(SignedOutReason?)
  /// Somebody is, and the token store has the token.
  case signedIn(Account)

  enum CodingKeys: String, CodingKey, CaseIterable { case restoring, signedOut, signedIn }

  /// Who is signed in.
  public var account: Account? {
    if case .signedIn(let account) = self { account } else { nil }
  }
}

/// Why somebody who was signed in no longer is.
public enum SignedOutReason: String, Sendable, Codable, CaseIterable {
  /// The user asked for it.
  case byUser
  /// The server no longer accepted the token.
  case expired
}
