import ColmeiaClient
import ColmeiaSystems

/// Why shots did not come, as the original tells it (M1, M2, M6).
public enum ShotsFailure: Error, Sendable, Hashable, Codable {
  /// The app's access token is not accepted, or there is none.
  case unauthorized
  /// The answer is JSON, but not what was agreed, at this place in it: `[3]`.
  case jsonMapping(at: String)
  /// Anything else. The user is not shown the reason; logs and tests have it.
  case undefined(RequestFailure)
}

extension ShotsFailure {
  /// What an error of the API means; `nil` when the effect was cancelled.
  init?(_ error: APIError) {
    switch DribbbleError(error) {
    case .unauthorized: self = .unauthorized
    case .jsonMapping(let failure): self = .jsonMapping(at: "\(failure.path)")
    case .undefined(let error):
      guard let failure = RequestFailure(error) else { return nil }
      self = .undefined(failure)
    }
  }
}
