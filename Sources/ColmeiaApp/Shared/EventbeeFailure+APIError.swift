import ColmeiaClient
import ColmeiaSystems

extension EventbeeFailure: ShownFailure {
  /// What an error of the API means; `nil` when the effect was cancelled.
  ///
  /// A 401 means different things: the generic text on a call that sent a token ends the session; other texts say who may
  /// do it, or that a log-in was refused; without any of them nobody knows.
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
    case 401 where failure.sentToken:
      switch text {
      case EventbeeAPI.notOrganizer: return .notPermitted
      case EventbeeAPI.notEnrolled: return .notEnrolled
      case EventbeeAPI.noAccess: return .sessionRefused
      default: return .request(.status(401))
      }
    case 401:
      return text.map(EventbeeAPI.wrongCredentials.contains) == true ? .wrongCredentials : .request(.status(401))
    case 429: return .tooManyAttempts
    case 422: return text == EventbeeAPI.emailInUse ? .repeatedEmail : .notProcessed
    case 404: return .notFound
    default: return .request(.status(failure.status))
    }
  }
}
