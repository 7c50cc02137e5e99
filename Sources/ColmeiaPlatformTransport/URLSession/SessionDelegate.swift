import ColmeiaHTTP
import ColmeiaSync
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The one delegate of a session: it hands what URLSession says to the exchange that it concerns.
///
/// It is the session's, not the tasks', because a task's own delegate is never asked about redirects on Linux.
final class SessionDelegate: NSObject, URLSessionDataDelegate {
  private struct Content: Sendable {
    /// `nil` once it is shut down. Idle connections are closed when nobody holds the session any more.
    var session: URLSession?
    var exchanges: [Int: any SessionTransfer] = [:]
    var isInvalid = false
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let content = Guarded(Content())

  /// Opens the session, which holds its delegate until it is shut down.
  func open(_ configuration: URLSessionConfiguration) {
    let session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
    content.withLock { $0.session = session }
  }

  /// How many transfers URLSession has not finished with.
  var exchangeCount: Int { content.withLock { $0.exchanges.count } }

  /// Whether it has ended, with all its transfers.
  var isInvalid: Bool { content.withLock { $0.isInvalid } }

  /// Begins a transfer. A task of an invalidated session would be a crash, so it is made under the lock that shutting
  /// down takes as well.
  func start(_ exchange: any SessionTransfer, _ request: URLRequest) {
    let task = content.withLock { content -> URLSessionTask? in
      guard let task = content.session?.dataTask(with: request) else { return nil }
      content.exchanges[task.taskIdentifier] = exchange
      return task
    }
    if let task { exchange.begin(task) } else { exchange.fail(.shutDown) }
  }

  /// Ends all transfers and invalidates the session. Only the first time does anything.
  func shutDown() {
    let (session, exchanges) = content.withLock { content in
      defer { content.session = nil }
      return (content.session, Array(content.exchanges.values))
    }
    guard let session else { return }
    for exchange in exchanges { exchange.shutDown() }
    session.finishTasksAndInvalidate()
  }

  /// Has `waiter` resumed when the session has ended its last transfer.
  func whenInvalid(_ waiter: CheckedContinuation<Void, Never>) {
    let isOver = content.withLock { content in
      if !content.isInvalid { content.waiters.append(waiter) }
      return content.isInvalid
    }
    if isOver { waiter.resume() }
  }

  private func exchange(_ task: URLSessionTask) -> (any SessionTransfer)? {
    content.withLock { $0.exchanges[task.taskIdentifier] }
  }
}

extension SessionDelegate {
  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    if let response = response as? HTTPURLResponse { exchange(dataTask)?.receive(head: HTTPResponse(response)) }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    exchange(dataTask)?.receive(data)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData count: Int64, totalBytesSent: Int64,
    totalBytesExpectedToSend: Int64
  ) {
    exchange(task)?.sent(Int(count))
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    guard let exchange = content.withLock({ $0.exchanges.removeValue(forKey: task.taskIdentifier) }) else { return }
    // Where a redirect has no usable address, URLSession shows its header only here.
    if error == nil, !exchange.hasHead, let response = task.response as? HTTPURLResponse {
      exchange.receive(head: HTTPResponse(response))
    }
    exchange.complete(error)
  }

  /// None is followed by URLSession: ``Redirects`` does it.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    #if canImport(FoundationNetworking)
      exchange(task)?.proceed { completionHandler(nil) }
    #else
      completionHandler(nil)
    #endif
  }

  /// With the default handling a 401 hangs for ever on Linux. Elsewhere it is what checks certificates.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    #if canImport(FoundationNetworking)
      exchange(task)?.challenge()
      completionHandler(.cancelAuthenticationChallenge, nil)
    #else
      completionHandler(.performDefaultHandling, nil)
    #endif
  }

  func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
    let waiters = content.withLock { content in
      content.isInvalid = true
      defer { content.waiters = [] }
      return content.waiters
    }
    for waiter in waiters { waiter.resume() }
  }
}
