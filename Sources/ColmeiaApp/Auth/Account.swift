/// Who is signed in (D12).
///
/// The token that belongs to the account is not here, nor in any state, action or effect: it lives in the
/// token store, and only the handlers that need it read it.
public struct Account: Sendable, Equatable, Codable {
  /// The e-mail address as the server writes it, not as it was typed (D19); therefore not judged here.
  public let email: String

  /// The account that the server knows as `email`.
  public init(email: String) { self.email = email }
}
