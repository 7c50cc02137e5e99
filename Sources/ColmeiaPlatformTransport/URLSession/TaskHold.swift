import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The task of a transfer, and when it may be cancelled: not while URLSession gets an answer to a question. What has been
/// cancelled must not be answered any more, or URLSession on Linux ends the process.
struct TaskHold: Sendable {
  private var task: URLSessionTask?
  /// Whether the server has asked for a password.
  var isChallenged = false
  /// Whether URLSession is done with it.
  var isComplete = false
  private var isAnswering = false
  private var isToBeCancelled = false

  /// There is a task. What is to be cancelled at once, if that was wanted before.
  mutating func begin(_ task: URLSessionTask) -> URLSessionTask? {
    self.task = task
    return isToBeCancelled ? cancel() : nil
  }

  /// What is to be cancelled now, if anything is.
  mutating func cancel() -> URLSessionTask? {
    isToBeCancelled = true
    return isComplete || isAnswering ? nil : task
  }

  /// URLSession is about to get an answer, unless the task was cancelled.
  mutating func beginAnswer() -> Bool {
    if isToBeCancelled { return false }
    isAnswering = true
    return true
  }

  /// URLSession has got it. What is to be cancelled now, if that was wanted meanwhile.
  mutating func endAnswer() -> URLSessionTask? {
    isAnswering = false
    return isToBeCancelled ? cancel() : nil
  }
}
