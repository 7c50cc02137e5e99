extension Auth {
  /// Session and sign-up form (D16).
  public struct State: Sendable, Equatable, Codable {
    /// Whether somebody is signed in.
    public var session = Session.signedOut(nil)
    /// The sign-up screen; empty while somebody is signed in.
    public var form = SignUpForm()
    /// What went wrong with the token store outside the sign-up.
    public var storeFailure: StoreFailure?

    /// A state; by default that of an app just started.
    public init() {}

    /// The state of a session; the form is empty.
    init(session: Session) { self.session = session }

    /// Whether a token is still stored that should not be.
    var hasUnforgottenToken: Bool {
      if case .couldNotForget = storeFailure { true } else { false }
    }
  }

  /// A failure of the token store that the user has to know of and may retry.
  public enum StoreFailure: Error, Sendable, Equatable, Codable {
    /// The user, who was signed in at the last run, has to sign in again.
    case couldNotRestore(TokenStoreFailure)
    /// The token is still stored: the next start would sign in again.
    case couldNotForget(TokenStoreFailure)

    enum CodingKeys: String, CodingKey, CaseIterable { case couldNotRestore, couldNotForget }
  }
}
