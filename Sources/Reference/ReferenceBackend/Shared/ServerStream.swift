import ColmeiaHTTP

/// A client whose connection has become a stream: the messages of a WebSocket, or the chunks of an endless response body
/// (RFC 9112 §7.1).
struct ServerStream: Sendable {
  /// The WebSocket, or `nil` for a stream of news, whose client sends nothing.
  private var socket: WebSocketMachine?
  /// Whether the server has begun to close the stream. Later input is ignored.
  var isLeaving = false

  /// The limit exceeds any valid message: texts have up to 4,000 bytes, each of which may be escaped twice.
  private static let limits = WebSocketMachine.Limits(message: 64 << 10)

  /// Creates the stream for a response with this status.
  init(status: Int) { if status == 101 { socket = WebSocketMachine(.server, limits: Self.limits) { 0 } } }

  /// Whether this is a stream of news.
  var isOfNews: Bool { socket == nil }

  /// Whether the server must close the connection now.
  var isDue: Bool { socket?.teardown == .due }

  /// Returns the bytes of a text, or none if the stream is being closed.
  mutating func bytes(of text: String) -> [UInt8] {
    if isOfNews { return Self.chunk(Array(text.utf8)) }
    // Sending fails if the stream is being closed.
    try? socket?.send(.text(text))
    return socket?.takeMessages() ?? []
  }

  /// Returns the bytes that end the stream.
  mutating func end(_ close: WebSocketClose = WebSocketClose(.normal)) -> [UInt8] {
    if isOfNews { return Array("0\r\n\r\n".utf8) }
    socket?.close(close)
    return takeOutput()
  }

  /// Handles bytes from a WebSocket client and returns the events. Call ``takeOutput()`` for the bytes to send in
  /// response.
  mutating func receive(_ bytes: [UInt8]) -> [WebSocketMachine.Event] { socket?.receive(bytes) ?? [] }

  /// Removes and returns the bytes to send.
  mutating func takeOutput() -> [UInt8] { socket?.takeOutput() ?? [] }

  /// Returns a chunk with these bytes. No bytes give no chunk, because an empty chunk would end the body.
  static func chunk(_ bytes: [UInt8]) -> [UInt8] {
    bytes.isEmpty ? [] : Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + Array("\r\n".utf8)
  }
}
