#if os(Linux)
  import ColmeiaHTTP
  import ColmeiaSync
  import ColmeiaTransport

  /// The connections of a transport, counted and limited per server.
  final class LinkPool: Sendable {
    private let hub: LinkHub
    private let certificates: String?
    private let slots: ConnectionSlots

    init(_ hub: LinkHub, limit: Int, certificates: String?) {
      self.hub = hub
      self.certificates = certificates
      slots = ConnectionSlots(limit: limit)
    }

    /// The number of connections that are open or being opened.
    var count: Int { slots.count }

    /// Returns a new connection for `call`, after waiting until the server's limit permits one.
    nonisolated(nonsending) func connection(
      to origin: String, _ call: LinkCall
    ) async throws(TransportError) -> LinkConnection {
      try await slots.take(origin) { call.result }
      let connection = LinkConnection(origin, hub, self)
      connection.open(for: call, certificates: certificates)
      return connection
    }

    /// Removes a connection that has ended from the count.
    func forget(_ connection: LinkConnection) { slots.give(connection.origin) }

    /// Makes waiting callers check again whether their call has ended.
    func recheck() { slots.recheck() }

    /// Opens no more connections, and fails all callers that wait for one.
    func shutDown() { slots.shutDown() }
  }
#endif
