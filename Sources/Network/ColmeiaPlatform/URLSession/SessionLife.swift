import ColmeiaBase
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Manages a URLSession from its creation to its invalidation. The session is never called while a lock is held.
///
/// Creating a task in an invalidated session crashes, so the session is invalidated only while no task is being
/// created.
final class SessionLife: Sendable {
  private struct Content: Sendable {
    /// The session. It is `nil` before it is opened and after it has been invalidated: idle connections are closed once
    /// nothing retains the session.
    var session: URLSession?
    /// The number of threads that use the session now.
    var users = 0
    var isShutDown = false
  }

  private let content = Guarded(Content())
  private let end = Awaited(false)
  private let invalidate: @Sendable (URLSession) -> Void

  /// Creates the object that manages a session.
  ///
  /// - Parameter invalidate: Invalidates the session.
  init(_ invalidate: @escaping @Sendable (URLSession) -> Void) { self.invalidate = invalidate }

  /// Sets the session.
  func open(_ session: URLSession) { content.withLock { $0.session = session } }

  /// Whether the session creates no more tasks.
  var isShutDown: Bool { content.withLock { $0.isShutDown } }

  /// Whether the session and all of its tasks have ended.
  var isInvalid: Bool { end.read { $0 } }

  /// Calls `body`, which creates a task in the session. Returns `false` if the session is not open.
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

  /// Prevents new tasks, calls `body`, and invalidates the session once no thread uses it. Only the first call has an
  /// effect.
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

  /// Records that URLSession has ended the session.
  func ended() { end.change { $0 = true } }

  /// Waits until the session has ended its last task.
  nonisolated(nonsending) func waitForEnd() async { _ = await end.firstRegardless { $0 ? true : nil } }
}
