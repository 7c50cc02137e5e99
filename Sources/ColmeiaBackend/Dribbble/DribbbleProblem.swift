import ColmeiaHTTP
import ColmeiaJSON

/// Why a call for shots fails.
struct DribbbleProblem: RouteProblem {
  var answer: HTTPResponse

  private init(_ status: Int, _ message: String) { answer = .json(status, ["message": .string(message)]) }

  /// There is no such path, or no such shot.
  static let notFound = Self(404, "Not found.")
  static let unknownPath = notFound
  static let wrongMethod = Self(405, "Method not allowed.")
  /// Without a host the pictures and the next page have no address.
  static let invalidHost = Self(400, "Host is not valid.")
  /// No token, or one that is not good.
  static let badCredentials = Self(401, "Bad credentials.")
  /// The token has been used too often.
  static let tooMany = Self(429, "API rate limit exceeded.")
  /// Too many wrong tokens were given.
  static let tooManyGuesses = Self(429, "Too many bad credentials.")
  /// The query is not percent-encoded UTF-8.
  static let malformedQuery = Self(400, "Problem parsing the query.")

  /// A parameter cannot be what it is.
  static func invalid(parameter: String, reason: String) -> Self {
    var problem = Self(422, "")
    let errors: JSON = [["attribute": .string(parameter), "message": .string(reason)]]
    problem.answer = .json(422, ["message": "Validation failed.", "errors": errors])
    return problem
  }
}
