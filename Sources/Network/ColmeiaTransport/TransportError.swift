import ColmeiaHTTP

/// The reason why a request got no response.
///
/// No case quotes a header field or a body, so an error cannot leak a secret. The origin is the scheme, host and port
/// of the server: `http://127.0.0.1:8080`.
public enum TransportError: Error, Sendable, Hashable, Codable {
  /// The device has no network connection.
  case offline
  /// The server could not be reached, or the connection to it broke.
  case unreachable(Unreachable, origin: String)
  /// The response was not complete after this time.
  case timedOut(after: Duration, origin: String)
  /// The waiting task was cancelled.
  case cancelled
  /// No secure connection could be negotiated: the certificate is not trusted, or the server does not speak TLS.
  case tls(origin: String)
  /// The body of the response has more than `limit` bytes.
  case tooLarge(limit: Int, origin: String)
  /// A stream delivered more than `limit` bytes that its reader had not read, and the platform cannot slow it down.
  case flooded(limit: Int, origin: String)
  /// The request cannot be sent as it is. Nothing was sent.
  case badRequest(RequestFault)
  /// The request body could not be read while it was being sent. The server did not receive all of it.
  case unreadableBody(UploadError)
  /// The server's response is not valid HTTP, or its length is ambiguous. The fault is `nil` if the platform doesn't
  /// tell it, as with URLSession.
  case badResponse(origin: String, fault: ResponseFault? = nil)
  /// The server redirected the request more than `limit` times.
  case tooManyRedirects(limit: Int, origin: String)
  /// The transport was shut down before the response arrived.
  case shutDown
  /// The token of the request couldn't be read or renewed, for the given reason, and the session goes on. Nothing was
  /// sent, or the server has refused the token.
  case noToken(reason: String)
  /// The transport does not handle this request, for the given reason. Transports that replace a network throw this if
  /// they have no response.
  case declined(reason: String)
  /// The platform reported another error with this code (`URLError.Code` for `URLSession`).
  case failed(code: Int, origin: String)

  enum CodingKeys: String, CodingKey, CaseIterable {
    case offline, unreachable, timedOut, cancelled, tls, tooLarge, flooded, badRequest, unreadableBody, badResponse,
      tooManyRedirects, shutDown, noToken, declined, failed
  }
}

/// The reason why a server could not be reached.
public enum Unreachable: String, Sendable, Hashable, Codable, CaseIterable {
  /// No program is listening at the address.
  case refused
  /// The host name could not be resolved.
  case nameNotFound
  /// The connection ended before the response was complete.
  case connectionLost
  /// No connection was established within the operating system's time limit.
  case noAnswer
}
