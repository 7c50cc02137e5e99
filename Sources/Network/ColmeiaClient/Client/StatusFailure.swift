import ColmeiaHTTP
import ColmeiaJSON

/// A response whose status is not success.
public struct StatusFailure: Error, Sendable, Equatable {
  /// The method and the path of the request: `GET /feed`.
  public let call: String
  /// The response of the server.
  public let response: HTTPResponse
  /// Whether the request contained the token of the session that is current now.
  public let sentToken: Bool

  /// Creates a failure from the response to a call such as `GET /feed`.
  public init(call: String, response: HTTPResponse, sentToken: Bool) {
    self.call = call
    self.response = response
    self.sentToken = sentToken
  }

  /// The status of the response.
  public var status: Int { response.status }
  /// The response body as JSON, parsed on each access, or `nil` if it is not JSON.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes in the body.
  public var json: JSON? { try? JSON(parsing: response.body) }
  /// A message for the user: the value of `error` in the body, otherwise that of `error_message`, otherwise the
  /// standard phrase for the status (RFC 9110 §15).
  ///
  /// The first two are the server's own text, which ``description`` does not contain.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes in the body.
  public var text: String {
    let json = json
    return json?["error"]?.string ?? json?["error_message"]?.string ?? HTTPStatus.phrase(status)
  }
  /// Whether the server rejected the token that was sent (RFC 9110 §15.5.2).
  public var isTokenRefused: Bool { sentToken && status == 401 }
}

extension StatusFailure: CustomStringConvertible, CustomReflectable {
  /// The call and the status, and what to do about it.
  public var description: String {
    let advice = isTokenRefused ? "The token is not accepted. Sign in again." : "See the response body for the reason."
    return "\(call) was answered with status \(status). \(advice)"
  }
  /// A mirror that shows only ``description``.
  public var customMirror: Mirror { Mirror(self, children: ["failure": description]) }
}
