import ColmeiaBase
import ColmeiaHTTP
import ColmeiaJSON
import ColmeiaStorage
import ColmeiaTransport

/// A client for one API. It adds the base address and the credentials to requests, and turns responses into values and
/// errors.
///
/// To share settings among a group of calls, copy the client and change its ``base``, ``headers`` or ``parameters``.
public struct APIClient: Sendable {
  /// The transport that sends the requests.
  public var transport: any Transport
  /// The base address of the API.
  public var base: BaseURL
  /// The credentials for calls that require a token.
  public var credentials: Credentials
  /// Header fields that are added to every request.
  public var headers: HTTPHeaders
  /// The coding options for JSON: how dates are written, and how keys are named.
  public var coding = JSONCoding.standard
  /// The file system that the files of forms are read from.
  public var files: any FileSystem = SystemFileSystem()
  /// Returns the boundary between the parts of a multipart form, given the index of the attempt: 0, 1 or 2.
  ///
  /// If the boundary occurs in a part, the form is built again with the next boundary, so it does not have to be
  /// random. However, anyone who can predict all three boundaries can craft a file that is refused.
  public var boundary: @Sendable (Int) -> String = { "__X_API_BOUNDARY__\($0)__" }
  /// Parameters that are added to every request. An endpoint's parameters replace those with the same name.
  public var parameters = RequestParameters()

  /// The credentials of a client.
  public enum Credentials: Sendable {
    /// The client has no credentials.
    case none
    /// A token that the app keeps.
    case token(TokenSource)
    /// Header fields that the server issues and expects back.
    case session(SessionHeaders)
    /// A name and a password, which are sent with the calls that require a token (RFC 7617). The name has no colon.
    case basic(user: String, password: Token)
  }

  /// Creates a client. By default, it asks for JSON.
  public init(
    _ transport: any Transport, base: BaseURL, as credentials: Credentials = .none,
    headers: HTTPHeaders = ["Accept": "application/json"]
  ) {
    self.transport = transport
    self.base = base
    self.credentials = credentials
    self.headers = headers
  }

  /// Makes a call and returns its value.
  ///
  /// - Parameters:
  ///   - endpoint: The call.
  ///   - timeout: The maximum duration, or `nil` for the transport's own limit.
  ///   - progress: A callback for the progress of the transfer, called on any thread.
  /// - Throws: ``APIError``. If the task is cancelled, it contains `TransportError.cancelled`.
  nonisolated(nonsending) public func send<Answer>(
    _ endpoint: Endpoint<Answer>, timeout: Duration? = nil, progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws(APIError) -> Answer {
    var prepared = try await prepare(endpoint)
    (prepared.options.timeout, prepared.options.progress) = (timeout, progress)
    return try await send(prepared, endpoint)
  }
}

extension APIClient {
  /// Returns the request of a call, with the base address and the credentials. Use it for requests that aren't sent by
  /// this client, such as those of an event source:
  ///
  /// ```swift
  /// EventSource(client.streams(over: streams), clock: clock, random: random) { try await client.request(for: live) }
  /// ```
  ///
  /// The body of a form is missing, because it is sent from files. A session (``Credentials/session(_:)``) doesn't
  /// learn the header fields of the response, so don't use this with a server that changes them with every response.
  ///
  /// - Throws: ``APIError`` if the user isn't signed in, the token can't be read, or the call is invalid. Nothing is sent.
  nonisolated(nonsending) public func request<Answer>(
    for endpoint: Endpoint<Answer>
  ) async throws(APIError) -> HTTPRequest { try await prepare(endpoint).request }

  /// A request that is ready to be sent.
  package struct Prepared: Sendable {
    package var request: HTTPRequest
    package var sendsToken: Bool
    /// The token of the app that is sent, if any.
    var token: Token?
    /// The names of the header fields that contain the token.
    package var tokenNames: [String] = []
    /// How the request is sent. The options contain the body if the request does not.
    var options = TransferOptions()
    /// The session that captures header fields of the response, and the number of the request in it, or `nil` if no
    /// session does.
    var session: (headers: SessionHeaders, number: Int)?

    /// Whether the request contains its whole body.
    package var isBodyInRequest: Bool { options.upload == nil }
  }

