/// Why a call of Eventbee's failed, as far as the app is concerned (E16–E19, E22, E24).
public enum EventbeeFailure: Error, Sendable, Hashable, Codable {
  /// The server no longer accepts the token: the session is over.
  case sessionRefused
  /// Only the event's organizer may do that, or the event is closed.
  case notPermitted
  /// E-mail or password are wrong.
  case wrongCredentials
  /// The e-mail address has an account already.
  case repeatedEmail
  /// The server could not work with what it got.
  case notProcessed
  /// There is no such thing.
  case notFound
  /// The request failed.
  case request(RequestFailure)
}
