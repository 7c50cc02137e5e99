/// Why a call of Eventbee's failed, as far as the app is concerned (E16–E19, E22, E24).
///
/// What is unknown is a ``request(_:)``, whose status nobody here knows anything about: also a 401 of a call without a token
/// that says nothing of credentials (E17).
public enum EventbeeFailure: Error, Sendable, Hashable, Codable {
  /// The server no longer accepts the token: the session is over.
  case sessionRefused
  /// Only who is enrolled in the event may do that.
  case notEnrolled
  /// Only the event's organizer may do that, or the event is closed.
  case notPermitted
  /// E-mail or password are wrong.
  case wrongCredentials
  /// Too many wrong passwords were given for the e-mail address; later it can be tried again.
  case tooManyAttempts
  /// The e-mail address has an account already.
  case repeatedEmail
  /// The server could not work with what it got.
  case notProcessed
  /// There is no such thing.
  case notFound
  /// The request failed before Eventbee could decide.
  case request(RequestFailure)

  enum CodingKeys: String, CodingKey, CaseIterable {
    case sessionRefused, notEnrolled, notPermitted, wrongCredentials, tooManyAttempts, repeatedEmail, notProcessed,
      notFound, request
  }
}
