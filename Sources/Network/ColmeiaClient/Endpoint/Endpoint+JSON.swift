import ColmeiaHTTP
import ColmeiaJSON

extension Endpoint where Answer: Decodable {
  /// Creates a call whose response is decoded from JSON.
  public init(
    _ method: HTTPMethod, _ path: EndpointPath, query: EndpointQuery = [:], headers: HTTPHeaders = [:],
    body: EndpointBody = .none, token: TokenUse = .none
  ) {
    self.init(method, path, query: query, headers: headers, body: body, token: token) {
      (response) throws(JSONError) in try JSON.decode(Answer.self, from: response.body)
    }
  }
}

// Calls whose response has no value. The body of a successful response is ignored.
extension Endpoint where Answer == Void {
  /// Creates a call whose response is ignored, except for its status.
  public init(
    _ method: HTTPMethod, _ path: EndpointPath, query: EndpointQuery = [:], headers: HTTPHeaders = [:],
    body: EndpointBody = .none, token: TokenUse = .none
  ) {
    self.init(method, path, query: query, headers: headers, body: body, token: token) { _ in }
  }
}
