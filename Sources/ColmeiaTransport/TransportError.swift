import ColmeiaHTTP
import ColmeiaUpload

/// Why a request got no answer. No case quotes a header field or a body, so that none can carry a secret.
///
/// The origin is scheme, host and port of the server: `http://127.0.0.1:8080`.
public enum TransportError: Error, Sendable, Hashable, Codable {
  /// This device has no connection.
  case offline
  /// The server could not be reached, or the connection to it broke.
  case unreachable(Unreachable, origin: String)
  /// The answer was not complete after this time.
  case timedOut(after: Duration, origin: String)
  /// The task that waited was cancelled.
  case cancelled
  /// No secure connection could be agreed on: the certificate is not trusted, or the server does not speak TLS.
  case tls(origin: String)
  /// The body of the answer has more than `limit` bytes.
  case tooLarge(limit: Int, origin: String)
  /// A stream brought more than `limit` bytes that its reader had not read, and the platform cannot slow it down.
  case flooded(limit: Int, origin: String)
  /// The request cannot be sent as it is; nothing was sent.
  case badRequest(RequestFault)
  /// The body of the request could not be read while it was to be sent; the server has not got the whole of it.
  case unreadableBody(UploadError)
  /// What the server sent is not HTTP.
  case badResponse(origin: String)
  /// One redirect after the other, more than `limit`.
  case tooManyRedirects(limit: Int, origin: String)
  /// The transport was shut down before the answer.
  case shutDown
  /// The transport does not carry this request, and says why; one that stands for a network does so where it has no answer.
  case declined(reason: String)
  /// The platform gave another reason, as a code of its own (`URLError.Code` for URLSession).
  case failed(code: Int, origin: String)

  enum CodingKeys: String, CodingKey, CaseIterable {
    case offline, unreachable, timedOut, cancelled, tls, tooLarge, flooded, badRequest, unreadableBody, badResponse,
      tooManyRedirects, shutDown, declined, failed
  }
}

/// What kept a server from being reached.
public enum Unreachable: String, Sendable, Hashable, Codable, CaseIterable {
  /// No program listens at that address.
  case refused
  /// The name of the host is not known.
  case nameNotFound
  /// The connection ended before the answer did.
  case connectionLost
  /// No connection came about in the time that the operating system allows.
  case noAnswer
}
