import ColmeiaHTTP
import ColmeiaJSON

extension Endpoint where Answer: Decodable {
  /// Creates a call whose response is decoded from JSON. If the value is an optional, an empty body is `nil`.
  public init(
    _ method: HTTPMethod, _ path: EndpointPath, query: EndpointQuery = [:], headers: HTTPHeaders = [:],
    body: EndpointBody = .none, token: TokenUse = .none
  ) {
    self.init(method, path, query: query, headers: headers, body: body, token: token) {
      (response, coding) throws(JSONError) in
      if response.body.isEmpty, let missing = Answer.self as? any Missing.Type, let value = missing.value as? Answer {
        return value
      }
      return try JSON.decode(Answer.self, from: response.body, coding)
    }
  }
}

/// An optional.
private protocol Missing {
  static var value: Self { get }
}

extension Optional: Missing {
  fileprivate static var value: Self { nil }
}

// Calls whose response has no value. The body of a successful response is ignored.
extension Endpoint where Answer == Void {
  /// Creates a call whose response is ignored, except for its status.
  public init(
    _ method: HTTPMethod, _ path: EndpointPath, query: EndpointQuery = [:], headers: HTTPHeaders = [:],
    body: EndpointBody = .none, token: TokenUse = .none
  ) {
    self.init(method, path, query: query, headers: headers, body: body, token: token) { _, _ in }
  }
}
