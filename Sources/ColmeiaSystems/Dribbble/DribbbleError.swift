import ColmeiaClient
import ColmeiaHTTP
import ColmeiaJSON

/// Why a call for shots failed, as the original tells it.
public enum DribbbleError: Error, Sendable, Equatable {
  /// The server does not accept the token (status 401), or there is none.
  case unauthorized
  /// The answer is JSON, but of another shape than agreed.
  case jsonMapping(DecodingFailure)
  /// Anything else: another status, also one of success other than 200; an answer that is no JSON; no answer.
  case undefined(APIError)

  /// What an error of ``DribbbleAPI``'s calls means. Only an answer can be a 401: whatever number a transport gives for its
  /// own failure is not one.
  public init(_ error: APIError) {
    switch error {
    case .notSignedIn: self = .unauthorized
    case .status(let failure) where failure.status == 401: self = .unauthorized
    case .decoding(let failure) where failure.isJSON: self = .jsonMapping(failure)
    case .decoding, .status, .transport, .tokenStore, .encoding, .form: self = .undefined(error)
    }
  }

  /// How many more requests the server takes, if it has said so in refusing this one.
  public var rateLimit: DribbbleAPI.RateLimit? {
    guard case .undefined(.status(let failure)) = self else { return nil }
    return DribbbleAPI.RateLimit(failure.headers)
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

extension DribbbleError: CustomStringConvertible {
  /// What happened, and what to do.
  public var description: String {
    switch self {
    case .unauthorized: "The server does not accept the app's access token, or there is none. Configure another one."
    case .jsonMapping(let failure): "\(failure)"
    case .undefined(let error): "\(error)"
    }
  }
}
