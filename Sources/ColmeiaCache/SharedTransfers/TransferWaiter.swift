import ColmeiaSync
import ColmeiaTransport

/// A caller that waits for a shared transfer. It is resumed once, with the outcome or because it was cancelled.
final class TransferWaiter<Outcome: Sendable>: Sendable {
  private struct Content: Sendable {
    var isOver = false
    var outcome: Outcome?
    var waiter: CheckedContinuation<Void, Never>?
  }

  private let content = Guarded(Content())
  /// The callback for the caller's progress.
  let progress: (@Sendable (TransferProgress) -> Void)?

  init(_ progress: (@Sendable (TransferProgress) -> Void)?) { self.progress = progress }

  /// The outcome, or `nil` if there is none yet or the caller was cancelled.
  ///
  /// It is read under the lock instead of being passed through the continuation, because the thread sanitizer does not
  /// recognize the latter as synchronization.
  var outcome: Outcome? { content.withLock { $0.outcome } }

  /// Resumes `waiter` when the transfer is over, or at once if it already is.
  func wait(_ waiter: CheckedContinuation<Void, Never>) {
    let isOver = content.withLock { content in
      if !content.isOver { content.waiter = waiter }
      return content.isOver
    }
    if isOver { waiter.resume() }
  }

  /// Ends the wait with an outcome, or with `nil` if the caller was cancelled. Only the first call has an effect.
  func finish(_ outcome: Outcome?) {
    let waiter = content.withLock { content -> CheckedContinuation<Void, Never>? in
      if !content.isOver { (content.isOver, content.outcome) = (true, outcome) }
      defer { content.waiter = nil }
      return content.waiter
    }
    waiter?.resume()
  }
}
