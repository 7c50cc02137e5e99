import ColmeiaHTTP
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Whom a session tells what becomes of one of its tasks.
protocol SessionTransfer: Interruptible {
  /// Whether a header has come.
  var hasHead: Bool { get }
  /// Begins `task`, unless the transfer has ended meanwhile.
  func begin(_ task: URLSessionTask)
  func receive(head: HTTPResponse)
  func receive(_ bytes: Data)
  /// So many bytes of the request's body have gone.
  func sent(_ count: Int)
  /// The server asks for a password, and gets none: its 401 is the answer.
  func challenge()
  /// Lets URLSession go on, unless the transfer has ended.
  func proceed(_ answer: () -> Void)
  /// The session is shut down, and waits for the task's end.
  func shutDown()
  /// URLSession is done with it.
  func complete(_ error: (any Error)?)
}

extension SessionTransfer {
  /// Nobody asks.
  func sent(_ count: Int) {}
}
