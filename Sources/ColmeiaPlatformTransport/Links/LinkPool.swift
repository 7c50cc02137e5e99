#if os(Linux)
  import ColmeiaHTTP
  import ColmeiaSync
  import ColmeiaTransport

  /// The connections of a transport: how many there are to each server.
  final class LinkPool: Sendable {
    private struct Content: Sendable {
      var counts: [String: Int] = [:]
      var isShutDown = false
    }

    private let hub: LinkHub
    private let limit: Int
    private let certificates: String?
    private let content = Awaited(Content())

    init(_ hub: LinkHub, limit: Int, certificates: String?) {
      self.hub = hub
      self.limit = max(1, limit)
      self.certificates = certificates
    }

    /// How many connections there are.
    var count: Int { content.read { $0.counts.values.reduce(0, +) } }

    /// A new connection for this call, once there are not too many.
    nonisolated(nonsending) func connection(
      to origin: String, _ call: LinkCall
    ) async throws(TransportError) -> LinkConnection {
      let error = await content.first { content -> TransportError?? in
        if content.isShutDown { return .some(.shutDown) }
        if case .failure(let error) = call.result { return .some(error) }
        guard content.counts[origin, default: 0] < limit else { return .none }
        content.counts[origin, default: 0] += 1
        return .some(nil)
      }
      if let error = error ?? .cancelled { throw error }
      let connection = LinkConnection(origin, hub, self)
      connection.open(for: call, certificates: certificates)
      return connection
    }

    /// A connection has ended.
    func forget(_ connection: LinkConnection) {
      content.change { content in
        let left = content.counts[connection.origin, default: 1] - 1
        content.counts[connection.origin] = left > 0 ? left : nil
      }
    }

    /// A call that waits may have ended.
    func lookAgain() { content.change { _ in } }

    /// No other connection is opened, and nobody waits for one any more.
    func shutDown() { content.change { $0.isShutDown = true } }
  }
#endif
