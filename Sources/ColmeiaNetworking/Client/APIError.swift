import ColmeiaHTTP
import ColmeiaJSON
import ColmeiaStorage

/// Why a call has no answer. What describes it quotes neither a token nor a body.
public enum APIError: Error, Sendable, Equatable {
  /// The call needs a token, and there is none; nothing was sent.
  case notSignedIn
  /// The token could not be read; nothing was sent.
  case tokenStore(TokenStoreError)
  /// No answer came.
  case transport(TransportError)
  /// The answer's status is none of success.
  case status(StatusFailure)
  /// The answer is not what was agreed.
  case decoding(JSONError)
}

/// An answer that is a refusal.
public struct StatusFailure: Error, Sendable, Equatable {
  /// The answer.
  public var response: HTTPResponse
  /// Whether the call took a token along.
  public var sentToken: Bool

  /// A refusal.
  public init(_ response: HTTPResponse, sentToken: Bool) {
    self.response = response
    self.sentToken = sentToken
  }

  /// Its status.
  public var status: Int { response.status }
  /// Its body, if it is JSON.
  public var json: JSON? { try? JSON(parsing: response.body) }
}

extension APIError: CustomStringConvertible {
  /// What happened, and what to do.
  public var description: String {
    switch self {
    case .notSignedIn: "The call needs a session, and nobody is signed in. Sign in first."
    case .tokenStore(let error): "The session could not be read: \(error)"
    case .transport(let error): "\(error)"
    case .status(let failure): "The server answered with the status \(failure.status)."
    case .decoding(let error): "The server's answer is not what was agreed: \(error)."
    }
  }
}
