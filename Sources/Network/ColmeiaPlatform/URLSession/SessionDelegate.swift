import ColmeiaBase
import ColmeiaHTTP
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The delegate of a session. It forwards each callback of URLSession to the exchange that it concerns.
///
/// It is set on the session, not on the tasks, because on Linux a task's own delegate isn't asked about redirects.
final class SessionDelegate: NSObject, URLSessionDataDelegate {
  private let life = SessionLife { $0.finishTasksAndInvalidate() }
  private let exchanges = Guarded<[Int: any SessionTransfer]>([:])

  /// Opens the session, which retains its delegate until it is shut down.
  func open(_ configuration: URLSessionConfiguration) {
    life.open(URLSession(configuration: configuration, delegate: self, delegateQueue: nil))
  }

  /// The number of transfers that URLSession has not finished.
  var exchangeCount: Int { exchanges.withLock { $0.count } }

  /// Whether the session and all of its transfers have ended.
  var isInvalid: Bool { life.isInvalid }

  /// Starts a transfer.
  func start(_ exchange: any SessionTransfer, _ request: URLRequest) {
    let isOpen = life.use { session in
      let task = session.dataTask(with: request)
      exchanges.withLock { $0[task.taskIdentifier] = exchange }
      exchange.begin(task)
      // A concurrent shutdown may have missed this transfer.
      if life.isShutDown { exchange.shutDown() }
    }
    if !isOpen { exchange.fail(.shutDown) }
  }

  /// Ends all transfers and invalidates the session. Only the first call has an effect.
  func shutDown() {
    life.shutDown {
      for exchange in exchanges.withLock({ Array($0.values) }) { exchange.shutDown() }
    }
  }

  /// Waits until the session has ended its last task.
  nonisolated(nonsending) func waitForEnd() async { await life.waitForEnd() }

  private func exchange(_ task: URLSessionTask) -> (any SessionTransfer)? {
    exchanges.withLock { $0[task.taskIdentifier] }
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
    guard let exchange = exchanges.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
    // If a redirect has no usable address, URLSession provides its head only here.
    if error == nil, !exchange.hasHead, let response = task.response as? HTTPURLResponse {
      exchange.receive(head: HTTPResponse(response))
    }
    exchange.complete(error)
  }

  /// Declines all redirects; ``Redirects`` follows them instead.
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

  /// Handles an authentication challenge. On Linux, a 401 hangs forever with the default handling. On other platforms,
  /// the default handling verifies certificates.
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

  func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) { life.ended() }
}
