extension Auth {
  /// The actions of the session and the sign-up form (D17–D19).
  public enum Action: Sendable, Equatable, Codable {
    /// Restores the session when the app starts (D23). Ignored if the user is signing up, or if a session has already
    /// started or ended.
    case restore
    /// The text of the email field changed; the payload is the whole new text.
    case typed(String)
    /// The user submitted the form. A text that isn't an email address is reported and not sent. Ignored if the field
    /// is blank or a sign-up is in progress.
    case submit
    /// The user cancelled the sign-up that is in progress.
    case cancelSignUp
    /// The user signed out.
    case signOut
    /// The server no longer accepts the token.
    case sessionExpired
    /// Retries the token store operation that failed.
    case retry

    /// The result of ``Effect/restore``: the account that is signed in, or `nil` if there is none.
    case restored(Account?)
    /// The failure of ``Effect/restore``.
    case restoreFailed(TokenStoreFailure)
    /// The result of ``Effect/signUp(_:)``: the account as the server returned it. Its token is stored.
    case signedUp(Account)
    /// The failure of ``Effect/signUp(_:)``. No token is stored.
    case signUpFailed(SignUpFailure)
    /// The failure of ``Effect/forget``, which sends no action if it succeeds.
    case forgetFailed(TokenStoreFailure)

    enum CodingKeys: String, CodingKey, CaseIterable {
      case restore, typed, submit, cancelSignUp, signOut, sessionExpired, retry, restored, restoreFailed, signedUp,
        signUpFailed, forgetFailed
    }
  }
}
