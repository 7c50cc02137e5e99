import ColmeiaHTTP
import ColmeiaJSON
import ColmeiaStorage

/// Makes the calls of one API: adds the base address and the token, and sorts what comes back into values and errors.
public struct APIClient: Sendable {
  /// The way out.
  public var transport: any Transport
  /// Where the API is.
  public var base: BaseURL
  /// The token of calls that need one; `nil` where nobody ever signs in.
  public var tokens: TokenSource?
  /// Header fields of every request.
  public var headers: HTTPHeaders

  /// A client. Where nothing else is said it asks for JSON.
  public init(
    _ transport: any Transport, base: BaseURL, tokens: TokenSource? = nil,
    headers: HTTPHeaders = ["Accept": "application/json"]
  ) {
    self.transport = transport
    self.base = base
    self.tokens = tokens
    self.headers = headers
  }

  /// Makes a call and waits for its value.
  ///
  /// - Throws: ``APIError``. A cancelled task gets ``TransportError/cancelled`` in it.
  nonisolated(nonsending) public func send<Answer>(_ endpoint: Endpoint<Answer>) async throws(APIError) -> Answer {
    var request = try endpoint.request(to: base, headers: headers)
    let sendsToken = endpoint.token == .required
    if sendsToken { try await addToken(&request) }
    let response: HTTPResponse
    do throws(TransportError) { response = try await transport.send(request) } catch { throw .transport(error) }
    guard endpoint.success.contains(response.status) else {
      throw .status(StatusFailure(call: "\(request)", response: response, sentToken: sendsToken))
    }
    do throws(JSONError) { return try endpoint.decoding(response) } catch {
      throw .decoding(DecodingFailure(call: "\(request)", status: response.status, error: error))
    }
  }

  nonisolated(nonsending) private func addToken(_ request: inout HTTPRequest) async throws(APIError) {
    guard let tokens else { throw .notSignedIn }
    let token: Token?
    do throws(TokenStoreError) { token = try await tokens.read() } catch { throw .tokenStore(error) }
    guard let token else { throw .notSignedIn }
    request.headers[tokens.header.name] = tokens.header.prefix + token.value
  }
}
