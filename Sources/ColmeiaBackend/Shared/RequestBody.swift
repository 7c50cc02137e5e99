import ColmeiaHTTP
import ColmeiaJSON

/// The JSON object that a request brings.
enum RequestBody {
  /// Why there is none.
  enum Problem: Error, Equatable {
    /// It says it is something else than JSON.
    case otherType
    /// It is not JSON.
    case malformed
    /// It is JSON, but not an object.
    case notAnObject
  }

  /// Reads the body. A request without one brings an empty object; one that does not name a type is taken for JSON,
  /// whose parameters do not matter.
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
