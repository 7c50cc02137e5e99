/// The session: whether an account is signed in (D16, D18, D23).
public enum Session: Sendable, Equatable, Codable {
  /// The token store is being asked for the account of the last run.
  case restoring
  /// No account is signed in. The reason is `nil` if no account has been signed in during this run.
  case signedOut(SignedOutReason?)
  /// An account is signed in, and its token is in the token store.
  case signedIn(Account)

  enum CodingKeys: String, CodingKey, CaseIterable { case restoring, signedOut, signedIn }

  /// The account that is signed in, if any.
  public var account: Account? {
    if case .signedIn(let account) = self { account } else { nil }
  }
}

/// Why a session ended.
public enum SignedOutReason: String, Sendable, Codable, CaseIterable {
  /// The user signed out.
  case byUser
  /// The server no longer accepts the token.
  case expired
}
