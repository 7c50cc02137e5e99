import ColmeiaSync
import ColmeiaTransport

/// Limits the number of connections to each server. Those who want another one wait.
final class ConnectionSlots: Sendable {
  private struct Content: Sendable {
    var counts: [String: Int] = [:]
    var isShutDown = false
  }

  private let limit: Int
  private let content = Awaited(Content())

  /// Permits at most `limit` connections to one server at once.
  init(limit: Int) { self.limit = max(1, limit) }

  /// The number of connections.
  var count: Int { content.read { $0.counts.values.reduce(0, +) } }
  /// Whether no more connections are permitted.
  var isShutDown: Bool { content.read { $0.isShutDown } }

  /// Counts a connection, after waiting until the server's limit permits one. Call ``give(_:)`` after its end.
  ///
  /// - Parameters:
  ///   - origin: The server.
  ///   - result: The result of the transfer that needs the connection, or `nil` if it is in progress. Call
  ///     ``recheck()`` when it changes.
  /// - Throws: The error of the transfer if it has failed while waiting, or `shutDown`.
  nonisolated(nonsending) func take<Value>(
    _ origin: String, _ result: () -> Result<Value, TransportError>?
  ) async throws(TransportError) {
    let error = await content.first { content -> TransportError?? in
      if content.isShutDown { return .some(.shutDown) }
      if case .failure(let error) = result() { return .some(error) }
      guard content.counts[origin, default: 0] < limit else { return .none }
      content.counts[origin, default: 0] += 1
      return .some(nil)
    }
    if let error = error ?? .cancelled { throw error }
  }

  /// Removes a connection to a server from the count.
  func give(_ origin: String) {
    content.change { content in
      let left = content.counts[origin, default: 1] - 1
      content.counts[origin] = left > 0 ? left : nil
    }
  }

  /// Makes those who wait check again whether their transfer has ended.
  func recheck() { content.change { _ in } }

  /// Permits no more connections, and fails all who wait for one.
  func shutDown() { content.change { $0.isShutDown = true } }
}
