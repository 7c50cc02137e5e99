import ColmeiaHTTP

/// A way to answers that come bit by bit, without an end that is known: beside ``Transport``, with the same errors.
///
/// `PlatformStreamTransport` is the one of the platform, `StubStreamTransport` the one for tests.
public protocol StreamTransport: Sendable {
  /// Sends `request` and waits for the head of the answer, whatever its status.
  ///
  /// Cancelling the calling task ends it at once, with ``TransportError/cancelled``.
  ///
  /// - Throws: ``TransportError`` when no response begins; a status that is no success is not an error.
  nonisolated(nonsending) func open(_ request: HTTPRequest) async throws(TransportError) -> any ByteStream
}

/// The body of an answer, as it comes. One task reads it.
///
/// It has to be closed, unless it has ended; one that is released closes itself.
public protocol ByteStream: Sendable {
  /// Status and header fields of the answer; its body is empty.
  var head: HTTPResponse { get }

  /// The next bytes, at least one; `nil` behind the last. When the stream is cut, what came before is read first, then the
  /// error.
  ///
  /// Cancelling the calling task closes the stream, with ``TransportError/cancelled``; so does every other error.
  ///
  /// - Throws: ``TransportError`` when the stream breaks, or was cancelled.
  nonisolated(nonsending) func next() async throws(TransportError) -> [UInt8]?

  /// Ends the connection and forgets what has not been read; a task that waits for bytes gets ``TransportError/cancelled``. May be
  /// called from anywhere, and again.
  func close()
}
