import ColmeiaBase
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
  private let slots: ConnectionSlots
  /// All open sessions, and some that have already ended.
  private let sessions = Guarded<[SessionDelegate]>([])

  /// Creates an object that opens at most `limit` sessions for one server at once.
  init(limit: Int) { slots = ConnectionSlots(limit: limit) }

  /// The number of transfers that URLSession has not finished.
  var exchangeCount: Int { sessions.withLock { $0 }.reduce(0) { $0 + $1.exchangeCount } }

  /// Opens a session for one transfer, after waiting until the server's limit permits one. Call ``close(_:_:)`` after
  /// the transfer. If the sessions have been shut down, the returned session starts no transfers.
  ///
  /// - Complexity: O(sessions that are open).
  nonisolated(nonsending) func open(
    to origin: String, _ exchange: Exchange, _ bell: Bell
  ) async throws(TransportError) -> SessionDelegate {
    try await slots.acquire(origin, bell) { exchange.result }
    let session = SessionDelegate()
    session.open(.keepingNothing(connectionsPerHost: 1))
    let isOpen = sessions.withLock { sessions in
      sessions.removeAll { $0.isInvalid }
      sessions.append(session)
      return !slots.isShutDown
    }
    if !isOpen { session.shutDown() }
    return session
  }

  /// Closes a session after its transfer.
  func close(_ session: SessionDelegate, _ origin: String) {
    session.shutDown()
    slots.give(origin)
  }

  /// Ends all transfers, and fails all callers that wait for a session. Returns the sessions, so that the caller can
  /// wait for their end.
  @discardableResult func shutDown() -> [SessionDelegate] {
    slots.shutDown()
    let sessions = sessions.withLock { $0 }
    for session in sessions { session.shutDown() }
    return sessions
  }
}
