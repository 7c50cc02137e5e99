import ColmeiaBase
import ColmeiaHTTP
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The delegate of a session for WebSockets. It forwards each callback of URLSession to the connection that it
/// concerns.
final class SocketSessionDelegate: NSObject, URLSessionWebSocketDelegate {
  private let life = SessionLife { $0.invalidateAndCancel() }
  private let sockets = Guarded<[Int: URLSessionSocket]>([:])

  /// Opens the session, which retains its delegate until it is shut down.
  func open() {
    let configuration = URLSessionConfiguration.keepingNothing(
      connectionsPerHost: URLSessionStreamTransport.connectionsPerHost)
    life.open(URLSession(configuration: configuration, delegate: self, delegateQueue: nil))
  }

  /// Starts a connection.
  func start(_ socket: URLSessionSocket, _ request: URLRequest) {
    let isOpen = life.use { session in
      let task = session.webSocketTask(with: request)
      sockets.withLock { $0[task.taskIdentifier] = socket }
      socket.begin(task)
      // A concurrent shutdown may have missed this connection.
      if life.isShutDown { socket.fail(.transport(.shutDown)) }
    }
    if !isOpen { socket.fail(.transport(.shutDown)) }
  }

  /// Ends all connections and invalidates the session. Only the first call has an effect.
  func shutDown() {
    life.shutDown {
      let all = sockets.withLock { sockets in
        defer { sockets = [:] }
        return sockets.sorted { $0.key < $1.key }.map(\.value)
      }
      for socket in all { socket.fail(.transport(.shutDown)) }
    }
  }

  /// Waits until the session has ended its last task.
  nonisolated(nonsending) func waitForEnd() async { await life.waitForEnd() }

  func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) { life.ended() }

  private func socket(_ task: URLSessionTask) -> URLSessionSocket? {
    sockets.withLock { $0[task.taskIdentifier] }
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
    guard let socket = sockets.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
    socket.completed((task.response as? HTTPURLResponse)?.statusCode, error)
  }

  /// Declines a redirect, so that the WebSocket isn't opened: the caller did not ask for the new server.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }
}
