import ColmeiaHTTP
import ColmeiaJSON
import ReferenceEntities

/// The reasons why a request to Canillita fails, in the order of the checks. The text is omitted where the original has
/// none.
struct CanillitaProblem: RouteProblem {
  var answer: HTTPResponse

  private init(_ status: Int, _ text: String? = nil) {
    answer = text.map { .asciiJSON(status, ["error": .string($0)]) } ?? HTTPResponse(status)
  }

  static let unknownPath = Self(404)
  static let wrongMethod = Self(405)
  /// The client doesn't accept JSON.
  static let notAcceptable = Self(406)
  /// The record doesn't exist.
  static let notFound = Self(404)
  /// The content type isn't JSON.
  static let otherType = Self(415)
  /// The body isn't valid JSON.
  static let malformed = Self(400, "Malformed JSON request")
  /// The name or identifier is already in use.
  static let duplicate = Self(422, RefusalText.duplicate)
  /// The maximum number of newspapers exists.
  static let full = Self(422, "Too many newspapers")
  /// The maximum number of streams is open.
  static let crowded = Self(503)
  /// The original crashes on this request.
  static let crash = Self(500)

  /// A field is missing or `null`.
  static func missing(_ field: String) -> Self { Self(400, "missing field: \(field)") }
  /// A field is too long or has an invalid value.
  static func invalid(_ field: String) -> Self { Self(422, RefusalText.invalid(newsField: field)) }
}
