import ColmeiaJSON
import ColmeiaStorage
import ColmeiaTransport

/// The reason why an API call returned no value. Its description shows neither a token nor a body.
public enum APIError: Error, Sendable, Equatable {
  /// The call requires a token and the user is not signed in. Nothing was sent.
  case notSignedIn
  /// The token could not be read from the store. Nothing was sent.
  case tokenStore(TokenStoreError)
  /// The body cannot be encoded as JSON. Nothing was sent.
  case encoding(JSONError)
  /// The body is a form that cannot be sent. Nothing was sent.
  case form(MultipartError)
  /// There was no response.
  case transport(TransportError)
  /// The status of the response is not success.
  case status(StatusFailure)
  /// The status of the response is success, but its body cannot be decoded.
  case decoding(DecodingFailure)

  /// Whether the server rejected the token that was sent, so the user is no longer signed in.
  public var isTokenRefused: Bool {
    if case .status(let failure) = self { failure.isTokenRefused } else { false }
  }

  /// A message for the user: the server's own text if it sent one, otherwise the description.
  public var text: String { if case .status(let failure) = self { failure.text } else { description } }
}

extension APIError: CustomStringConvertible, CustomReflectable {
  /// What happened and what to do about it.
  public var description: String {
    switch self {
    case .notSignedIn: "This call requires a signed-in user. Sign in first."
    case .tokenStore(let error): "The token could not be read. \(error)"
    case .encoding(let error): "The body cannot be encoded as JSON (\(error.path)). Correct the value there."
    case .form(let error): "\(error)"
    case .transport(let error): "\(error)"
    case .status(let failure): "\(failure)"
    case .decoding(let failure): "\(failure)"
    }
  }
  /// A mirror that shows only ``description``.
  public var customMirror: Mirror { Mirror(self, children: ["error": description]) }
}
