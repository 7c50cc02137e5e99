import ColmeiaHTTP
import ColmeiaJSON

/// An answer whose status is not success.
public struct StatusFailure: Error, Sendable, Equatable {
  /// Method and path of the request: `GET /feed`.
  public let call: String
  /// The response of the server.
  public let response: HTTPResponse
  /// Whether the request had a token in it.
  public let sentToken: Bool

  /// A failure.
  public init(call: String, response: HTTPResponse, sentToken: Bool) {
    self.call = call
    self.response = response
    self.sentToken = sentToken
  }

  /// The status of the response.
  public var status: Int { response.status }
  /// The header fields of the response.
  public var headers: HTTPHeaders { response.headers }
  /// The bytes of the body.
  public var body: [UInt8] { response.body }
  /// The body as JSON, parsed when asked; `nil` when it is none.
  ///
  /// - Complexity: O(bytes).
  public var json: JSON? { try? JSON(parsing: response.body) }
  /// What is told to a person: what the server says under `error`, or else `error_message`, or else what the status is
  /// called (RFC 9110 §15). It is the server's own text: ``description`` has it not.
  ///
  /// - Complexity: O(bytes).
  public var text: String {
    let json = json
    return json?["error"]?.string ?? json?["error_message"]?.string ?? HTTPStatus.phrase(status)
  }
  /// Whether the server refused the token that was sent (RFC 9110 §15.5.2).
  public var isTokenRefused: Bool { sentToken && status == 401 }
}

extension StatusFailure: CustomStringConvertible, CustomReflectable {
  /// The call and the status.
  public var description: String {
    let advice = isTokenRefused ? "The token is not accepted. Sign in again." : "Look at its body for the reason."
    return "\(call) was answered with status \(status). \(advice)"
  }
  /// What ``description`` shows, and no more.
  public var customMirror: Mirror { Mirror(self, children: ["failure": description]) }
}
