import ColmeiaHTTP
import ColmeiaPlatformTransport
import ColmeiaTransport
import ColmeiaWebSocket

/// The other end of a WebSocket, for a script that says and hears just what the test wants. Blocks its thread.
final class SocketPeer {
  private let connection: RawConnection
  private var machine = WebSocketMachine(.server) { 0 }

  /// Agrees to a handshake.
  init(_ request: HTTPRequest, _ connection: RawConnection) {
    self.connection = connection
    let answer = WebSocketHandshake.answer(request)
    var head = "HTTP/1.1 \(answer.status) Switching Protocols\r\n"
    for field in answer.headers.fields { head += "\(field.name): \(field.value)\r\n" }
    connection.send(head + "\r\n")
  }

  /// Sends bytes, whatever they are.
  @discardableResult func send(_ bytes: [UInt8]) -> Bool { connection.send(bytes) }

  /// Says something.
  func say(_ text: String) {
    // A machine that has ended says nothing.
    try? machine.send(.text(text))
    connection.send(machine.takeOutput())
  }

  /// What comes next; empty at the end of the connection. Answers are not sent.
  func hear() -> [WebSocketMachine.Event] {
    while let bytes = connection.receive() {
      let events = machine.receive(bytes)
      if !events.isEmpty { return events }
    }
    return []
  }

  /// Sends what the machine has to answer.
  func answer() { connection.send(machine.takeOutput()) }
}

#if os(Linux)
  extension SocketTransport {
    /// Opens a connection to a server of scripts.
    func open(_ server: RawServer) async throws -> any WebSocketConnection {
      try await open(HTTPRequest(.get, origin: server.origin, path: "/socket"), subprotocols: [])
    }
  }
#endif
