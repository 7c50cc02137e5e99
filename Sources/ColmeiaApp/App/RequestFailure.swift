/// Why a request failed, as far as the user is concerned (D14). It quotes nothing of what was sent or
/// received, so that no secret gets into the state with it.
public enum RequestFailure: Error, Sendable, Hashable, Codable {
  /// This device has no connection.
  case offline
  /// The server cannot be reached, or broke off.
  case unreachable
  /// The server took too long.
  case timedOut
  /// The server answered with a status that is not 2xx.
  case status(Int)
  /// The answer is not what was agreed, at this place in it: `list[3]`.
  case undecodable(at: String)
  /// The token that the request needs could not be read, for now.
  case tokenUnreadable(TokenStoreFailure)

  enum CodingKeys: String, CodingKey, CaseIterable {
    case offline, unreachable, timedOut, status, undecodable, tokenUnreadable
  }

  /// Whether the server has answered, but not with success.
  var isStatus: Bool { if case .status = self { true } else { false } }
}