  /// Returns the request of a call, including its credentials.
  nonisolated(nonsending) package func prepare<Answer>(_ endpoint: Endpoint<Answer>) async throws(APIError) -> Prepared
  {
    let request = try endpoint.request(to: base, headers: headers, parameters: parameters, coding: coding)
    var prepared = Prepared(request: request, sendsToken: endpoint.token == .required)
    if case .form = endpoint.body,
      let form = try await files.blocking({ () throws(APIError) in try endpoint.multipart(files, boundary: boundary) })
    {
      prepared.options.upload = UploadBody(form)
      prepared.request.headers["Content-Type"] = form.contentType
    }
    if case .file(let name, let folder, _) = endpoint.body {
      prepared.options.upload = try await files.blocking { () throws(APIError) in
        do throws(UploadError) { return try UploadBody(file: name, in: folder, files: files) } catch {
          throw .transport(.unreadableBody(error))
        }
      }
    }
    prepared.options.followsRedirects = endpoint.followsRedirects
    switch credentials {
    case .session(let session): try await add(session, to: &prepared)
    case .basic(let user, let password) where prepared.sendsToken:
      set(Token(BasicAuthorization.credentials(user, password.value)), .basic, in: &prepared)
    case .basic: break
    case .none, .token: if prepared.sendsToken { try await addToken(to: &prepared) }
    }
    return prepared
  }

  /// Sends a request, and sends it once more with a new token if the server refuses the token and it can be refreshed.
  nonisolated(nonsending) package func exchange(_ prepared: Prepared) async throws(APIError) -> HTTPResponse {
    let response = try await exchangeOnce(prepared)
    guard case .token(let source) = credentials, let token = prepared.token else { return response }
    return try await source.accepted(response, to: prepared.request, token, head: { $0 }) { new throws(APIError) in
      var again = prepared
      set(new, source.header, in: &again)
      return try await exchangeOnce(again)
    }
  }

  nonisolated(nonsending) private func exchangeOnce(_ prepared: Prepared) async throws(APIError) -> HTTPResponse {
    do throws(TransportError) { return try await transfer(prepared) } catch { throw .transport(error) }
  }

  /// Sends a request and lets the session capture the header fields of the response.
  nonisolated(nonsending) private func transfer(_ prepared: Prepared) async throws(TransportError) -> HTTPResponse {
    guard let (headers, first) = prepared.session else {
      return try await transport.send(prepared.request, prepared.options)
    }
    let number = Guarded(first)
    var options = prepared.options
    options.renewal = { response in
      await headers.capture(response, of: number.withLock { $0 })
      let next = headers.next(after: number.withLock { $0 })
      number.withLock { $0 = next.number }
      return prepared.sendsToken ? next.fields : []
    }
    let response = try await transport.send(prepared.request, options)
    await headers.capture(response, of: number.withLock { $0 })
    return response
  }

  /// Sends a request and returns its value.
  nonisolated(nonsending) package func send<Answer>(
    _ prepared: Prepared, _ endpoint: Endpoint<Answer>
  ) async throws(APIError) -> Answer {
    let response = try await exchange(prepared)
    if Task.isCancelled { throw .transport(.cancelled) }
    return try value(of: response, to: prepared, endpoint)
  }

  /// Returns the value of a response, or throws if the status is not success or the body cannot be decoded.
  package func value<Answer>(
    of response: HTTPResponse, to prepared: Prepared, _ endpoint: Endpoint<Answer>
  ) throws(APIError) -> Answer {
    guard endpoint.success.contains(response.status) else {
      let call = "\(prepared.request)"
      // The target of a redirect to another origin doesn't get the token, so it can't refuse it.
      let sentToken = prepared.sendsToken && response.origin == nil
      throw .status(StatusFailure(call: call, response: response, sentToken: sentToken))
    }
    do throws(JSONError) { return try endpoint.decoding(response, coding) } catch {
      throw .decoding(DecodingFailure(call: "\(prepared.request)", status: response.status, error: error))
    }
  }

  nonisolated(nonsending) private func addToken(to prepared: inout Prepared) async throws(APIError) {
    guard case .token(let source) = credentials else { throw .notSignedIn }
    let token: Token?
    do throws(TokenStoreError) { token = try await source.read() } catch { throw .tokenStore(error) }
    guard let token else { throw .notSignedIn }
    set(token, source.header, in: &prepared)
  }

  private func set(_ token: Token, _ header: TokenHeader, in prepared: inout Prepared) {
    prepared.request = header.replaced(by: token, in: prepared.request)
    prepared.tokenNames = [header.name]
    prepared.token = token
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
    for field in fields { prepared.request.headers.setSecret(field.value, for: field.name) }
    prepared.tokenNames = session.names
  }
}
