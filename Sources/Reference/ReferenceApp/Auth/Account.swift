/// The account that is signed in (D12).
///
/// The account's token is not part of any state, action or effect. It's in the token store, and only the handlers that
/// need it read it.
public struct Account: Sendable, Equatable, Codable {
  /// The email address as the server returned it, which may differ from what was typed (D19). It's therefore not
  /// validated here.
  public let email: String

  /// Creates the account that the server knows as `email`.
  public init(email: String) { self.email = email }
}
