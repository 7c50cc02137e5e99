import ColmeiaHTTP
import ColmeiaJSON
import ColmeiaStorage

/// Carries out the calls of one API.
public struct APIClient: Sendable {
  /// The way out.
  public var transport: any Transport
  /// Where the API is: its origin, and the path before that of each call: `https://example.org/api/v1`.
  public var base: String
  /// The header field in which the token goes.
  public var tokenField: String
  /// Reads the session's token; `nil` when nobody is signed in. Asked at each call that needs it, and kept nowhere.
  public var token: @Sendable () async throws(TokenStoreError) -> Token?

  /// A client.
  public init(
    _ base: String, _ transport: any Transport, tokenField: String = "Authorization",
    token: @escaping @Sendable () async throws(TokenStoreError) -> Token? = { () async throws(TokenStoreError) in nil }
  ) {
    self.base = base.hasSuffix("/") ? String(base.dropLast()) : base
    self.transport = transport
    self.tokenField = tokenField
    self.token = token
  }

  /// Carries out a call.
  ///
  /// - Throws: ``APIError``; also ``APIError/notSignedIn`` before anything is sent.
  public func send<Answer>(_ endpoint: Endpoint<Answer>) async throws(APIError) -> Answer {
    var request = request(endpoint)
    if endpoint.token == .required { request.headers[tokenField] = try await neededToken().value }
    let response: HTTPResponse
    do throws(TransportError) { response = try await transport.send(request) } catch { throw .transport(error) }
    guard endpoint.success.contains(response.status) else {
      throw .status(StatusFailure(response, sentToken: endpoint.token == .required))
    }
    do throws(JSONError) { return try endpoint.decode(response.body) } catch { throw .decoding(error) }
  }

  private func neededToken() async throws(APIError) -> Token {
    let found: Token?
    do throws(TokenStoreError) { found = try await token() } catch { throw .tokenStore(error) }
    guard let found else { throw .notSignedIn }
    return found
  }

  /// What a call sends, apart from the token.
  func request<Answer>(_ endpoint: Endpoint<Answer>) -> HTTPRequest {
    let (origin, path) = Self.split(base)
    let segments = endpoint.path.map { "/" + PercentEncoding.encode($0) }.joined()
    var request = HTTPRequest(
      endpoint.method, origin: origin, path: path + segments, query: HTTPQueryItem.query(endpoint.query),
      headers: endpoint.headers)
    if request.headers["Accept"] == nil { request.headers["Accept"] = "application/json" }
    if let body = endpoint.body {
      request.headers["Content-Type"] = "application/json"
      request.body = body.bytes()
    }
    return request
  }

  private static func split(_ base: String) -> (String, String) {
    guard let scheme = base.firstRange(of: "://"), let slash = base[scheme.upperBound...].firstIndex(of: "/") else {
      return (base, "")
    }
    return (String(base[..<slash]), String(base[slash...]))
  }
}
