import ColmeiaBase
import ColmeiaTransport

/// Limits the number of connections to each server. Those who want another one wait, and are served in order.
final class ConnectionSlots: Sendable {
  /// One who waits. Its bell rings when it gets a connection, or must check whether it still wants one.
  private final class Waiter: Sendable {
    let bell: Bell
    var id: ObjectIdentifier { ObjectIdentifier(self) }

    init(_ bell: Bell) { self.bell = bell }
  }

  private struct Line: Sendable {
    var connections = 0
    /// Those who wait, in order, and some who no longer do.
    var waiters: ArraySlice<Waiter> = []
  }

  private struct Content: Sendable {
    var lines: [String: Line] = [:]
    /// Those who wait.
    var waiting: Set<ObjectIdentifier> = []
    /// Those who got a connection and don't know it yet.
    var served: Set<ObjectIdentifier> = []
    var isShutDown = false

    /// Removes a connection from the count, or passes it on to the first who waits. Returns the bell to ring.
    mutating func give(_ origin: String) -> Bell? {
      while let next = lines[origin]?.waiters.popFirst() {
        if waiting.remove(next.id) == nil { continue }
        served.insert(next.id)
        return next.bell
      }
      let left = (lines[origin]?.connections ?? 1) - 1
      lines[origin] = left > 0 ? Line(connections: left) : nil
      return nil
    }
  }

  private let limit: Int
  private let content = Guarded(Content())

  /// Permits at most `limit` connections to one server at once.
  init(limit: Int) { self.limit = max(1, limit) }

  /// The number of connections.
  var count: Int { content.withLock { $0.lines.values.map(\.connections).reduce(0, +) } }
  /// The number of those who wait for a connection.
  var waiterCount: Int { content.withLock { $0.waiting.count } }
  /// Whether no more connections are permitted.
  var isShutDown: Bool { content.withLock { $0.isShutDown } }

  /// Counts a connection, after waiting until the server's limit permits one. Call ``give(_:)`` after its end.
  ///
  /// - Parameters:
  ///   - origin: The server.
  ///   - bell: A bell that rings when the result changes. It also rings when there is a connection.
  ///   - result: The result of the transfer that needs the connection, or `nil` if it is in progress.
  /// - Throws: The error of the transfer if it has failed while waiting, or `shutDown`.
  /// - Complexity: O(1), however many wait.
  nonisolated(nonsending) func acquire<Value>(
    _ origin: String, _ bell: Bell, _ result: () -> Result<Value, TransportError>?
  ) async throws(TransportError) {
    let waiter = Waiter(bell)
    var isNew = true
    while true {
      let rings = waiter.bell.rings
      var error: TransportError? = Task.isCancelled ? .cancelled : nil
      if case .failure(let failure) = result() { error = failure }
      let (isOver, next) = content.withLock { content -> (Bool, Bell?) in
        if content.isShutDown { error = .shutDown }
        let isServed = content.served.remove(waiter.id) != nil
        if error != nil {
          content.waiting.remove(waiter.id)
          return (true, isServed ? content.give(origin) : nil)
        }
        if isServed { return (true, nil) }
        if !isNew { return (false, nil) }
        if content.lines[origin, default: Line()].connections < limit {
          content.lines[origin, default: Line()].connections += 1
          return (true, nil)
        }
        content.lines[origin]?.waiters.append(waiter)
        content.waiting.insert(waiter.id)
        return (false, nil)
      }
      next?.ring()
      if let error { throw error }
      if isOver { return }
      isNew = false
      await waiter.bell.wait(after: rings)
    }
  }

  /// Removes a connection to a server from the count, or passes it on to the first who waits for one.
  func give(_ origin: String) { content.withLock { $0.give(origin) }?.ring() }

  /// Permits no more connections, and fails all who wait for one.
  func shutDown() {
    let bells = content.withLock { content in
      content.isShutDown = true
      return content.lines.values.flatMap(\.waiters).filter { content.waiting.contains($0.id) }.map(\.bell)
    }
    for bell in bells { bell.ring() }
  }
}
