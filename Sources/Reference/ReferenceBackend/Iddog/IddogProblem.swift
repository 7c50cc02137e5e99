import ColmeiaHTTP
import ColmeiaJSON

/// The reasons why a request to iddog fails.
struct IddogProblem: RouteProblem {
  var answer: HTTPResponse

  private init(_ status: Int, _ message: String) {
    answer = .json(status, ["error": ["message": .string(message)]])
  }

  /// The path or the picture doesn't exist.
  static let notFound = Self(404, "Not found")
  static let unknownPath = notFound
  static let wrongMethod = Self(405, "Method not allowed")
  /// The content type isn't JSON.
  static let otherType = Self(415, "Content-Type must be application/json")
  /// The body isn't a JSON object.
  static let malformed = Self(400, "Body is not a JSON object")
  /// The email is missing or invalid.
  static let invalidEmail = Self(400, "Email is not valid")
  /// The token is missing or unknown.
  static let unauthorized = Self(401, "Unauthorized")
  /// The query isn't percent-encoded UTF-8, or the category is unknown.
  static let unknownCategory = Self(400, "Category is not valid")
  /// The request has no valid host, so the addresses of the pictures can't be formed.
  static let invalidHost = Self(400, "Host is not valid")
  /// The maximum number of users exists.
  static let full = Self(503, "No more users")
  /// The token that the shell provided is already in use.
  static let usedToken = Self(500, "No token")
}
