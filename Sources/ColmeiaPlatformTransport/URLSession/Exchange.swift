import ColmeiaHTTP
import ColmeiaSync
import ColmeiaTransport
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One transfer of a URLSession, and the task that waits for its end.
///
/// It ends once: with an answer, with an error, or when it is not wanted any more. In the last case nobody waits for
/// URLSession to agree; who waited closes it. Neither URLSession's thread nor a cancellation handler may do that: closing
/// waits for URLSession's queue, and while a server floods it, what comes would pile up behind.
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

  /// How it ended; `nil` before. It is read under the lock, not handed through the continuation, because the thread
  /// sanitizer does not follow that way.
  var result: Result<HTTPResponse, TransportError>? { content.withLock { $0.transfer.result } }

  /// Whether a header has come.
  var hasHead: Bool { content.withLock { $0.transfer.hasHead } }

  /// Has `waiter` resumed at the end. Answers whether the transfer is still to be begun.
  func wait(_ waiter: CheckedContinuation<Void, Never>) -> Bool {
    let isToBegin = content.withLock { content in
      guard content.transfer.result == nil else { return false }
      content.waiter = waiter
      return true
    }
    if !isToBegin { waiter.resume() }
    return isToBegin
  }

  /// Begins `task`, unless the exchange has ended meanwhile.
  func begin(_ task: URLSessionTask) {
    let (isWanted, cancelled) = content.withLock { content in
      (content.transfer.result == nil, content.hold.begin(task))
    }
    if isWanted { task.resume() }
    cancelled?.cancel()
  }

  /// Closes its connection, if it ended before URLSession was done with it.
  func close() {
    let task = content.withLock { $0.hold.cancel() }
    task?.cancel()
  }

  /// Ends it with `error`.
  func fail(_ error: TransportError) { change { $0.transfer.fail(error) } }

  /// Who waits for it closes it.
  func shutDown() { fail(.shutDown) }

  func receive(head: HTTPResponse) { change { $0.transfer.receive(head: head) } }

  /// A part of the body has come. URLSession says so for one part after the other, so progress is in order.
  func receive(_ bytes: Data) {
    change { $0.transfer.receive(bytes) }
    guard let progress, let now = content.withLock({ $0.transfer.progress }) else { return }
    progress(now)
  }

  /// So many more bytes of the request's body have gone. URLSession says so in order, and before what it says of the
  /// answer's; what it says is the sum of them is that of a later moment, on Linux.
  func sent(_ count: Int) {
    guard let now = content.withLock({ $0.transfer.sent(count) }) else { return }
    progress?(now)
  }

  /// The server asks for a password, and gets none: its 401 is the answer.
  func challenge() { content.withLock { $0.hold.isChallenged = true } }

  /// Lets URLSession go on, unless the exchange has ended.
  func proceed(_ answer: () -> Void) {
    guard content.withLock({ $0.transfer.result == nil && $0.hold.beginAnswer() }) else { return }
    answer()
    content.withLock { $0.hold.endAnswer() }?.cancel()
  }

  /// URLSession is done with it.
  func complete(_ error: (any Error)?) {
    change { content in
      content.hold.isComplete = true
      guard let error, !(content.hold.isChallenged && content.transfer.hasHead) else {
        return content.transfer.complete()
      }
      // A body that was not taken whole: something was there that has gone.
      let wasConnected = content.transfer.hasHead || content.transfer.isSending
      return content.transfer.fail(TransportError(error, origin: content.transfer.origin, hasHead: wasConnected))
    }
  }

  /// Makes a change; when that was the end, resumes who waits.
  private func change(_ body: (inout Content) -> Bool) {
    let waiter = content.withLock { content in
      guard body(&content) else { return nil as CheckedContinuation<Void, Never>? }
      defer { content.waiter = nil }
      return content.waiter
    }
    waiter?.resume()
  }
}
