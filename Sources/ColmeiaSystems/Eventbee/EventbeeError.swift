import ColmeiaClient

/// Why a call of the events' API failed, as far as all calls have it in common.
public enum EventbeeError: Error, Sendable, Equatable {
  /// The server cannot do it with these values (status 422).
  case failedProcessEntity
  /// The server refused it (status 401), or nobody is signed in.
  case withoutAuthorization
  /// Anything else.
  case unknown(APIError)

  /// What an error of a call with a token means.
  public init(withToken error: APIError) {
    switch error {
    case .status(let failure) where failure.status == 422: self = .failedProcessEntity
    case .status(let failure) where failure.status == 401: self = .withoutAuthorization
    case .notSignedIn: self = .withoutAuthorization
    default: self = .unknown(error)
    }
  }

  /// What an error of a call without a token means: a 401 is nothing that signing in again would change.
  public init(withoutToken error: APIError) {
    if case .status(let failure) = error, failure.status == 422 {
      self = .failedProcessEntity
    } else {
      self = .unknown(error)
    }
  }
}

extension EventbeeError: CustomStringConvertible {
  /// What happened, and what to do.
  public var description: String {
    switch self {
    case .failedProcessEntity: "The server cannot do this with these values. Check them."
    case .withoutAuthorization: "This is not allowed. Sign in, or ask who may do it."
    case .unknown(let error): "\(error)"
    }
  }
}
