import ColmeiaHTTP

/// Misbehavior of the shots' API that can be switched on for tests and scenarios. Every request for shots gets this
/// response until ``none``.
public enum ShotsFault: String, Sendable, Hashable, CaseIterable {
  /// Status 200 and an empty list.
  case empty
  /// Status 200 and JSON with another structure.
  case shape
  /// Status 200 and a list with an element that isn't a shot.
  case element
  /// Status 200 and a body that isn't JSON.
  case garbage
  /// Status 200 without a body.
  case blank
  /// Status 201 and an empty list.
  case created
  /// Status 204.
  case nothing
  /// Status 401.
  case unauthorized
  /// Status 404.
  case missing
  /// Status 429, as if the token had exceeded its rate limit.
  case limited
  /// Status 500.
  case broken
  /// Status 503.
  case overloaded
  /// The API behaves normally again.
  case none

  /// The response, or `nil` for ``none``.
  var answer: HTTPResponse? {
    switch self {
    case .empty: .json(200, [])
    case .shape: .json(200, ["shots": 7])
    case .element: .json(200, [["id": 1], 7])
    case .garbage: HTTPResponse(200, headers: ["Content-Type": "application/json"], body: Array("<html>[{".utf8))
    case .blank: HTTPResponse(200, headers: ["Content-Type": "application/json"])
    case .created: .json(201, [])
    case .nothing: HTTPResponse(204)
    case .unauthorized: DribbbleProblem.badCredentials.answer
    case .missing: DribbbleProblem.notFound.answer
    case .limited: Self.limitedAnswer
    case .broken: .json(500, ["message": "Server error."])
    case .overloaded: .json(503, ["message": "Come back later."])
    case .none: nil
    }
  }

  private static var limitedAnswer: HTTPResponse {
    var answer = DribbbleProblem.tooMany.retrying(after: 60).answer
    answer.headers["X-RateLimit-Limit"] = "60"
    answer.headers["X-RateLimit-Remaining"] = "0"
    return answer
  }
}
