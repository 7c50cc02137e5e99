extension Auth {
  /// The session and the sign-up form (D16).
  public struct State: Sendable, Equatable, Codable {
    /// The session of the app.
    public var session = Session.signedOut(nil)
    /// The sign-up form; empty while an account is signed in.
    public var form = SignUpForm()
    /// The failure of the token store outside the sign-up, if any.
    public var storeFailure: StoreFailure?

    /// Creates the state of an app that has just started.
    public init() {}

    /// Creates a state with a session and an empty form.
    init(session: Session) { self.session = session }

    /// Whether a token that should have been removed is still stored.
    var hasUnforgottenToken: Bool {
      if case .couldNotForget = storeFailure { true } else { false }
    }
  }

  /// A token store failure that is shown to the user, who can retry the operation.
  public enum StoreFailure: Error, Sendable, Equatable, Codable {
    /// The session of the last run couldn't be restored. The user has to sign in again.
    case couldNotRestore(TokenStoreFailure)
    /// The token couldn't be removed. The next start of the app would sign in again.
    case couldNotForget(TokenStoreFailure)

    enum CodingKeys: String, CodingKey, CaseIterable { case couldNotRestore, couldNotForget }
  }
}
