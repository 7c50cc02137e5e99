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

  /// Creates a `GET` call.
  public static func get(
    _ path: EndpointPath, query: EndpointQuery = [:], headers: HTTPHeaders = [:], token: TokenUse = .none
  ) -> Self {
    Self(.get, path, query: query, headers: headers, token: token)
  }

  /// Creates a `POST` call.
  public static func post(
    _ path: EndpointPath, _ body: EndpointBody = .none, headers: HTTPHeaders = [:], token: TokenUse = .none
  ) -> Self {
    Self(.post, path, headers: headers, body: body, token: token)
  }

  /// Creates a `PUT` call.
  public static func put(
    _ path: EndpointPath, _ body: EndpointBody = .none, headers: HTTPHeaders = [:], token: TokenUse = .none
  ) -> Self {
    Self(.put, path, headers: headers, body: body, token: token)
  }

  /// Creates a `PATCH` call.
  public static func patch(
    _ path: EndpointPath, _ body: EndpointBody = .none, headers: HTTPHeaders = [:], token: TokenUse = .none
  ) -> Self {
    Self(.patch, path, headers: headers, body: body, token: token)
  }

  /// Creates a `DELETE` call.
  public static func delete(
    _ path: EndpointPath, query: EndpointQuery = [:], headers: HTTPHeaders = [:], token: TokenUse = .none
  ) -> Self {
    Self(.delete, path, query: query, headers: headers, token: token)
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

  /// Creates a `GET` call whose response is ignored, except for its status.
  public static func get(
    _ path: EndpointPath, query: EndpointQuery = [:], headers: HTTPHeaders = [:], token: TokenUse = .none
  ) -> Self {
    Self(.get, path, query: query, headers: headers, token: token)
  }

  /// Creates a `POST` call whose response is ignored, except for its status.
  public static func post(
    _ path: EndpointPath, _ body: EndpointBody = .none, headers: HTTPHeaders = [:], token: TokenUse = .none
  ) -> Self {
    Self(.post, path, headers: headers, body: body, token: token)
  }

  /// Creates a `PUT` call whose response is ignored, except for its status.
  public static func put(
    _ path: EndpointPath, _ body: EndpointBody = .none, headers: HTTPHeaders = [:], token: TokenUse = .none
  ) -> Self {
    Self(.put, path, headers: headers, body: body, token: token)
  }

  /// Creates a `PATCH` call whose response is ignored, except for its status.
  public static func patch(
    _ path: EndpointPath, _ body: EndpointBody = .none, headers: HTTPHeaders = [:], token: TokenUse = .none
  ) -> Self {
    Self(.patch, path, headers: headers, body: body, token: token)
  }

  /// Creates a `DELETE` call whose response is ignored, except for its status.
  public static func delete(
    _ path: EndpointPath, query: EndpointQuery = [:], headers: HTTPHeaders = [:], token: TokenUse = .none
  ) -> Self {
    Self(.delete, path, query: query, headers: headers, token: token)
  }
}
