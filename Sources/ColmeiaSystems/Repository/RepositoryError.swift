import ColmeiaClient
import ColmeiaJSON

/// Why a call of a repository gave no value, sorted as Jayme sorts it.
public enum RepositoryError: Error, Sendable, Equatable {
  /// The call could not be made: its path or its body makes no sense. Nothing was sent.
  case badRequest(APIError)
  /// There is no such entity: 404, or 410.
  case notFound
  /// The server has failed, with this status from 500 to 599.
  case serverError(Int)
  /// Another status that is not success.
  case undefined(Int)
  /// The answer is not JSON, not of the right kind, or lacks what says which page it is.
  case badResponse(DecodingFailure)
  /// The answer is JSON of the right kind, but no such entity.
  case parsing(DecodingFailure)
  /// There was no answer, or nobody is signed in.
  case other(APIError)

  /// What an error of the client means for a repository.
  public init(_ error: APIError) {
    switch error {
    case .encoding, .form, .transport(.badRequest): self = .badRequest(error)
    case .status(let failure):
      switch failure.status {
      case 404, 410: self = .notFound
      case 500...599: self = .serverError(failure.status)
      default: self = .undefined(failure.status)
      }
    case .decoding(let failure): self = failure.isAboutEntity ? .parsing(failure) : .badResponse(failure)
    case .notSignedIn, .tokenStore, .transport: self = .other(error)
    }
  }
}

extension DecodingFailure {
  /// Whether the kind of the whole is right: then what is wrong has a place in it, or is a member that is missing.
  fileprivate var isAboutEntity: Bool {
    if !error.path.steps.isEmpty { return true }
    return switch error.reason {
    case .missingKey(let key, _): !key.hasPrefix("X-")
    case .unknownKey, .unknownCase, .invalid: true
    case .syntax, .limit, .duplicateKey, .mismatch, .unencodable: false
    }
  }
}

extension RepositoryError: CustomStringConvertible {
  /// What happened, and what to do.
  public var description: String {
    switch self {
    case .badRequest(let error), .other(let error): "\(error)"
    case .notFound: "There is no such entity. Load the list again."
    case .serverError(let status): "The server has failed with status \(status). Try again later."
    case .undefined(let status): "The server answered with status \(status), which was not expected. Correct the call."
    case .badResponse(let failure), .parsing(let failure): "\(failure)"
    }
  }
}
