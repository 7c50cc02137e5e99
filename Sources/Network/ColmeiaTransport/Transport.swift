import ColmeiaHTTP

/// A way to send a request and receive its response.
///
/// Code above this protocol, such as clients, retries and caches, sees neither sockets nor `URLSession`, so a simulated
/// network or a stub can take its place. ``StreamTransport`` and ``WebSocketTransport`` complement it and throw the
/// same errors.
public protocol Transport: Sendable {
  /// Sends `request` and waits for the complete response, whatever its status.
  ///
  /// Cancelling the calling task ends the transfer at once with ``TransportError/cancelled``.
  ///
  /// - Throws: ``TransportError`` if no response arrives. An unsuccessful status is not an error.
  nonisolated(nonsending) func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse

  /// Sends `request` with a streamed body, a size limit, a timeout or progress reports.
  ///
  /// A transport that neither streams bodies nor observes partial transfers does not have to implement this method. The
  /// default implementation reads an upload into memory, up to `UploadBody.memoryLimit` bytes, checks the size limit at
  /// the end, calls `progress` after everything has been sent and received, and ignores the timeout in favor of the
  /// transport's own.
  nonisolated(nonsending) func send(
    _ request: HTTPRequest, _ options: TransferOptions
  ) async throws(TransportError) -> HTTPResponse
}

extension Transport {
  /// Sends `request` with its body in memory, and reports progress once at the end.
  nonisolated(nonsending) public func send(
    _ request: HTTPRequest, _ options: TransferOptions
  ) async throws(TransportError) -> HTTPResponse {
    let request = try await options.whole(request)
    let response = try await send(request)
    if !request.body.isEmpty { options.progress?(.sent(request.body.count, of: request.body.count)) }
    let count = response.body.count
    if count > options.bodyLimit { throw .tooLarge(limit: options.bodyLimit, origin: request.origin) }
    if count > 0 { options.progress?(.received(count, of: count)) }
    return response
  }
}
