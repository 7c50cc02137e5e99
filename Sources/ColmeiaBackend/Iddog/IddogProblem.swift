import ColmeiaHTTP
import ColmeiaJSON

/// Why a call to iddog fails.
enum IddogProblem: Error, Equatable {
  /// There is no such path, or no such picture.
  case notFound
  /// The path is known, but not with this method; with these.
  case wrongMethod([HTTPMethod])
  /// The body is not said to be JSON.
  case otherType
  /// The body is not a JSON object.
  case malformed
  /// The e-mail is missing, or is none.
  case invalidEmail
  /// No token, or one that is nobody's.
  case unauthorized
  /// The query is not percent-encoded UTF-8, or names a category that there is not.
  case unknownCategory
  /// Without a host the pictures have no address.
  case invalidHost
  /// No more users fit in.
  case full
  /// The shell gave a token that somebody has already.
  case usedToken

  /// Status and text.
  var answer: HTTPResponse {
    switch self {
    case .notFound: Self.answer(404, "Not found")
    case .wrongMethod(let methods): Self.answer(405, "Method not allowed").allowing(methods)
    case .otherType: Self.answer(415, "Content-Type must be application/json")
    case .malformed: Self.answer(400, "Body is not a JSON object")
    case .invalidEmail: Self.answer(400, "Email is not valid")
    case .unauthorized: Self.answer(401, "Unauthorized")
    case .unknownCategory: Self.answer(400, "Category is not valid")
    case .invalidHost: Self.answer(400, "Host is not valid")
    case .full: Self.answer(503, "No more users")
    case .usedToken: Self.answer(500, "No token")
    }
  }

  private static func answer(_ status: Int, _ message: String) -> HTTPResponse {
    .json(status, ["error": ["message": .string(message)]])
  }
}
