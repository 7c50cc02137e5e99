import ColmeiaHTTP
import ColmeiaUpload

/// The only way to the outside for a request that has one answer. What is above it (client, retry, cache) sees neither
/// sockets nor URLSession, so a simulated network or a stub takes its place.
///
/// ``StreamTransport`` and ``WebSocketTransport`` are beside it, with the same errors.
public protocol Transport: Sendable {
  /// Sends `request` and waits for the whole answer, whatever its status.
  ///
  /// Cancelling the calling task ends the transfer at once, with ``TransportError/cancelled``.
  ///
  /// - Throws: ``TransportError`` when no response came; a status that is no success is not an error.
  nonisolated(nonsending) func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse

  /// Does the same, with a body that is read while it is sent, a limit, a time, or word of how far it is.
  ///
  /// A transport that sends no body in pieces and hears nothing of parts need not have this: then the body of an upload
  /// is read whole, up to `UploadBody.memoryLimit` bytes, the limit is checked at the end, `progress` is called when
  /// all has been sent and all has come, and the time is the transport's own.
  nonisolated(nonsending) func send(
    _ request: HTTPRequest, _ options: TransferOptions
  ) async throws(TransportError) -> HTTPResponse
}

extension Transport {
  /// Sends `request` with a body in memory, and tells at the end how many bytes have gone and come.
  nonisolated(nonsending) public func send(
    _ request: HTTPRequest, _ options: TransferOptions
  ) async throws(TransportError) -> HTTPResponse {
    var request = request
    if let upload = options.upload {
      do throws(UploadError) { request.body = try upload.bytes() } catch { throw .unreadableBody(error) }
    }
    let response = try await send(request)
    if !request.body.isEmpty { options.progress?(.sent(request.body.count, of: request.body.count)) }
    let count = response.body.count
    if count > options.bodyLimit { throw .tooLarge(limit: options.bodyLimit, origin: request.origin) }
    if count > 0 { options.progress?(.received(count, of: count)) }
    return response
  }
}
