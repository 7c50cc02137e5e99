import ColmeiaJSON
import ColmeiaStorage
import ColmeiaTransport
import ColmeiaUpload

/// Why a call of an API gave no value. What describes it shows neither a token nor a body.
public enum APIError: Error, Sendable, Equatable {
  /// The call needs a token and nobody is signed in; nothing was sent.
  case notSignedIn
  /// The token could not be read; nothing was sent.
  case tokenStore(TokenStoreError)
  /// The body has no form in JSON; nothing was sent.
  case encoding(JSONError)
  /// The body is a form that cannot be sent; nothing was sent.
  case form(MultipartError)
  /// There was no answer.
  case transport(TransportError)
  /// The answer's status is not success.
  case status(StatusFailure)
  /// The answer's status is success, and its body is not what was agreed.
  case decoding(DecodingFailure)

  /// Whether the server refused the token that was sent: the user is no longer signed in.
  public var isTokenRefused: Bool {
    if case .status(let failure) = self { failure.isTokenRefused } else { false }
  }

  /// What is told to a person: the server's own words where it has some, else what happened and what to do.
  public var text: String { if case .status(let failure) = self { failure.text } else { description } }
}

extension APIError: CustomStringConvertible, CustomReflectable {
  /// What happened, and what to do.
  public var description: String {
    switch self {
    case .notSignedIn: "Nobody is signed in, and this call needs somebody to be. Sign in first."
    case .tokenStore(let error): "The token could not be read. \(error)"
    case .encoding(let error): "The body cannot be sent as JSON (\(error.path)). Correct the value there."
    case .form(let error): "\(error)"
    case .transport(let error): "\(error)"
    case .status(let failure): "\(failure)"
    case .decoding(let failure): "\(failure)"
    }
  }
  /// What ``description`` shows, and no more.
  public var customMirror: Mirror { Mirror(self, children: ["error": description]) }
}
