import ColmeiaHTTP

/// The only way to the outside for a request that has one answer. What is above it (client, retry, cache) sees neither
/// sockets nor URLSession, so a simulated network or a stub takes its place.
///
/// Streams and WebSockets will be further protocols beside this one, with the same errors.
public protocol Transport: Sendable {
  /// Sends `request` and waits for the whole answer, whatever its status.
  ///
  /// Cancelling the calling task ends the transfer at once, with ``TransportError/cancelled``.
  nonisolated(nonsending) func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse
}
