import ColmeiaSync
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A session for each upload, so that none goes on a connection that was used before.
///
/// When a kept connection ends under a request, libcurl sends the request again on another one, but of a stream only what
/// is left: the server would wait for the rest. Only a connection that is new is not exchanged so.
final class UploadSessions: Sendable {
  private struct Content: Sendable {
    /// Those that have not ended, and some that have.
    var sessions: [SessionDelegate] = []
    var isShutDown = false
  }

  private let content = Guarded(Content())

  /// How many transfers URLSession has not finished with.
  var exchangeCount: Int { content.withLock { $0.sessions }.reduce(0) { $0 + $1.exchangeCount } }

  /// A session for one transfer, after which ``SessionDelegate/shutDown()`` is called; one that begins nothing, once all
  /// is shut down.
  ///
  /// - Complexity: O(uploads under way).
  func open(_ configuration: URLSessionConfiguration) -> SessionDelegate {
    let session = SessionDelegate()
    session.open(configuration)
    let isOpen = content.withLock { content in
      guard !content.isShutDown else { return false }
      content.sessions.removeAll { $0.isInvalid }
      content.sessions.append(session)
      return true
    }
    if !isOpen { session.shutDown() }
    return session
  }

  /// Ends all transfers. Answers the sessions whose end can be waited for.
  @discardableResult func shutDown() -> [SessionDelegate] {
    let sessions = content.withLock { content in
      content.isShutDown = true
      return content.sessions
    }
    for session in sessions { session.shutDown() }
    return sessions
  }
}
