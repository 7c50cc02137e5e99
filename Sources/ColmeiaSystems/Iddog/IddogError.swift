import ColmeiaClient

/// Why a call of the dog feed's API failed, as its users see it.
public enum IddogError: Error, Sendable, Equatable {
  /// The server did not accept the e-mail address (status 400 to a sign-up). The user corrects it.
  case emailRefused
  /// The server does not accept the token any more (status 401 to a feed). The session is over.
  case sessionEnded
  /// There was no answer, or one whose status is not 2xx.
  case requestFailed(APIError)
  /// The answer is not what was agreed.
  case couldNotDecodeResponse(DecodingFailure)

  /// What an error of ``IddogAPI/signUp(email:)`` means.
  public init(signUp error: APIError) {
    if case .status(let failure) = error, failure.status == 400 {
      self = .emailRefused
    } else {
      self.init(error)
    }
  }

  /// What an error of ``IddogAPI/feed(_:)`` means.
  public init(feed error: APIError) {
    if error.isTokenRefused { self = .sessionEnded } else { self.init(error) }
  }

  private init(_ error: APIError) {
    if case .decoding(let failure) = error {
      self = .couldNotDecodeResponse(failure)
    } else {
      self = .requestFailed(error)
    }
  }
}

extension IddogError: CustomStringConvertible {
  /// What happened, and what to do.
  public var description: String {
    switch self {
    case .emailRefused: "The server does not accept this e-mail address. Correct it and try again."
    case .sessionEnded: "The server does not accept the token any more. Sign up again."
    case .requestFailed(let error): "\(error)"
    case .couldNotDecodeResponse(let failure): "\(failure)"
    }
  }
}
