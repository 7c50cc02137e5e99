import ColmeiaSync
import ColmeiaWebSocket
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The one delegate of a session of WebSockets: it hands what URLSession says to the connection that it concerns.
final class SocketSessionDelegate: NSObject, URLSessionWebSocketDelegate {
  private struct Content: Sendable {
    /// `nil` once it is shut down.
    var session: URLSession?
    var sockets: [Int: URLSessionSocket] = [:]
    var isInvalid = false
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let content = Guarded(Content())

  /// Opens the session, which holds its delegate until it is shut down.
  func open() {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    // The time-out is ours; URLSession's must never be first.
    configuration.timeoutIntervalForRequest = 86_400
    let session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
    content.withLock { $0.session = session }
  }

  /// Begins a connection. A task of an invalidated session would be a crash, so it is made under the lock that shutting
  /// down takes as well.
  func start(_ socket: URLSessionSocket, _ request: URLRequest) {
    let task = content.withLock { content -> URLSessionWebSocketTask? in
      guard let task = content.session?.webSocketTask(with: request) else { return nil }
      content.sockets[task.taskIdentifier] = socket
      return task
    }
    if let task { socket.begin(task) } else { socket.fail(.transport(.shutDown)) }
  }

  /// Ends all connections and invalidates the session. Only the first time does anything.
  func shutDown() {
    let (session, sockets) = content.withLock { content in
      defer { (content.session, content.sockets) = (nil, [:]) }
      return (content.session, content.sockets.sorted { $0.key < $1.key }.map(\.value))
    }
    for socket in sockets { socket.fail(.transport(.shutDown)) }
    session?.invalidateAndCancel()
  }

  /// Has `waiter` resumed when the session has ended its last task.
  func whenInvalid(_ waiter: CheckedContinuation<Void, Never>) {
    let isOver = content.withLock { content in
      if !content.isInvalid { content.waiters.append(waiter) }
      return content.isInvalid
    }
    if isOver { waiter.resume() }
  }

  func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
    let waiters = content.withLock { content in
      content.isInvalid = true
      defer { content.waiters = [] }
      return content.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  private func socket(_ task: URLSessionTask) -> URLSessionSocket? {
    content.withLock { $0.sockets[task.taskIdentifier] }
  }

  func urlSession(
    _ session: URLSession, webSocketTask: URLSessionWebSocketTask, didOpenWithProtocol subprotocol: String?
  ) {
    socket(webSocketTask)?.opened(subprotocol)
  }

  func urlSession(
    _ session: URLSession, webSocketTask: URLSessionWebSocketTask,
    didCloseWith closeCode: URLSessionWebSocketTask.CloseCode, reason: Data?
  ) {
    let text = reason.flatMap { String(validating: $0, as: UTF8.self) } ?? ""
    socket(webSocketTask)?.closed(
      WebSocketClose(WebSocketCloseCode(rawValue: UInt16(clamping: closeCode.rawValue)), reason: text))
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    guard let socket = content.withLock({ $0.sockets.removeValue(forKey: task.taskIdentifier) }) else { return }
    socket.completed((task.response as? HTTPURLResponse)?.statusCode, error)
  }

  /// A WebSocket that leads elsewhere is none: whoever is there was not meant.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }
}
