import ColmeiaSync
import ColmeiaWebSocket

/// The messages of a connection that have not been received yet, for the task that receives them.
final class SocketInbox: Sendable {
  private struct Content: Sendable {
    var messages: [WebSocketMachine.Message] = []
    var bytes = 0
    var end: WebSocketClose?
  }

  /// The maximum number of bytes that may wait. Beyond it, reading pauses until at least half of them have been
  /// received.
  private static let limit = 1 << 20

  private let content = Awaited(Content())

  /// How the connection ended, or `nil` while it is open.
  var end: WebSocketClose? { content.read { $0.end } }
  /// Whether reading can resume after it was paused.
  var hasRoom: Bool { content.read { $0.bytes <= Self.limit / 2 } }

  /// Stores a message. Messages after the end are dropped.
  ///
  /// - Returns: Whether more messages should be read.
  func put(_ message: WebSocketMachine.Message) -> Bool {
    content.change { content in
      if content.end != nil { return true }
      content.messages.append(message)
      content.bytes += message.byteCount
      return content.bytes <= Self.limit
    }
  }

  /// Returns the next message, or `nil` if the connection has ended or the waiting task is cancelled.
  ///
  /// - Parameter proceed: Called if there is room for more messages.
  nonisolated(nonsending) func next(_ proceed: @Sendable () -> Void) async -> WebSocketMachine.Message? {
    let message = await content.first { content -> WebSocketMachine.Message?? in
      if content.messages.isEmpty { return content.end == nil ? nil : .some(nil) }
      let message = content.messages.removeFirst()
      content.bytes -= message.byteCount
      return message
    }
    guard let message, let message else { return nil }
    if hasRoom { proceed() }
    return message
  }

  /// Ends the inbox. Only the first end is recorded.
  ///
  /// - Parameters:
  ///   - close: How the connection ended.
  ///   - keepsMessages: Whether stored messages can still be received.
  func finish(_ close: WebSocketClose, keepsMessages: Bool) {
    content.change { content in
      if content.end == nil { content.end = close }
      if !keepsMessages { (content.messages, content.bytes) = ([], 0) }
    }
  }
}

extension WebSocketMachine.Message {
  /// The number of bytes in the message.
  var byteCount: Int {
    switch self {
    case .text(let text): text.utf8.count
    case .binary(let bytes): bytes.count
    }
  }
}
