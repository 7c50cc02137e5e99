extension Auth {
  /// The effects of the session and the sign-up form (D18, D19, B.1). No effect and no result contains a token.
  public enum Effect: Sendable, Equatable, Codable {
    /// Reads the account that is signed in from the token store.
    case restore
    /// Signs up, and thereby in, with one request, stores the token, and then sends the account.
    case signUp(EmailAddress)
    /// Removes the stored token. The store holds at most one account (D13), so the effect needs no name. It also cleans
    /// up after a sign-up that was cancelled before the account was known. It's not an error if there is no token.
    case forget

    enum CodingKeys: String, CodingKey, CaseIterable { case restore, signUp, forget }
  }

  enum ID: String {
    /// The ID of all effects that access the stored token, which run one after another.
    case token
  }
}
