import ColmeiaBase
import ColmeiaHTTP
import ColmeiaTransport
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One transfer of a URLSession, and the task that waits for its result.
///
/// An exchange ends exactly once: with a response, with an error, or because it is no longer wanted. In the last case,
/// the waiting task continues without waiting for URLSession, and then closes the exchange. Neither URLSession's thread
/// nor a cancellation handler may close it: closing waits for URLSession's queue, and while a server floods that queue,
/// incoming data would accumulate behind it.
final class Exchange: SessionTransfer {
  private struct Content: Sendable {
    var transfer: Transfer
    var waiter: CheckedContinuation<Void, Never>?
    var hold = TaskHold()
  }

  private let content: Guarded<Content>
  private let progress: (@Sendable (TransferProgress) -> Void)?

  init(_ request: HTTPRequest, _ options: TransferOptions, bodyLimit: Int) {
    progress = options.progress
    content = Guarded(
      Content(transfer: Transfer(request, bodyLimit: bodyLimit, uploadLength: options.upload?.length)))
  }

  /// The result, or `nil` while the exchange is in progress. It is read under the lock and not passed through the
  /// continuation, because the thread sanitizer doesn't follow that path.
  var result: Result<HTTPResponse, TransportError>? { content.withLock { $0.transfer.result } }

  /// Whether the head of the response has arrived.
  var hasHead: Bool { content.withLock { $0.transfer.hasHead } }

  /// Resumes `waiter` when the exchange ends. Returns whether the transfer is still to be started.
  func wait(_ waiter: CheckedContinuation<Void, Never>) -> Bool {
    let isToBegin = content.withLock { content in
      guard content.transfer.result == nil else { return false }
      content.waiter = waiter
      return true
    }
    if !isToBegin { waiter.resume() }
    return isToBegin
  }

  /// Starts `task`, unless the exchange has ended in the meantime.
  func begin(_ task: URLSessionTask) {
    let (isWanted, cancelled) = content.withLock { content in
      (content.transfer.result == nil, content.hold.begin(task))
    }
    if isWanted { task.resume() }
    cancelled?.cancel()
  }

  /// Cancels the task if the exchange ended before URLSession finished the task.
  func close() {
    let task = content.withLock { $0.hold.cancel() }
    task?.cancel()
  }

  /// Ends the exchange with `error`.
  func fail(_ error: TransportError) { change { $0.transfer.fail(error) } }

  /// Ends the exchange; the waiting task closes it.
  func shutDown() { fail(.shutDown) }

  func receive(head: HTTPResponse) { change { $0.transfer.receive(head: head) } }

  /// Processes a part of the body. URLSession delivers parts one after another, so progress is reported in order.
  func receive(_ bytes: Data) {
    change { $0.transfer.receive(bytes) }
    guard let progress, let now = content.withLock({ $0.transfer.progress }) else { return }
    progress(now)
  }

  /// Records that `count` more bytes of the request's body have been sent. URLSession reports them in order, and before
  /// it reports the response. The exchange adds them up itself, because on Linux URLSession's own total may already
  /// include later bytes.
  func sent(_ count: Int) {
    guard let now = content.withLock({ $0.transfer.sent(count) }) else { return }
    progress?(now)
  }

  /// Records that the server has sent an authentication challenge. It gets no credentials: its 401 is the response.
  func challenge() { content.withLock { $0.hold.isChallenged = true } }

  /// Calls `answer`, which lets URLSession continue, unless the exchange has ended.
  func proceed(_ answer: () -> Void) {
    guard content.withLock({ $0.transfer.result == nil && $0.hold.beginAnswer() }) else { return }
    answer()
    content.withLock { $0.hold.endAnswer() }?.cancel()
  }

  /// Handles the completion of the task by URLSession.
  func complete(_ error: (any Error)?) {
    change { content in
      content.hold.complete()
      guard let error, !(content.hold.isChallenged && content.transfer.hasHead) else {
        return content.transfer.complete()
      }
      // If the body was sent only in part, there was a connection and it was lost.
      let wasConnected = content.transfer.hasHead || content.transfer.isSending
      return content.transfer.fail(
        TransportError(
          error, origin: content.transfer.origin, hasHead: wasConnected,
          coding: content.transfer.coding))
    }
  }

  /// Makes a change, and resumes the waiting task if the change has ended the exchange.
  private func change(_ body: (inout Content) -> Bool) {
    let waiter = content.withLock { content in
      guard body(&content) else { return nil as CheckedContinuation<Void, Never>? }
      defer { content.waiter = nil }
      return content.waiter
    }
    waiter?.resume()
  }
}
