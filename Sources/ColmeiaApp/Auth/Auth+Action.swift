extension Auth {
  /// What can happen (D17–D19).
  public enum Action: Sendable, Equatable, Codable {
    /// The app starts: is somebody still signed in (D23)? Ignored once somebody signs in or
    /// has been signed in.
    case restore
    /// The e-mail field changed; the whole new text.
    case typed(String)
    /// The button was pressed. Does nothing unless the form can be submitted.
    case submit
    /// The user no longer wants to wait for the sign-up.
    case cancelSignUp
    /// The user signs out.
    case signOut
    /// The server no longer accepts the token.
    case sessionExpired
    /// Try again what the token store could not do.
    case retry

    /// Answer to ``Effect/restore``: who is signed in, if anybody.
    case restored(Account?)
    /// Answer to ``Effect/restore``.
    case restoreFailed(TokenStoreFailure)
    /// Answer to ``Effect/signUp(_:)``: the server's account; its token is stored.
    case signedUp(Account)
    /// Answer to ``Effect/signUp(_:)``; no token is stored.
    case signUpFailed(SignUpFailure)
    /// Answer to ``Effect/forget``; that it went well needs no answer.
    case forgetFailed(TokenStoreFailure)

    enum CodingKeys: String, CodingKey, CaseIterable {
      case restore, typed, submit, cancelSignUp, signOut, sessionExpired, retry, restored, restoreFailed, signedUp,
        signUpFailed, forgetFailed
    }
  }
}
