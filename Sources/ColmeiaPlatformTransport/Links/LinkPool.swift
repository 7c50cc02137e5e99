#if os(Linux)
  import ColmeiaHTTP
  import ColmeiaSync
  import ColmeiaTransport

  /// The connections of a transport, counted and limited per server.
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

    /// The number of connections that are open or being opened.
    var count: Int { content.read { $0.counts.values.reduce(0, +) } }

    /// Returns a new connection for `call`, after waiting until the server's limit permits one.
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

    /// Removes a connection that has ended from the count.
    func forget(_ connection: LinkConnection) {
      content.change { content in
        let left = content.counts[connection.origin, default: 1] - 1
        content.counts[connection.origin] = left > 0 ? left : nil
      }
    }

    /// Makes waiting callers check again whether their call has ended.
    func recheck() { content.change { _ in } }

    /// Opens no more connections, and fails all callers that wait for one.
    func shutDown() { content.change { $0.isShutDown = true } }
  }
#endif
