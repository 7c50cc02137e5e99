import ColmeiaClient

extension EventbeeFailure: ShownFailure {
  /// Creates the failure for an API error, or returns `nil` if the effect was cancelled.
  ///
  /// A 401 has several meanings. Known texts say that the user lacks permission, or that a log-in was rejected. Any other
  /// 401 on a request that sent a token ends the session (E16).
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
      case RefusalText.notOrganizer: return .notPermitted
      case RefusalText.notEnrolled: return .notEnrolled
      default: return .sessionRefused
      }
    case 401:
      let isWrong = text == RefusalText.wrongPassword || text == RefusalText.wrongFacebookToken
      return isWrong ? .wrongCredentials : .request(.status(401))
    case 429: return .tooManyAttempts
    case 422 where text == RefusalText.emailInUse: return .repeatedEmail
    case 422:
      let field = failure.json?["field"]?.string
      return field.map { .refused(field: $0, limit: failure.json?["limit"]?.int) } ?? .notProcessed
    case 404: return .notFound
    default: return .request(.status(failure.status))
    }
  }
}
