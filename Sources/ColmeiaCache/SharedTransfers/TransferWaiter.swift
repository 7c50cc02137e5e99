import ColmeiaSync
import ColmeiaTransport

/// One caller that waits for something that is on its way. It hears once: of the outcome, or that it was cancelled.
final class TransferWaiter<Outcome: Sendable>: Sendable {
  private struct Content: Sendable {
    var isOver = false
    var outcome: Outcome?
    var waiter: CheckedContinuation<Void, Never>?
  }

  private let content = Guarded(Content())
  /// Called while bytes come.
  let progress: (@Sendable (TransferProgress) -> Void)?

  init(_ progress: (@Sendable (TransferProgress) -> Void)?) { self.progress = progress }

  /// What was heard; `nil` before, and when it was cancelled. Read under the lock, not handed through the continuation,
  /// because the thread sanitizer does not follow that way.
  var outcome: Outcome? { content.withLock { $0.outcome } }

  /// Has `waiter` resumed when it is over.
  func wait(_ waiter: CheckedContinuation<Void, Never>) {
    let isOver = content.withLock { content in
      if !content.isOver { content.waiter = waiter }
      return content.isOver
    }
    if isOver { waiter.resume() }
  }

  /// It is over, with this outcome, or `nil` when cancelled; only the first time counts.
  func finish(_ outcome: Outcome?) {
    let waiter = content.withLock { content -> CheckedContinuation<Void, Never>? in
      if !content.isOver { (content.isOver, content.outcome) = (true, outcome) }
      defer { content.waiter = nil }
      return content.waiter
    }
    waiter?.resume()
  }
}
