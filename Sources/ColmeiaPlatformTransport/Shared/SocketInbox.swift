import ColmeiaSync
import ColmeiaWebSocket

/// The messages of a connection that have not been received yet, and the tasks that wait for more.
final class SocketInbox: Sendable {
  private typealias Receiver = CheckedContinuation<WebSocketMachine.Message?, Never>

  private struct Content {
    var messages: [WebSocketMachine.Message] = []
    var bytes = 0
    var receivers: [Int: Receiver] = [:]
    var nextReceiver = 0
    var end: WebSocketClose?
  }

  /// The maximum number of bytes that may wait. Beyond it, reading pauses until at least half of them have been
  /// received.
  private static let limit = 1 << 20

  private let content = Guarded(Content())

  /// How the connection ended, or `nil` while it is open.
  var end: WebSocketClose? { content.withLock { $0.end } }
  /// Whether reading can resume after it was paused.
  var hasRoom: Bool { content.withLock { $0.bytes <= Self.limit / 2 } }

  /// Stores a message, or passes it to the task that has waited longest. Messages after the end are dropped.
  ///
  /// - Returns: Whether more messages should be read.
  func put(_ message: WebSocketMachine.Message) -> Bool {
    let (receiver, isWanted) = content.withLock { content -> (Receiver?, Bool) in
      if content.end != nil { return (nil, true) }
      if let first = content.receivers.keys.min() {
        return (content.receivers.removeValue(forKey: first), content.bytes <= Self.limit)
      }
      content.messages.append(message)
      content.bytes += message.byteCount
      return (nil, content.bytes <= Self.limit)
    }
    receiver?.resume(returning: message)
    return isWanted
  }

  /// Returns the next message, or `nil` if the connection has ended or the waiting task is cancelled.
  ///
  /// - Parameter proceed: Called if there is room for more messages.
  nonisolated(nonsending) func next(_ proceed: @Sendable () -> Void) async -> WebSocketMachine.Message? {
    let number = content.withLock { content in
      content.nextReceiver += 1
      return content.nextReceiver
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { (receiver: Receiver) in
        let (message, isOver, hasRoom) = content.withLock { content -> (WebSocketMachine.Message?, Bool, Bool) in
          if !content.messages.isEmpty {
            let message = content.messages.removeFirst()
            content.bytes -= message.byteCount
            return (message, true, content.bytes <= Self.limit / 2)
          }
          if content.end != nil || Task.isCancelled { return (nil, true, false) }
          content.receivers[number] = receiver
          return (nil, false, false)
        }
        if hasRoom { proceed() }
        if isOver { receiver.resume(returning: message) }
      }
    } onCancel: {
      content.withLock { $0.receivers.removeValue(forKey: number) }?.resume(returning: nil)
    }
  }

  /// Ends the inbox. Only the first end is recorded.
  ///
  /// - Parameters:
  ///   - close: How the connection ended.
  ///   - keepsMessages: Whether stored messages can still be received.
  func finish(_ close: WebSocketClose, keepsMessages: Bool) {
    let receivers = content.withLock { content in
      if content.end == nil { content.end = close }
      if !keepsMessages { (content.messages, content.bytes) = ([], 0) }
      defer { content.receivers = [:] }
      return content.receivers.sorted { $0.key < $1.key }
    }
    for (_, receiver) in receivers { receiver.resume(returning: nil) }
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
