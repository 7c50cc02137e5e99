import ColmeiaHTTP
import ColmeiaJSON

/// Why a call to iddog fails.
struct IddogProblem: RouteProblem {
  var answer: HTTPResponse

  private init(_ status: Int, _ message: String) {
    answer = .json(status, ["error": ["message": .string(message)]])
  }

  /// There is no such path, or no such picture.
  static let notFound = Self(404, "Not found")
  static let unknownPath = notFound
  static let wrongMethod = Self(405, "Method not allowed")
  /// The body is not said to be JSON.
  static let otherType = Self(415, "Content-Type must be application/json")
  /// The body is not a JSON object.
  static let malformed = Self(400, "Body is not a JSON object")
  /// The e-mail is missing, or is none.
  static let invalidEmail = Self(400, "Email is not valid")
  /// No token, or one that is nobody's.
  static let unauthorized = Self(401, "Unauthorized")
  /// The query is not percent-encoded UTF-8, or names a category that there is not.
  static let unknownCategory = Self(400, "Category is not valid")
  /// Without a host the pictures have no address.
  static let invalidHost = Self(400, "Host is not valid")
  /// No more users fit in.
  static let full = Self(503, "No more users")
  /// The shell gave a token that somebody has already.
  static let usedToken = Self(500, "No token")
}
