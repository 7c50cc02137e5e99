import ColmeiaSync
import ColmeiaWebSocket

/// What has come over a connection and was not received yet, and the tasks that wait for more.
final class SocketInbox: Sendable {
  private typealias Receiver = CheckedContinuation<WebSocketMachine.Message?, Never>

  private struct Content {
    var messages: [WebSocketMachine.Message] = []
    var bytes = 0
    var receivers: [Int: Receiver] = [:]
    var nextReceiver = 0
    var end: WebSocketClose?
  }

  /// How many bytes may wait; then no more should be read until half of them are received.
  private static let limit = 1 << 20

  private let content = Guarded(Content())

  /// How the connection ended; `nil` as long as it has not.
  var end: WebSocketClose? { content.withLock { $0.end } }
  /// Whether more should be read, after it was too much.
  var hasRoom: Bool { content.withLock { $0.bytes <= Self.limit / 2 } }

  /// Keeps a message, or gives it to the task that has waited longest. After the end it is dropped.
  ///
  /// - Returns: whether more should be read.
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

  /// The next message; `nil` when there will be none, or when the waiting task is cancelled.
  ///
  /// - Parameter proceed: is called when there is room for more.
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

  /// Nothing more comes. Only the first end counts.
  ///
  /// - Parameter keepsMessages: whether what has come may still be received.
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
  /// How many bytes it has.
  var byteCount: Int {
    switch self {
    case .text(let text): text.utf8.count
    case .binary(let bytes): bytes.count
    }
  }
}
