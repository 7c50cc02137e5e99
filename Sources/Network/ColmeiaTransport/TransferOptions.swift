import ColmeiaHTTP

/// Options for one transfer that are not part of its request.
public struct TransferOptions: Sendable {
  /// The body to send instead of the request's own body. Only one piece of it is in memory at a time.
  public var upload: UploadBody?
  /// The maximum number of bytes in the body of the response. The transport's own limit applies as well.
  public var bodyLimit: Int
  /// The maximum time until the response is complete, including the time for sending, or `nil` for the transport's own
  /// limit. Long uploads need more than the transport's limit.
  public var timeout: Duration?
  /// Whether redirects are followed. Otherwise, a redirect is the response.
  public var followsRedirects = true
  /// A callback for the progress of the transfer, called in order, on any thread.
  ///
  /// It is not called for the bodies of redirect responses. If the body is sent again, because of a redirect or a
  /// retry, the reported count starts again.
  public var progress: (@Sendable (TransferProgress) -> Void)?

  /// Called with a response before the request is sent again. Returns the secret header fields to send with it, which
  /// replace those of the same names.
  package var renewal: (@Sendable (HTTPResponse) async -> [HTTPHeaders.Field])?

  /// Creates options. The defaults leave the request and the transport's limits unchanged.
  public init(
    upload: UploadBody? = nil, bodyLimit: Int = .max, timeout: Duration? = nil,
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) {
    self.upload = upload
    self.bodyLimit = bodyLimit
    self.timeout = timeout
    self.progress = progress
  }

  /// Returns the request with the upload as its body, for a transport that can't send it in pieces.
  ///
  /// - Throws: `TransportError.unreadableBody(_:)` if the upload can't be read, or has more than
  ///   `UploadBody.memoryLimit` bytes.
  nonisolated(nonsending) package func whole(_ request: HTTPRequest) async throws(TransportError) -> HTTPRequest {
    guard let upload else { return request }
    var request = request
    do throws(UploadError) { request.body = try await upload.whole() } catch { throw .unreadableBody(error) }
    return request
  }
}
