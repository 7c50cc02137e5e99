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
  /// Where the files of forms are.
  public var files: any FileSystem = SystemFileSystem()
  /// What separates the parts of a form with a file, at the first attempt, the second and the third: another attempt is
  /// made when it stands in a part. So it need not be random; but who can foretell all three can make a file that is
  /// refused.
  public var boundary: @Sendable (Int) -> String = { "__X_API_BOUNDARY__\($0)__" }

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
  /// - Parameters:
  ///   - timeout: How long it may take; the transport's own limit where nothing is said.
  ///   - progress: Called with what has gone and come, on any thread.
  /// - Throws: ``APIError``. A cancelled task gets ``TransportError/cancelled`` in it.
  nonisolated(nonsending) public func send<Answer>(
    _ endpoint: Endpoint<Answer>, timeout: Duration? = nil, progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws(APIError) -> Answer {
    var request = try endpoint.request(to: base, headers: headers)
    var options = TransferOptions(timeout: timeout, progress: progress)
    if let form = try endpoint.multipart(files, boundary: boundary) {
      options.upload = UploadBody(form)
      request.headers["Content-Type"] = form.contentType
    }
    let sendsToken = endpoint.token == .required
    if sendsToken { try await addToken(&request) }
    let response: HTTPResponse
    do throws(TransportError) { response = try await transport.send(request, options) } catch {
      throw .transport(error)
    }
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
