import ColmeiaHTTP

/// How the shots may misbehave on demand, for tests and scenarios: what every call for them is answered with, until
/// ``none``.
public enum ShotsFault: String, Sendable, Hashable, CaseIterable {
  /// 200 and an empty list.
  case empty
  /// 200 and JSON of another shape.
  case shape
  /// 200 and a list in which something is no shot.
  case element
  /// 200 and what is no JSON.
  case garbage
  /// 200 without a body.
  case blank
  /// 201 and an empty list.
  case created
  /// 204.
  case nothing
  /// 401.
  case unauthorized
  /// 404.
  case missing
  /// 429, as if the token had been used too often.
  case limited
  /// 500.
  case broken
  /// 503.
  case overloaded
  /// The shots behave again.
  case none

  /// What is answered; `nil` for ``none``.
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
