import ColmeiaHTTP

/// The only way to the outside for a request that has one answer. What is above it (client, retry, cache) sees neither
/// sockets nor URLSession, so a simulated network or a stub takes its place.
///
/// ``StreamTransport`` and ``WebSocketTransport`` are beside it, with the same errors.
public protocol Transport: Sendable {
  /// Sends `request` and waits for the whole answer, whatever its status.
  ///
  /// Cancelling the calling task ends the transfer at once, with ``TransportError/cancelled``.
  nonisolated(nonsending) func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse

  /// Does the same, and tells how much of the body has come.
  ///
  /// A transport that cannot tell need not have this: then the limit is checked, and `progress` called, at the end.
  ///
  /// - Parameters:
  ///   - bodyLimit: How many bytes the body may have; the transport's own limit holds as well.
  ///   - progress: Called in order, on any thread, and not for the bodies of redirects.
  nonisolated(nonsending) func send(
    _ request: HTTPRequest, bodyLimit: Int, progress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws(TransportError) -> HTTPResponse
}

/// How much of a body has come.
public struct TransferProgress: Sendable, Hashable {
  /// How many bytes have come.
  public var received: Int
  /// How many there will be; `nil` when the server does not say.
  public var expected: Int?

  /// So much of so much.
  public init(received: Int, expected: Int?) {
    self.received = received
    self.expected = expected
  }
}

extension Transport {
  /// Sends `request`, and tells at the end how many bytes have come.
  nonisolated(nonsending) public func send(
    _ request: HTTPRequest, bodyLimit: Int, progress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws(TransportError) -> HTTPResponse {
    let response = try await send(request)
    let count = response.body.count
    if count > bodyLimit { throw .tooLarge(limit: bodyLimit, origin: request.origin) }
    if count > 0 { progress(TransferProgress(received: count, expected: count)) }
    return response
  }
}
