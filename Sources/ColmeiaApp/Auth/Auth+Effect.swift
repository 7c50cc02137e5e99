extension Auth {
  /// What the feature asks for (D18, D19, B.1). No effect and no answer carries a token.
  public enum Effect: Sendable, Equatable, Codable {
    /// Look into the token store: who is signed in?
    case restore
    /// Sign up and in with one call; put the token into the token store, then answer with the account.
    case signUp(EmailAddress)
    /// Remove the stored token. The store holds one account at most (D13), so this needs no name, and
    /// clears up after a sign-up that was cancelled before anybody knew whose it was. Forgetting nothing
    /// is fine.
    case forget

    enum CodingKeys: String, CodingKey, CaseIterable { case restore, signUp, forget }
  }

  enum ID: String {
    /// Everything that touches the stored token, one after the other.
    case token
  }
}
