import ColmeiaNetworking

extension EventbeeFailure {
  /// What an error of the API means; `nil` when the effect was cancelled.
  ///
  /// A 401 means different things: the generic text on a call that sent a token ends the session, the organizer's text
  /// does not, and on a call without token it is a log-in that was refused.
  init?(_ error: APIError) {
    switch error {
    case .notSignedIn, .tokenStore(.damaged): self = .sessionRefused
    case .status(let failure): self = Self.of(failure)
    case .tokenStore, .decoding, .encoding, .form, .transport:
      guard let failure = RequestFailure(error) else { return nil }
      self = .request(failure)
    }
  }

  private static func of(_ failure: StatusFailure) -> EventbeeFailure {
    let text = failure.json?["result"]?.string
    switch failure.status {
    case 401 where !failure.sentToken:
      return text == EventbeeAPI.noAccess ? .request(.status(401)) : .wrongCredentials
    case 401 where text == EventbeeAPI.notOrganizer: return .notPermitted
    case 401 where text == EventbeeAPI.noAccess: return .sessionRefused
    case 422: return text == EventbeeAPI.emailInUse ? .repeatedEmail : .notProcessed
    case 404: return .notFound
    default: return .request(.status(failure.status))
    }
  }
}
