import ColmeiaHTTP

/// A transport for responses that arrive piece by piece, without a known end.
///
/// It complements ``Transport`` and throws the same errors. `PlatformStreamTransport` is the platform's implementation,
/// and `StubStreamTransport` is the one for tests.
public protocol StreamTransport: Sendable {
  /// Sends `request` and waits for the head of the response, whatever its status.
  ///
  /// Cancelling the calling task ends the request at once with ``TransportError/cancelled``.
  ///
  /// - Throws: ``TransportError`` if no response begins. An unsuccessful status is not an error.
  nonisolated(nonsending) func open(_ request: HTTPRequest) async throws(TransportError) -> any ByteStream
}

/// The body of a response, read as it arrives.
///
/// Only one task may read a stream. Close a stream that has not ended; a stream that is released closes itself.
public protocol ByteStream: Sendable {
  /// The status and the header fields of the response. Its body is empty.
  var head: HTTPResponse { get }

  /// Returns the next bytes, at least one, or `nil` at the end of the stream.
  ///
  /// If the stream breaks, the bytes that arrived before are returned first, and then the error is thrown. Cancelling
  /// the calling task closes the stream with ``TransportError/cancelled``. Every other error closes it as well.
  ///
  /// - Throws: ``TransportError`` if the stream breaks or the task is cancelled.
  nonisolated(nonsending) func next() async throws(TransportError) -> [UInt8]?

  /// Closes the connection and discards the unread bytes.
  ///
  /// A task that is waiting for bytes gets ``TransportError/cancelled``. This method may be called from any thread, and
  /// more than once.
  func close()
}
