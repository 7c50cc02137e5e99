import ColmeiaHTTP
import ColmeiaJSON

/// Why a call to Canillita fails, in the order in which it is found out.
enum CanillitaProblem: Error, Equatable {
  /// There is no such path.
  case unknownPath
  /// The path is known, but not with this method; with these.
  case wrongMethod([HTTPMethod])
  /// The client takes no JSON.
  case notAcceptable
  /// There is no such record.
  case notFound
  /// The body is not said to be JSON.
  case otherType
  /// The body is not JSON.
  case malformed
  /// A field is missing, or `null`.
  case missing(String)
  /// A field is too long, or cannot be what it is.
  case invalid(String)
  /// There is one of that name or id.
  case duplicate
  /// No more newspapers fit in.
  case full
  /// No more streams fit in.
  case crowded
  /// The original crashes.
  case crash

  /// Status and text; without a text where the original has none.
  func answer(_ quirks: CanillitaQuirks) -> HTTPResponse {
    switch self {
    case .unknownPath, .notFound: HTTPResponse(404)
    case .wrongMethod(let methods): Self.wrongMethod(methods, quirks)
    case .notAcceptable: HTTPResponse(406)
    case .otherType: HTTPResponse(415)
    case .malformed: Self.answer(400, "Malformed JSON request")
    case .missing(let field): Self.answer(400, "missing field: \(field)")
    case .invalid(let field): Self.answer(422, "invalid field: \(field)")
    case .duplicate: Self.answer(422, "Duplicated entity")
    case .full: Self.answer(422, "Too many newspapers")
    case .crowded: HTTPResponse(503)
    case .crash: HTTPResponse(500)
    }
  }

  private static func wrongMethod(_ methods: [HTTPMethod], _ quirks: CanillitaQuirks) -> HTTPResponse {
    guard quirks.contains(.noHead) else { return HTTPResponse(405).allowing(methods) }
    return HTTPResponse(405, headers: ["allow": methods.map(\.rawValue).sorted().joined(separator: ", ")])
  }

  private static func answer(_ status: Int, _ text: String) -> HTTPResponse {
    .asciiJSON(status, ["error": .string(text)])
  }
}
