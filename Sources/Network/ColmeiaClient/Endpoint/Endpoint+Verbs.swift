import ColmeiaHTTP

// The response is decoded from JSON if the value is `Decodable`, and ignored if it is `Void`.
extension Endpoint {
  /// Creates a `GET` call: `.get("/feed", query: ["page": "2"])`.
  public static var get: QueryVerb { QueryVerb(method: .get) }
  /// Creates a `POST` call: `.post("/session", .json(["code": "1234"]))`.
  public static var post: BodyVerb { BodyVerb(method: .post) }
  /// Creates a `PUT` call: `.put("/name", .json("Ann"))`.
  public static var put: BodyVerb { BodyVerb(method: .put) }
  /// Creates a `PATCH` call: `.patch("/profile", .json(["name": "Ann"]))`.
  public static var patch: BodyVerb { BodyVerb(method: .patch) }
  /// Creates a `DELETE` call: `.delete("/events/7", token: .required)`.
  public static var delete: QueryVerb { QueryVerb(method: .delete) }

  /// A method whose calls have a query, and no body. It is called as a function.
  public struct QueryVerb: Sendable {
    fileprivate let method: HTTPMethod
  }

  /// A method whose calls have a body. It is called as a function.
  public struct BodyVerb: Sendable {
    fileprivate let method: HTTPMethod
  }
}

extension Endpoint.QueryVerb where Answer: Decodable {
  /// Creates a call whose response is decoded from JSON.
  public func callAsFunction(
    _ path: EndpointPath, query: EndpointQuery = [:], headers: HTTPHeaders = [:], token: TokenUse = .none
  ) -> Endpoint {
    Endpoint(method, path, query: query, headers: headers, token: token)
  }
}

extension Endpoint.QueryVerb where Answer == Void {
  /// Creates a call whose response is ignored, except for its status.
  public func callAsFunction(
    _ path: EndpointPath, query: EndpointQuery = [:], headers: HTTPHeaders = [:], token: TokenUse = .none
  ) -> Endpoint {
    Endpoint(method, path, query: query, headers: headers, token: token)
  }
}

extension Endpoint.BodyVerb where Answer: Decodable {
  /// Creates a call whose response is decoded from JSON.
  public func callAsFunction(
    _ path: EndpointPath, _ body: EndpointBody = .none, headers: HTTPHeaders = [:], token: TokenUse = .none
  ) -> Endpoint {
    Endpoint(method, path, headers: headers, body: body, token: token)
  }
}

extension Endpoint.BodyVerb where Answer == Void {
  /// Creates a call whose response is ignored, except for its status.
  public func callAsFunction(
    _ path: EndpointPath, _ body: EndpointBody = .none, headers: HTTPHeaders = [:], token: TokenUse = .none
  ) -> Endpoint {
    Endpoint(method, path, headers: headers, body: body, token: token)
  }
}
