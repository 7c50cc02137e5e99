import ColmeiaHTTP
import ColmeiaJSON

/// Why a call to Canillita fails, in the order in which it is found out. There is no text where the original has none.
struct CanillitaProblem: RouteProblem {
  var answer: HTTPResponse

  private init(_ status: Int, _ text: String? = nil) {
    answer = text.map { .asciiJSON(status, ["error": .string($0)]) } ?? HTTPResponse(status)
  }

  static let unknownPath = Self(404)
  static let wrongMethod = Self(405)
  /// The client takes no JSON.
  static let notAcceptable = Self(406)
  /// There is no such record.
  static let notFound = Self(404)
  /// The body is not said to be JSON.
  static let otherType = Self(415)
  /// The body is not JSON.
  static let malformed = Self(400, "Malformed JSON request")
  /// There is one of that name or id.
  static let duplicate = Self(422, "Duplicated entity")
  /// No more newspapers fit in.
  static let full = Self(422, "Too many newspapers")
  /// No more streams fit in.
  static let crowded = Self(503)
  /// The original crashes.
  static let crash = Self(500)

  /// A field is missing, or `null`.
  static func missing(_ field: String) -> Self { Self(400, "missing field: \(field)") }
  /// A field is too long, or cannot be what it is.
  static func invalid(_ field: String) -> Self { Self(422, "invalid field: \(field)") }
}
