import ColmeiaSync
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A URLSession from its making to its end. It is never called under a lock.
///
/// A task of an invalidated session would be a crash, so a session is invalidated when no task of it is being made.
final class SessionLife: Sendable {
  private struct Content: Sendable {
    /// `nil` before it is opened, and once it is invalidated: idle connections are closed when nobody holds it any more.
    var session: URLSession?
    /// How many use the session now.
    var users = 0
    var isShutDown = false
    var isInvalid = false
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let content = Guarded(Content())
  private let invalidate: @Sendable (URLSession) -> Void

  /// - Parameter invalidate: invalidates the session.
  init(_ invalidate: @escaping @Sendable (URLSession) -> Void) { self.invalidate = invalidate }

  /// Begins with this session.
  func open(_ session: URLSession) { content.withLock { $0.session = session } }

  /// Whether it makes no more tasks.
  var isShutDown: Bool { content.withLock { $0.isShutDown } }

  /// Whether it has ended, with all its tasks.
  var isInvalid: Bool { content.withLock { $0.isInvalid } }

  /// Has `body` make a task; `false` when there is no session any more.
  func use(_ body: (URLSession) -> Void) -> Bool {
    let session = content.withLock { content -> URLSession? in
      guard let session = content.session, !content.isShutDown else { return nil }
      content.users += 1
      return session
    }
    guard let session else { return false }
    body(session)
    leave()
    return true
  }

  /// Makes no more tasks; invalidates the session after `body`, and after those who use it. Only the first call does
  /// anything.
  func shutDown(_ body: () -> Void) {
    let isFirst = content.withLock { content in
      guard content.session != nil, !content.isShutDown else { return false }
      content.isShutDown = true
      content.users += 1
      return true
    }
    guard isFirst else { return }
    body()
    leave()
  }

  private func leave() {
    let session = content.withLock { content -> URLSession? in
      content.users -= 1
      guard content.isShutDown, content.users == 0 else { return nil }
      defer { content.session = nil }
      return content.session
    }
    session.map(invalidate)
  }

  /// URLSession says that it has ended.
  func ended() {
    let waiters = content.withLock { content in
      content.isInvalid = true
      defer { content.waiters = [] }
      return content.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Has `waiter` resumed when the session has ended its last task.
  func whenInvalid(_ waiter: CheckedContinuation<Void, Never>) {
    let isOver = content.withLock { content in
      if !content.isInvalid { content.waiters.append(waiter) }
      return content.isInvalid
    }
    if isOver { waiter.resume() }
  }
}
