/// Why a request failed, as shown to the user (D14). It contains no part of the request or the response, so it can't
/// carry a secret into the state.
public enum RequestFailure: Error, Sendable, Hashable, Codable {
  /// The device has no connection.
  case offline
  /// The server can't be reached, or the connection was lost.
  case unreachable
  /// The request timed out.
  case timedOut
  /// The server responded with a status other than 2xx.
  case status(Int)
  /// The response couldn't be decoded; the payload is the place of the error in it, such as `list[3]`.
  case undecodable(at: String)
  /// The token that the request needs can't be read at the moment.
  case tokenUnreadable(TokenStoreFailure)

  enum CodingKeys: String, CodingKey, CaseIterable {
    case offline, unreachable, timedOut, status, undecodable, tokenUnreadable
  }

  /// Whether the server responded with a status other than success.
  var isStatus: Bool { if case .status = self { true } else { false } }
}
