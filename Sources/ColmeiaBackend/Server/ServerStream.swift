import ColmeiaWebSocket

/// A client whose connection has become a stream.
struct StreamClient {
  var stream: ServerStream
  /// Whether the server has begun to close the stream. Later input is ignored.
  var isLeaving = false

  /// Whether the client listens to the news.
  var isOfNews: Bool { stream.isOfNews }
}

/// The encoding of a stream's texts. It has no side effects.
enum ServerStream: Sendable {
  /// The messages of a WebSocket.
  case webSocket(WebSocketMachine)
  /// The chunks of an endless response body (RFC 9112 §7.1). The client sends nothing.
  case chunks

  /// The limit exceeds any valid message: texts have up to 4,000 bytes, each of which may be escaped twice.
  private static let limits = WebSocketMachine.Limits(message: 64 << 10)

  /// Creates the stream for a response with this status.
  init(status: Int) {
    self = status == 101 ? .webSocket(WebSocketMachine(.server, limits: Self.limits) { 0 }) : .chunks
  }

  /// Whether this is a stream of news.
  var isOfNews: Bool { if case .chunks = self { true } else { false } }

  /// Returns the bytes of a text, or none if the stream is being closed.
  mutating func bytes(of text: String) -> [UInt8] {
    if isOfNews { return Self.chunk(Array(text.utf8)) }
    var output: [UInt8] = []
    // Sending fails if the stream is being closed.
    withSocket { socket in
      try? socket.send(.text(text))
      output = socket.takeMessages()
    }
    return output
  }

  /// Returns the bytes that end the stream.
  mutating func end(_ close: WebSocketClose = WebSocketClose(.normal)) -> [UInt8] {
    if isOfNews { return Array("0\r\n\r\n".utf8) }
    withSocket { $0.close(close) }
    return takeOutput()
  }

  /// Handles bytes from a WebSocket client and returns the events. Call ``takeOutput()`` for the bytes to send in
  /// response.
  mutating func receive(_ bytes: [UInt8]) -> [WebSocketMachine.Event] {
    var events: [WebSocketMachine.Event] = []
    withSocket { events = $0.receive(bytes) }
    return events
  }

  /// Whether the server must close the connection now.
  var isDue: Bool { if case .webSocket(let machine) = self { machine.teardown == .due } else { false } }

  /// Removes and returns the bytes to send.
  mutating func takeOutput() -> [UInt8] {
    var output: [UInt8] = []
    withSocket { output = $0.takeOutput() }
    return output
  }

  private mutating func withSocket(_ body: (inout WebSocketMachine) -> Void) {
    guard case .webSocket(var machine) = self else { return }
    // Removes the machine from `self` so that its buffers are uniquely referenced and not copied.
    self = .chunks
    body(&machine)
    self = .webSocket(machine)
  }

  /// Returns a chunk with these bytes. No bytes give no chunk, because an empty chunk would end the body.
  static func chunk(_ bytes: [UInt8]) -> [UInt8] {
    bytes.isEmpty ? [] : Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + Array("\r\n".utf8)
  }
}
