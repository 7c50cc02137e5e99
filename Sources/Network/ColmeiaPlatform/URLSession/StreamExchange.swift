import ColmeiaBase
import ColmeiaHTTP
import ColmeiaTransport
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One stream of a URLSession. As with ``Exchange``, the reader closes it, never URLSession's own thread.
final class StreamExchange: StreamSource, SessionTransfer {
  private struct Content: Sendable {
    var hold = TaskHold()
    /// Whether the stream is no longer wanted.
    var isOver = false
  }

  let inbox = Awaited(StreamBuffer())
  private let content = Guarded(Content())
  private let origin: String
  private let unreadLimit: Int

  init(_ request: HTTPRequest, unreadLimit: Int) {
    origin = request.origin
    self.unreadLimit = unreadLimit
  }

  /// Does nothing, because URLSession can't be paused.
  func drained() {}

  func close() { end(.cancelled) }

  /// Cancels the task immediately, because the reader may be busy for a long time before it closes the stream.
  func shutDown() { end(.shutDown) }

  private func end(_ error: TransportError) {
    fail(error)
    let task = content.withLock { $0.hold.cancel() }
    task?.cancel()
  }

  func fail(_ error: TransportError) {
    content.withLock { $0.isOver = true }
    inbox.change { $0.fail(error) }
  }
}

// Callbacks of the session.
extension StreamExchange {
  var hasHead: Bool { inbox.read { $0.head != nil } }

  func begin(_ task: URLSessionTask) {
    let (isWanted, cancelled) = content.withLock { content in
      (!content.isOver, content.hold.begin(task))
    }
    if isWanted { task.resume() }
    cancelled?.cancel()
  }

  func receive(head: HTTPResponse) {
    if head.status >= 200 { inbox.change { $0.begin(head) } }
  }

  func receive(_ bytes: Data) {
    let isTooMuch = inbox.change { inbox in
      if bytes.count > unreadLimit - inbox.unread { return true }
      inbox.append(bytes)
      return false
    }
    if isTooMuch { fail(.flooded(limit: unreadLimit, origin: origin)) }
  }

  func challenge() { content.withLock { $0.hold.isChallenged = true } }

  func proceed(_ answer: () -> Void) {
    guard content.withLock({ !$0.isOver && $0.hold.beginAnswer() }) else { return }
    answer()
    content.withLock { $0.hold.endAnswer() }?.cancel()
  }

  func complete(_ error: (any Error)?) {
    let isChallenged = content.withLock { content in
      content.hold.complete()
      return content.hold.isChallenged
    }
    inbox.change { inbox in
      let hasHead = inbox.head != nil
      if let error, !(isChallenged && hasHead) {
        inbox.cut(TransportError(error, origin: origin, hasHead: hasHead))
      } else if hasHead {
        inbox.end()
      } else {
        inbox.cut(.badResponse(origin: origin))
      }
    }
  }
}
