/// Why a sign-up failed. The app shows it to the user; the original app only logged it (D19).
public enum SignUpFailure: Error, Sendable, Equatable, Codable {
  /// The user submitted a text that is not an email address (D22). Nothing was sent.
  case emailInvalid
  /// The server rejected the email address (status 400). The user has to correct it.
  case emailRefused
  /// The request failed. The user can try again.
  case request(RequestFailure)
  /// The server accepted the sign-up, but the token couldn't be stored, so no account is signed in.
  case tokenNotStored(TokenStoreFailure)

  enum CodingKeys: String, CodingKey, CaseIterable { case emailInvalid, emailRefused, request, tokenNotStored }
}
