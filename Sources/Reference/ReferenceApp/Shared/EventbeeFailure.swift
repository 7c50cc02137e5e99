/// Why a request to Eventbee failed, as shown to the user (E16–E19, E22, E24).
///
/// A status without a known meaning becomes ``request(_:)``. This includes a 401 for a request without a token whose
/// text isn't about credentials (E17).
public enum EventbeeFailure: Error, Sendable, Hashable, Codable {
  /// The server no longer accepts the token. The session is over.
  case sessionRefused
  /// Only participants of the event may do this.
  case notEnrolled
  /// Only the organizer of the event may do this, or the event is closed.
  case notPermitted
  /// The email address or the password is wrong.
  case wrongCredentials
  /// Too many wrong passwords were given for the email address. The user can try again later.
  case tooManyAttempts
  /// The email address already belongs to an account.
  case repeatedEmail
  /// The server couldn't process the request.
  case notProcessed
  /// The server refused a field, by its name in requests. The limit is in bytes, if the text exceeds one.
  case refused(field: String, limit: Int?)
  /// The requested resource doesn't exist.
  case notFound
  /// The request failed for a reason that isn't specific to Eventbee.
  case request(RequestFailure)

  enum CodingKeys: String, CodingKey, CaseIterable {
    case sessionRefused, notEnrolled, notPermitted, wrongCredentials, tooManyAttempts, repeatedEmail, notProcessed,
      refused, notFound, request
  }
}
