import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Holds the task of a transfer, and determines when the task may be cancelled. A task must not be cancelled while a
/// completion handler of URLSession is being called, and no completion handler may be called after cancellation: on
/// Linux, URLSession terminates the process otherwise.
struct TaskHold: Sendable {
  private var task: URLSessionTask?
  /// Whether the server has sent an authentication challenge.
  var isChallenged = false
  /// Whether URLSession has finished the task.
  private(set) var isComplete = false
  private var isAnswering = false
  private var isToBeCancelled = false

  /// Stores the task. Returns it if it is to be cancelled immediately, because cancellation was requested before.
  mutating func begin(_ task: URLSessionTask) -> URLSessionTask? {
    self.task = task
    return isToBeCancelled ? cancel() : nil
  }

  /// Records that URLSession has finished the task, and releases it: the task retains the stream of its request's body
  /// and its session, with the session's sockets.
  mutating func complete() {
    isComplete = true
    task = nil
  }

  /// Requests cancellation. Returns the task if it can be cancelled now.
  mutating func cancel() -> URLSessionTask? {
    isToBeCancelled = true
    return isComplete || isAnswering ? nil : task
  }

  /// Marks the start of a call to a completion handler. Returns `false` if the handler must not be called, because
  /// cancellation was requested.
  mutating func beginAnswer() -> Bool {
    if isToBeCancelled { return false }
    isAnswering = true
    return true
  }

  /// Marks the end of the call. Returns the task if it is to be cancelled now, because cancellation was requested in
  /// the meantime.
  mutating func endAnswer() -> URLSessionTask? {
    isAnswering = false
    return isToBeCancelled ? cancel() : nil
  }
}
