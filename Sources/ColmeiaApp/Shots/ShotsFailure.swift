import ColmeiaClient

/// Why shots did not come, as the original tells it (M1, M2, M6).
public enum ShotsFailure: Error, Sendable, Hashable, Codable {
  /// The app's access token is not accepted, or there is none.
  case unauthorized
  /// The answer is JSON, but not what was agreed, at this place in it: `[3]`.
  case jsonMapping(at: String)
  /// Anything else. The user is not shown the reason; logs and tests have it.
  case undefined(RequestFailure)

  enum CodingKeys: String, CodingKey, CaseIterable { case unauthorized, jsonMapping, undefined }
}

extension ShotsFailure {
  /// What an error of the API means; `nil` when the effect was cancelled. Only an answer can be a 401: whatever number a
  /// transport gives for its own failure is not one.
  init?(_ error: APIError) {
    switch error {
    case .notSignedIn: self = .unauthorized
    case .status(let failure) where failure.status == 401: self = .unauthorized
    case .decoding(let failure) where failure.isJSON: self = .jsonMapping(at: "\(failure.path)")
    case .decoding, .status, .transport, .tokenStore, .encoding, .form:
      guard let failure = RequestFailure(error) else { return nil }
      self = .undefined(failure)
    }
  }
}

extension DecodingFailure {
  /// Whether the body is JSON at all.
  fileprivate var isJSON: Bool {
    switch error.reason {
    case .syntax, .limit: false
    case .duplicateKey, .mismatch, .missingKey, .unknownKey, .unknownCase, .invalid, .unencodable: true
    }
  }
}
