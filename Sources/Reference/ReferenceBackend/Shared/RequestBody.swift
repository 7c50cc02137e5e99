import ColmeiaHTTP
import ColmeiaJSON

/// The JSON object in a request body.
enum RequestBody {
  /// Parses the body. A missing body counts as an empty object, and a missing content type as JSON. Parameters of the
  /// content type are ignored.
  ///
  /// - Throws: The problem that applies: another content type, invalid JSON, or JSON that isn't an object.
  /// - Complexity: O(length).
  static func object<Problem: Error>(
    of request: HTTPRequest, otherType: Problem, malformed: Problem, notAnObject: Problem
  ) throws(Problem) -> JSONObject {
    guard !request.body.isEmpty else { return JSONObject() }
    if let type = request.headers["Content-Type"] {
      guard MediaType(type)?.essence == "application/json" else { throw otherType }
    }
    let body: JSON
    do { body = try JSON(parsing: request.body) } catch { throw malformed }
    guard case .object(let object) = body else { throw notAnObject }
    return object
  }
}
