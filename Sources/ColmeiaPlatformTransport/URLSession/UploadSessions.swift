import ColmeiaSync
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A separate session for each upload, so that no upload uses a connection that was used before.
///
/// If a reused connection ends during a request, libcurl sends the request again on another connection, but of a body
/// stream it sends only the remainder, and the server waits for the rest. libcurl never does this for a new connection.
final class UploadSessions: Sendable {
  private struct Content: Sendable {
    /// All open sessions, and some that have already ended.
    var sessions: [SessionDelegate] = []
    var isShutDown = false
  }

  private let content = Guarded(Content())

  /// The number of transfers that URLSession has not finished.
  var exchangeCount: Int { content.withLock { $0.sessions }.reduce(0) { $0 + $1.exchangeCount } }

  /// Opens a session for one transfer. Call ``SessionDelegate/shutDown()`` after the transfer. If the sessions have
  /// been shut down, the returned session starts no transfers.
  ///
  /// - Complexity: O(uploads in progress).
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

  /// Ends all transfers. Returns the sessions, so that the caller can wait for their end.
  @discardableResult func shutDown() -> [SessionDelegate] {
    let sessions = content.withLock { content in
      content.isShutDown = true
      return content.sessions
    }
    for session in sessions { session.shutDown() }
    return sessions
  }
}
