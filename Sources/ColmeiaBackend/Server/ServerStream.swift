import ColmeiaWebSocket

/// A client that has become a stream.
struct StreamClient {
  var stream: ServerStream
  /// Whether this side has said that it ends. What the other side says from then on is ignored.
  var isLeaving = false

  /// Whether it listens to the news.
  var isOfNews: Bool { stream.isOfNews }
}

/// How the texts of a stream become bytes. A pure machine.
enum ServerStream: Sendable {
  /// Messages of a WebSocket.
  case webSocket(WebSocketMachine)
  /// Chunks of the endless body of an answer (RFC 9112 §7.1); the client says nothing.
  case chunks

  /// What a client says in one message is far less: texts have 4,000 bytes, each of which may be escaped twice.
  private static let limits = WebSocketMachine.Limits(message: 64 << 10)

  /// What the answer that makes a connection a stream leads to.
  init(status: Int) {
    self = status == 101 ? .webSocket(WebSocketMachine(.server, limits: Self.limits) { 0 }) : .chunks
  }

  /// Whether it is one of news.
  var isOfNews: Bool { if case .chunks = self { true } else { false } }

  /// The bytes of a text; none when the stream is on its way out.
  mutating func bytes(of text: String) -> [UInt8] {
    if isOfNews { return Self.chunk(Array(text.utf8)) }
    var output: [UInt8] = []
    // Who is on the way out hears nothing more.
    withSocket { socket in
      try? socket.send(.text(text))
      output = socket.takeMessages()
    }
    return output
  }

  /// The bytes that end the stream.
  mutating func end(_ close: WebSocketClose = WebSocketClose(.normal)) -> [UInt8] {
    if isOfNews { return Array("0\r\n\r\n".utf8) }
    withSocket { $0.close(close) }
    return takeOutput()
  }

  /// What a client of a WebSocket says with these bytes; ``takeOutput()`` has what is to be answered.
  mutating func receive(_ bytes: [UInt8]) -> [WebSocketMachine.Event] {
    var events: [WebSocketMachine.Event] = []
    withSocket { events = $0.receive(bytes) }
    return events
  }

  /// Whether this side has to end the connection now.
  var isDue: Bool { if case .webSocket(let machine) = self { machine.teardown == .due } else { false } }

  /// The bytes that are still to be sent.
  mutating func takeOutput() -> [UInt8] {
    var output: [UInt8] = []
    withSocket { output = $0.takeOutput() }
    return output
  }

  private mutating func withSocket(_ body: (inout WebSocketMachine) -> Void) {
    guard case .webSocket(var machine) = self else { return }
    // So that the machine's buffers have one owner, and are not copied.
    self = .chunks
    body(&machine)
    self = .webSocket(machine)
  }

  /// A chunk with these bytes; nothing for none, since an empty chunk is the last.
  static func chunk(_ bytes: [UInt8]) -> [UInt8] {
    bytes.isEmpty ? [] : Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + Array("\r\n".utf8)
  }
}
