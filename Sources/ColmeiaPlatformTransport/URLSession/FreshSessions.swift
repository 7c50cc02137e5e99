import ColmeiaSync
import ColmeiaTransport
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A separate session for each request that must not be sent on a connection that was used before.
///
/// If a reused connection ends during a request, libcurl sends the request again on another connection, whether or not
/// the server has processed it. Of a body it sends only the remainder, and the server waits for the rest. libcurl never
/// does this for a new connection.
final class FreshSessions: Sendable {
  private struct Content: Sendable {
    /// All open sessions, and some that have already ended.
    var sessions: [SessionDelegate] = []
    /// The numbers of transfers, by server.
    var counts: [String: Int] = [:]
    var isShutDown = false
  }

  private let limit: Int
  private let content = Awaited(Content())

  /// Creates an object that opens at most `limit` sessions for one server at once.
  init(limit: Int) { self.limit = max(1, limit) }

  /// The number of transfers that URLSession has not finished.
  var exchangeCount: Int { content.read { $0.sessions }.reduce(0) { $0 + $1.exchangeCount } }

  /// Opens a session for one transfer, after waiting until the server's limit permits one. Call ``close(_:_:)`` after
  /// the transfer. If the sessions have been shut down, the returned session starts no transfers.
  ///
  /// - Complexity: O(sessions that are open).
  nonisolated(nonsending) func open(
    to origin: String, _ exchange: Exchange
  ) async throws(TransportError) -> SessionDelegate {
    let error = await content.first { content -> TransportError?? in
      if content.isShutDown { return .some(.shutDown) }
      if case .failure(let error) = exchange.result { return .some(error) }
      guard content.counts[origin, default: 0] < limit else { return .none }
      content.counts[origin, default: 0] += 1
      return .some(nil)
    }
    if let error = error ?? .cancelled { throw error }
    let session = SessionDelegate()
    session.open(.keepingNothing(connectionsPerHost: 1))
    let isOpen = content.change { content in
      guard !content.isShutDown else { return false }
      content.sessions.removeAll { $0.isInvalid }
      content.sessions.append(session)
      return true
    }
    if !isOpen { session.shutDown() }
    return session
  }

  /// Closes a session after its transfer.
  func close(_ session: SessionDelegate, _ origin: String) {
    session.shutDown()
    content.change { content in
      let left = content.counts[origin, default: 1] - 1
      content.counts[origin] = left > 0 ? left : nil
    }
  }

  /// Makes waiting callers check again whether their exchange has ended.
  func recheck() { content.change { _ in } }

  /// Ends all transfers, and fails all callers that wait for a session. Returns the sessions, so that the caller can
  /// wait for their end.
  @discardableResult func shutDown() -> [SessionDelegate] {
    let sessions = content.change { content in
      content.isShutDown = true
      return content.sessions
    }
    for session in sessions { session.shutDown() }
    return sessions
  }
}
