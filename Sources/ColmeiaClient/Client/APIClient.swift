import ColmeiaHTTP
import ColmeiaJSON
import ColmeiaStorage
import ColmeiaTransport
import ColmeiaUpload

/// Makes the calls of one API: adds the base address and the token, and sorts what comes back into values and errors.
///
/// A copy with another ``base``, other ``headers`` or ``parameters`` serves a group of calls that have them in common.
public struct APIClient: Sendable {
  /// The transport that sends the requests.
  public var transport: any Transport
  /// Where the API is.
  public var base: BaseURL
  /// As whom calls are made that need somebody.
  public var credentials: Credentials
  /// Header fields of every request.
  public var headers: HTTPHeaders
  /// Where the files of forms are.
  public var files: any FileSystem = SystemFileSystem()
  /// What separates the parts of a form with a file, at the first attempt, the second and the third: another attempt is
  /// made when it stands in a part. So it need not be random; but who can foretell all three can make a file that is
  /// refused.
  public var boundary: @Sendable (Int) -> String = { "__X_API_BOUNDARY__\($0)__" }
  /// Parameters of every request; those of an endpoint replace them.
  public var parameters = RequestParameters()

  /// As whom calls are made that need somebody.
  public enum Credentials: Sendable {
    /// Nobody ever signs in.
    case none
    /// With a token that the app keeps.
    case token(TokenSource)
    /// With header fields that the server hands out and wants back.
    case session(SessionHeaders)
  }

  /// A client. Where nothing else is said it asks for JSON.
  public init(
    _ transport: any Transport, base: BaseURL, as credentials: Credentials = .none,
    headers: HTTPHeaders = ["Accept": "application/json"]
  ) {
    self.transport = transport
    self.base = base
    self.credentials = credentials
    self.headers = headers
  }

  /// Makes a call and waits for its value.
  ///
  /// - Parameters:
  ///   - endpoint: The call.
  ///   - timeout: How long it may take; the transport's own limit where nothing is said.
  ///   - progress: Called with what has gone and come, on any thread.
  /// - Throws: ``APIError``. A cancelled task gets `TransportError.cancelled` in it.
  nonisolated(nonsending) public func send<Answer>(
    _ endpoint: Endpoint<Answer>, timeout: Duration? = nil, progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws(APIError) -> Answer {
    var prepared = try await prepare(endpoint)
    (prepared.options.timeout, prepared.options.progress) = (timeout, progress)
    return try await send(prepared, endpoint)
  }
}

extension APIClient {
  /// A request that is ready to be sent.
  package struct Prepared: Sendable {
    package var request: HTTPRequest
    package var sendsToken: Bool
    /// How it is sent; with the body, where that is not in the request.
    var options = TransferOptions()
    /// Who takes what the answer brings for the session, and the request's number there; `nil` when it brings nothing.
    var session: (headers: SessionHeaders, number: Int)?
  }

  /// The request of a call, with its token.
  nonisolated(nonsending) package func prepare<Answer>(_ endpoint: Endpoint<Answer>) async throws(APIError) -> Prepared
  {
    let request = try endpoint.request(to: base, headers: headers, parameters: parameters)
    var prepared = Prepared(request: request, sendsToken: endpoint.token == .required)
    if let form = try endpoint.multipart(files, boundary: boundary) {
      prepared.options.upload = UploadBody(form)
      prepared.request.headers["Content-Type"] = form.contentType
    }
    switch credentials {
    case .session(let session): try await add(session, to: &prepared)
    case .none, .token: if prepared.sendsToken { try await addToken(&prepared.request) }
    }
    return prepared
  }

  /// Sends a request and takes what its answer brings for the session.
  nonisolated(nonsending) package func exchange(_ prepared: Prepared) async throws(TransportError) -> HTTPResponse {
    let response = try await transport.send(prepared.request, prepared.options)
    if let (headers, number) = prepared.session { await headers.capture(response, of: number) }
    return response
  }

  /// Sends a request and waits for its value.
  nonisolated(nonsending) package func send<Answer>(
    _ prepared: Prepared, _ endpoint: Endpoint<Answer>
  ) async throws(APIError) -> Answer {
    let response: HTTPResponse
    do throws(TransportError) { response = try await exchange(prepared) } catch { throw .transport(error) }
    if Task.isCancelled { throw .transport(.cancelled) }
    return try value(of: response, to: prepared, endpoint)
  }

  /// What an answer is to who made the call.
  package func value<Answer>(
    of response: HTTPResponse, to prepared: Prepared, _ endpoint: Endpoint<Answer>
  ) throws(APIError) -> Answer {
    guard endpoint.success.contains(response.status) else {
      let call = "\(prepared.request)"
      throw .status(StatusFailure(call: call, response: response, sentToken: prepared.sendsToken))
    }
    do throws(JSONError) { return try endpoint.decoding(response) } catch {
      throw .decoding(DecodingFailure(call: "\(prepared.request)", status: response.status, error: error))
    }
  }

  nonisolated(nonsending) private func addToken(_ request: inout HTTPRequest) async throws(APIError) {
    // A secret goes to the server that it is of, and nowhere else.
    guard request.origin == base.origin else { throw .transport(.badRequest(.foreignToken)) }
    guard case .token(let source) = credentials else { throw .notSignedIn }
    let token: Token?
    do throws(TokenStoreError) { token = try await source.read() } catch { throw .tokenStore(error) }
    guard let token else { throw .notSignedIn }
    request.headers[source.header.name] = source.header.prefix + token.value
  }

  nonisolated(nonsending) private func add(
    _ session: SessionHeaders, to prepared: inout Prepared
  ) async throws(APIError) {
    guard prepared.request.origin == session.origin else {
      if prepared.sendsToken { throw .transport(.badRequest(.foreignToken)) }
      return
    }
    let (number, fields): (Int, [HTTPHeaders.Field])
    do throws(TokenStoreError) { (number, fields) = try await session.prepare() } catch { throw .tokenStore(error) }
    prepared.session = (session, number)
    guard prepared.sendsToken else { return }
    guard let first = fields.first, first.name == session.names.first else { throw .notSignedIn }
    for field in fields { prepared.request.headers[field.name] = field.value }
  }
}
