import ColmeiaHTTP
import ColmeiaJSON

/// Why a call for shots fails.
enum DribbbleProblem: Error, Equatable {
  /// There is no such path, or no such shot.
  case notFound
  /// The path is known, but not with this method; with these.
  case wrongMethod([HTTPMethod])
  /// Without a host the pictures and the next page have no address.
  case invalidHost
  /// No token, or one that is not good.
  case badCredentials
  /// The token has been used too often; it may be used again at this time, in seconds since 1970.
  case tooMany(DribbbleState.Minute)
  /// Too many wrong tokens were given; after so many seconds there may be another try.
  case tooManyGuesses(Int)
  /// A parameter cannot be what it is.
  case invalid(parameter: String, reason: String)
  /// The query is not percent-encoded UTF-8.
  case malformedQuery

  /// Status and text.
  var answer: HTTPResponse {
    switch self {
    case .notFound: Self.answer(404, "Not found.")
    case .wrongMethod(let methods): Self.answer(405, "Method not allowed.").allowing(methods)
    case .invalidHost: Self.answer(400, "Host is not valid.")
    case .badCredentials: Self.answer(401, "Bad credentials.")
    case .tooMany: Self.answer(429, "API rate limit exceeded.")
    case .tooManyGuesses(let seconds): Self.answer(429, "Too many bad credentials.").retrying(after: seconds)
    case .malformedQuery: Self.answer(400, "Problem parsing the query.")
    case .invalid(let parameter, let reason):
      .json(
        422,
        [
          "message": "Validation failed.",
          "errors": [["attribute": .string(parameter), "message": .string(reason)]],
        ])
    }
  }

  private static func answer(_ status: Int, _ message: String) -> HTTPResponse {
    .json(status, ["message": .string(message)])
  }
}
