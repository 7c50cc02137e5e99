import ColmeiaHTTP
import ColmeiaTransport

/// A WebSocket connection, as its owner holds it. Releasing it closes the connection, which can't detect this itself
/// because its link or its session retains it.
final class OpenSocket: WebSocketConnection {
  private let connection: any WebSocketConnection

  init(_ connection: any WebSocketConnection) { self.connection = connection }

  deinit { connection.close() }

  var subprotocol: String? { connection.subprotocol }
  var end: WebSocketClose? { connection.end }

  func send(_ message: WebSocketMachine.Message) throws(WebSocketError) { try connection.send(message) }

  nonisolated(nonsending) func receive() async -> WebSocketMachine.Message? { await connection.receive() }

  func close(_ close: WebSocketClose) { connection.close(close) }
}
