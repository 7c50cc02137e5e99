import ColmeiaHTTP
import ColmeiaJSON

/// The JSON object in a request body.
enum RequestBody {
  /// The reasons why there is no object.
  enum Problem: Error, Equatable {
    /// The content type isn't JSON.
    case otherType
    /// The body isn't valid JSON.
    case malformed
    /// The body is JSON but not an object.
    case notAnObject
  }

  /// Parses the body. A missing body counts as an empty object, and a missing content type as JSON. Parameters of the
  /// content type are ignored.
  ///
  /// - Complexity: O(length).
  static func object(of request: HTTPRequest) throws(Problem) -> JSONObject {
    guard !request.body.isEmpty else { return JSONObject() }
    if let type = request.headers["Content-Type"] {
      guard MediaType(type)?.essence == "application/json" else { throw .otherType }
    }
    let body: JSON
    do { body = try JSON(parsing: request.body) } catch { throw .malformed }
    guard case .object(let object) = body else { throw .notAnObject }
    return object
  }
}
