/// Why a sign-up failed; shown to the user, unlike in the original, which only logged it (D19).
public enum SignUpFailure: Error, Sendable, Equatable, Codable {
  /// The server did not accept the e-mail address (status 400). The user corrects it.
  case emailRefused
  /// The request failed. The user tries again.
  case request(RequestFailure)
  /// The server agreed, but the token could not be stored, so nobody is signed in.
  case tokenNotStored(TokenStoreFailure)

  enum CodingKeys: String, CodingKey, CaseIterable { case emailRefused, request, tokenNotStored }
}
