import ColmeiaClient

/// Why shots couldn't be loaded, in the categories of the original (M1, M2, M6).
public enum ShotsFailure: Error, Sendable, Hashable, Codable {
  /// The app's access token was rejected, or is missing.
  case unauthorized
  /// The response is JSON but couldn't be decoded; the payload is the place of the error in it, such as `[3]`.
  case jsonMapping(at: String)
  /// Any other failure.
  case undefined(RequestFailure)

  enum CodingKeys: String, CodingKey, CaseIterable { case unauthorized, jsonMapping, undefined }
}

extension ShotsFailure {
  /// Creates the failure for an API error, or returns `nil` if the effect was cancelled. Only a response can be a 401;
  /// the error codes of a transport failure are never interpreted as a status.
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
  /// Whether the body is well-formed JSON.
  fileprivate var isJSON: Bool {
    switch error.reason {
    case .syntax, .limit: false
    case .duplicateKey, .mismatch, .missingKey, .unknownKey, .unknownCase, .invalid, .unencodable: true
    }
  }
}
