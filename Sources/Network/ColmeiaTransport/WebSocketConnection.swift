import ColmeiaHTTP

/// A transport that opens WebSocket connections.
public protocol WebSocketTransport: Sendable {
  /// Opens a connection.
  ///
  /// - Parameters:
  ///   - request: The opening request, with the header fields that the server requires. Its origin uses `http` or
  ///     `https`.
  ///   - subprotocols: The subprotocols that the client offers, in order of preference.
  /// - Throws: ``WebSocketFailure`` if the server cannot be reached or refuses the connection.
  nonisolated(nonsending) func open(
    _ request: HTTPRequest, subprotocols: [String]
  ) async throws(WebSocketFailure) -> any WebSocketConnection
}

/// A WebSocket connection. Only one task may receive; any task may send. Releasing the connection of a platform's
/// transport closes it.
public protocol WebSocketConnection: Sendable {
  /// The subprotocol that the server selected, or `nil` if it selected none.
  var subprotocol: String? { get }
  /// Sends a message.
  ///
  /// Messages that the other side has not read yet are buffered, up to a limit. Beyond the limit nothing is sent.
  ///
  /// - Throws: `WebSocketError` if the connection is not open, the message is too large, or too much data is waiting to
  ///   be sent.
  func send(_ message: WebSocketMachine.Message) throws(WebSocketError)
  /// Returns the next message, or `nil` if there are no more. Returns `nil` early if the calling task is cancelled.
  nonisolated(nonsending) func receive() async -> WebSocketMachine.Message?
  /// Starts closing the connection and returns at once.
  ///
  /// Messages that have not been received are dropped, including those that arrive before the other side confirms, for
  /// which it has a limited time. This method may be called more than once.
  func close(_ close: WebSocketClose)
  /// How the connection ended, or `nil` if it is still open.
  var end: WebSocketClose? { get }
}

extension WebSocketConnection {
  /// Closes the connection normally.
  public func close() { close(WebSocketClose(.normal)) }
}

/// The reason why a WebSocket connection could not be opened.
public enum WebSocketFailure: Error, Sendable, Hashable {
  /// The request for the connection failed.
  case transport(TransportError)
  /// The server refused the connection.
  case refused(WebSocketHandshake.Refusal)
}

extension WebSocketFailure: CustomStringConvertible {
  /// What is wrong, and what to do.
  public var description: String {
    switch self {
    case .transport(let error): "\(error)"
    case .refused(let refusal): "\(refusal)"
    }
  }
}
