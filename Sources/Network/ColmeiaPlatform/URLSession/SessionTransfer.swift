import ColmeiaHTTP
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A transfer that a session notifies about the events of its task.
protocol SessionTransfer: Interruptible {
  /// Whether the head of the response has arrived.
  var hasHead: Bool { get }
  /// Starts `task`, unless the transfer has ended in the meantime.
  func begin(_ task: URLSessionTask)
  func receive(head: HTTPResponse)
  func receive(_ bytes: Data)
  /// Records that `count` more bytes of the request's body have been sent.
  func sent(_ count: Int)
  /// Records that the server has sent an authentication challenge. It gets no credentials: its 401 is the response.
  func challenge()
  /// Calls `answer`, which lets URLSession continue, unless the transfer has ended.
  func proceed(_ answer: () -> Void)
  /// Ends the transfer because the session is shut down and waits for its tasks to end.
  func shutDown()
  /// Handles the completion of the task by URLSession.
  func complete(_ error: (any Error)?)
}

extension SessionTransfer {
  /// Does nothing.
  func sent(_ count: Int) {}
}
