import ColmeiaPlatform

/// The server's end of a WebSocket, for scripts that send and receive exactly what a test needs. It blocks its thread.
final class SocketPeer {
  private let connection: RawConnection
  private var machine = WebSocketMachine(.server) { 0 }

  /// Accepts the handshake.
  init(_ request: HTTPRequest, _ connection: RawConnection) {
    self.connection = connection
    let answer = WebSocketHandshake.answer(request)
    var head = "HTTP/1.1 \(answer.status) Switching Protocols\r\n"
    for field in answer.headers.fields { head += "\(field.name): \(field.value)\r\n" }
    connection.send(head + "\r\n")
  }

  /// Sends raw bytes.
  @discardableResult func send(_ bytes: [UInt8]) -> Bool { connection.send(bytes) }

  /// Sends a text message.
  func send(_ text: String) {
    // A machine that has ended sends nothing.
    try? machine.send(.text(text))
    connection.send(machine.takeOutput())
  }

  /// Returns the next events, or an empty array at the end of the connection. Does not send responses.
  func receive() -> [WebSocketMachine.Event] {
    while let bytes = connection.receive() {
      let events = machine.receive(bytes)
      if !events.isEmpty { return events }
    }
    return []
  }

  /// Sends the machine's pending responses.
  func answer() { connection.send(machine.takeOutput()) }
}

#if os(Linux)
  extension LinkWebSocketTransport {
    /// Opens a connection to a scripted server.
    func open(_ server: RawServer) async throws -> any WebSocketConnection {
      try await open(HTTPRequest(.get, origin: server.origin, path: "/socket"), subprotocols: [])
    }
  }
#endif
