import ColmeiaBase
import ColmeiaHTTP

/// The messages of a connection that have not been received yet, for the task that receives them.
final class SocketInbox: Sendable {
  private struct Content: Sendable {
    /// The next messages, the first one last.
    var next: [WebSocketMachine.Message] = []
    /// The messages after them, in order.
    var later: [WebSocketMachine.Message] = []
    /// The size of all messages.
    var size = 0
    var end: WebSocketClose?

    mutating func append(_ message: WebSocketMachine.Message) {
      later.append(message)
      size += SocketInbox.size(of: message)
    }

    /// - Complexity: Amortized O(1).
    mutating func popFirst() -> WebSocketMachine.Message? {
      if next.isEmpty { (next, later) = (later.reversed(), []) }
      guard let message = next.popLast() else { return nil }
      size -= SocketInbox.size(of: message)
      return message
    }
  }

  /// The maximum size of the messages that may wait. Beyond it, reading pauses until at least half of it has been
  /// received.
  private static let limit = 1 << 20

  private let content = Awaited(Content())

  /// How the connection ended, or `nil` while it is open.
  var end: WebSocketClose? { content.read { $0.end } }
  /// Whether reading can resume after it was paused.
  var hasRoom: Bool { content.read { $0.size <= Self.limit / 2 } }

  /// Stores a message. Messages after the end are dropped.
  ///
  /// - Returns: Whether more messages should be read.
  func append(_ message: WebSocketMachine.Message) -> Bool {
    content.change { content in
      if content.end != nil { return true }
      content.append(message)
      return content.size <= Self.limit
    }
  }

  /// Returns the next message, or `nil` if the connection has ended or the waiting task is cancelled.
  ///
  /// - Parameter proceed: Called if there is room for more messages.
  nonisolated(nonsending) func next(_ proceed: @Sendable () -> Void) async -> WebSocketMachine.Message? {
    let message = await content.first { content -> WebSocketMachine.Message?? in
      if let message = content.popFirst() { return message }
      return content.end == nil ? nil : .some(nil)
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
      if !keepsMessages { (content.next, content.later, content.size) = ([], [], 0) }
    }
  }

  /// The size of a message in memory, about: an empty one takes memory, too.
  private static func size(of message: WebSocketMachine.Message) -> Int { message.byteCount + 64 }
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
