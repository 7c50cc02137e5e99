import ColmeiaBase
import ColmeiaHTTP
import ColmeiaTransport
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A WebSocket connection of URLSession.
final class URLSessionSocket: WebSocketConnection {
  private enum Phase { case connecting, open, over }

  private struct Content: Sendable {
    var phase = Phase.connecting
    var task: URLSessionWebSocketTask?
    var subprotocol: String?
    var opener: CheckedContinuation<Result<Void, WebSocketFailure>, Never>?
    /// The reason why the connection failed, if that is known before a task waits for the connection.
    var failure: WebSocketFailure?
    var unsent = 0
    /// Whether URLSession has been asked for the next message.
    var isReading = false
  }

  private let origin: String
  private let limits: WebSocketMachine.Limits
  private let content = Guarded(Content())
  private let inbox = SocketInbox()

  init(origin: String, limits: WebSocketMachine.Limits) {
    self.origin = origin
    self.limits = limits
  }

  var subprotocol: String? { content.withLock { $0.subprotocol } }
  var end: WebSocketClose? { inbox.end }

  /// Calls `start` to begin the connection, and waits for the handshake to complete.
  nonisolated(nonsending) func open(_ start: () -> Void) async throws(WebSocketFailure) {
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { (opener: CheckedContinuation<Result<Void, WebSocketFailure>, Never>) in
        let failure = content.withLock { content -> WebSocketFailure? in
          if content.failure == nil { content.opener = opener }
          return content.failure
        }
        if let failure { opener.resume(returning: .failure(failure)) } else { start() }
      }
    } onCancel: {
      fail(.transport(.cancelled))
    }
    try result.get()
  }

  func send(_ message: WebSocketMachine.Message) throws(WebSocketError) {
    let count = message.byteCount
    let result = content.withLock { content -> Result<URLSessionWebSocketTask, WebSocketError> in
      guard content.phase == .open, let task = content.task else { return .failure(.notOpen) }
      guard content.unsent + count <= limits.unsent else { return .failure(.tooMuchUnsent(limit: limits.unsent)) }
      content.unsent += count
      return .success(task)
    }
    let task = try result.get()
    let part: URLSessionWebSocketTask.Message =
      switch message {
      case .text(let text): .string(text)
      case .binary(let bytes): .data(Data(bytes))
      }
    // An error here also ends the task, which reports it.
    task.send(part) { [weak self] _ in self?.content.withLock { $0.unsent -= count } }
  }

  nonisolated(nonsending) func receive() async -> WebSocketMachine.Message? { await inbox.next { self.read() } }

  func close(_ close: WebSocketClose) {
    let task = content.withLock { content in
      defer { content.phase = .over }
      return content.phase == .open ? content.task : nil
    }
    // URLSession closes the connection itself (RFC 6455 §7.1). It accepts only the close codes that it knows.
    let code = URLSessionWebSocketTask.CloseCode(rawValue: Int(close.code.rawValue)) ?? .normalClosure
    task?.cancel(with: code, reason: close.reason.isEmpty ? nil : Data(close.reason.utf8))
    inbox.finish(close, keepsMessages: false)
  }
}

// Callbacks of URLSession.
extension URLSessionSocket {
  /// Starts the task, or cancels it if the connection is no longer wanted.
  func begin(_ task: URLSessionWebSocketTask) {
    task.maximumMessageSize = limits.message
    let isWanted = content.withLock { content in
      content.task = task
      return content.phase != .over
    }
    if isWanted { task.resume() } else { task.cancel() }
  }

  func opened(_ subprotocol: String?) {
    let opener = content.withLock { content in
      guard content.phase == .connecting else {
        return nil as CheckedContinuation<Result<Void, WebSocketFailure>, Never>?
      }
      (content.phase, content.subprotocol) = (.open, subprotocol)
      defer { content.opener = nil }
      return content.opener
    }
    guard let opener else { return }
    read()
    opener.resume(returning: .success(()))
  }

  /// Handles a close frame from the server.
  func closed(_ close: WebSocketClose) {
    content.withLock { $0.phase = .over }
    inbox.finish(close, keepsMessages: true)
  }

  /// Handles the end of the task.
  func completed(_ status: Int?, _ error: (any Error)?) {
    fail(Self.failure(status, error, origin))
    content.withLock { $0.phase = .over }
    inbox.finish(WebSocketClose(.abnormal), keepsMessages: true)
  }

  /// Fails the opening of the connection, or ends the connection if it is already open.
  func fail(_ failure: WebSocketFailure) {
    let (opener, task) = content.withLock { content in
      content.phase = .over
      if content.failure == nil { content.failure = failure }
      defer { content.opener = nil }
      return (content.opener, content.task)
    }
    task?.cancel()
    opener?.resume(returning: .failure(failure))
    inbox.finish(WebSocketClose(.abnormal), keepsMessages: true)
  }

  private static func failure(_ status: Int?, _ error: (any Error)?, _ origin: String) -> WebSocketFailure {
    if let status, status != 101 { return .refused(.status(status)) }
    guard let error else { return .transport(.unreachable(.connectionLost, origin: origin)) }
    return .transport(TransportError(error, origin: origin, hasHead: false))
  }

  /// Asks for the next message, unless a request for one is already pending.
  private func read() {
    let task = content.withLock { content in
      guard content.phase == .open, !content.isReading, inbox.hasRoom else { return nil as URLSessionWebSocketTask? }
      content.isReading = true
      return content.task
    }
    task?.receive { [weak self] result in self?.receive(result) }
  }

  private func receive(_ result: Result<URLSessionWebSocketTask.Message, any Error>) {
    content.withLock { $0.isReading = false }
    // A failure also ends the task, which reports it.
    guard case .success(let part) = result else { return }
    switch part {
    case .string(let text): _ = inbox.append(.text(text))
    case .data(let data): _ = inbox.append(.binary(Array(data)))
    @unknown default: break
    }
    read()
  }
}
