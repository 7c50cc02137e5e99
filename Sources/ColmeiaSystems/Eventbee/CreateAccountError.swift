import ColmeiaClient

/// Why an account could not be created.
public enum CreateAccountError: Error, Sendable, Equatable {
  /// Somebody has the e-mail address already.
  case repeatedEmail
  /// The server cannot do it with these values (status 422).
  case failedProcessEntity
  /// Anything else.
  case unknown(APIError)

  /// What an error of ``EventbeeAPI/createUser(_:)`` means.
  public init(_ error: APIError) {
    switch EventbeeError(withoutToken: error) {
    case .failedProcessEntity:
      self = error.eventbeeMessage == EventbeeAPI.emailInUse ? .repeatedEmail : .failedProcessEntity
    case .withoutAuthorization, .unknown: self = .unknown(error)
    }
  }
}

extension CreateAccountError: CustomStringConvertible {
  /// What happened, and what to do.
  public var description: String {
    switch self {
    case .repeatedEmail: "Somebody has this e-mail address already. Sign in, or take another one."
    case .failedProcessEntity: "The server cannot create this account. Check name, address and password."
    case .unknown(let error): "\(error)"
    }
  }
}
