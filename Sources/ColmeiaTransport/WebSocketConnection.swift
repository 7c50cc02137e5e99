import ColmeiaHTTP
import ColmeiaWebSocket

/// A way to open connections of messages.
public protocol WebSocketTransport: Sendable {
  /// Opens a connection.
  ///
  /// - Parameters:
  ///   - request: where to, with the header fields that the server wants to see; its origin is that of `http` or `https`.
  ///   - subprotocols: What this side can speak over it, the preferred one first.
  /// - Throws: ``WebSocketFailure``: the server could not be reached, or did not agree to open a connection.
  nonisolated(nonsending) func open(
    _ request: HTTPRequest, subprotocols: [String]
  ) async throws(WebSocketFailure) -> any WebSocketConnection
}

/// A connection of messages. One task receives; any may send.
public protocol WebSocketConnection: Sendable {
  /// What the server has chosen to speak.
  var subprotocol: String? { get }
  /// Says something. What the other side does not read yet waits, up to a limit; beyond it nothing is sent.
  ///
  /// - Throws: `WebSocketError` when the connection is not open, the message is too large, or too much is waiting to be
  ///   sent.
  func send(_ message: WebSocketMachine.Message) throws(WebSocketError)
  /// The next message; `nil` when there will be none. Comes back early with `nil` when the waiting task is cancelled.
  nonisolated(nonsending) func receive() async -> WebSocketMachine.Message?
  /// Ends the connection: says so, and comes back at once. What was not received yet is dropped, and so is what still comes
  /// until the other side has agreed, for which it has a limited time. May be called again.
  func close(_ close: WebSocketClose)
  /// How it ended; `nil` as long as it has not.
  var end: WebSocketClose? { get }
}

extension WebSocketConnection {
  /// Ends the connection, because all was said.
  public func close() { close(WebSocketClose(.normal)) }
}

/// Why there is no connection.
public enum WebSocketFailure: Error, Sendable, Hashable {
  /// The connection could not be opened.
  case transport(TransportError)
  /// The server does not want one.
  case refused(WebSocketHandshake.Refusal)
}
