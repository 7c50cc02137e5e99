import ColmeiaHTTP
import ColmeiaJSON

/// The reasons why a request for shots fails.
struct DribbbleProblem: RouteProblem {
  var answer: HTTPResponse

  private init(_ status: Int, _ message: String) { answer = .json(status, ["message": .string(message)]) }

  /// The path or the shot doesn't exist.
  static let notFound = Self(404, "Not found.")
  static let unknownPath = notFound
  static let wrongMethod = Self(405, "Method not allowed.")
  /// The request has no valid host, so the addresses of the pictures and pages can't be formed.
  static let invalidHost = Self(400, "Host is not valid.")
  /// The token is missing or invalid.
  static let badCredentials = Self(401, "Bad credentials.")
  /// The token has exceeded its rate limit.
  static let tooMany = Self(429, "API rate limit exceeded.")
  /// Too many invalid tokens were tried.
  static let tooManyGuesses = Self(429, "Too many bad credentials.")
  /// The query isn't percent-encoded UTF-8.
  static let malformedQuery = Self(400, "Problem parsing the query.")

  /// A parameter has an invalid value.
  static func invalid(parameter: String, reason: String) -> Self {
    var problem = Self(422, "")
    let errors: JSON = [["attribute": .string(parameter), "message": .string(reason)]]
    problem.answer = .json(422, ["message": "Validation failed.", "errors": errors])
    return problem
  }
}
