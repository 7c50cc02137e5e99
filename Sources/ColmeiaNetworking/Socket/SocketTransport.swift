#if os(Linux)
  import ColmeiaHTTP
  import ColmeiaWebSocket

  /// WebSockets on Linux, where URLSession has none: over the libcurl that comes with it, `http` and `https` alike. The
  /// certificate of `https` is checked. Proxies are not used.
  public final class SocketTransport: WebSocketTransport {
    private let hub: LinkHub
    private let limits: WebSocketMachine.Limits
    private let certificates: String?
    private let random: @Sendable () -> UInt64

    /// A transport.
    ///
    /// - Parameters:
    ///   - timeout: how long a connection may take to come about.
    ///   - certificates: a file with the certificates that are trusted; `nil` for the system's.
    ///   - random: makes numbers that nobody can foretell, for the masks.
    public init(
      timeout: Duration = .seconds(30), limits: WebSocketMachine.Limits = .init(), certificates: String? = nil,
      random: @escaping @Sendable () -> UInt64 = SocketTransport.systemRandom
    ) {
      hub = LinkHub(timeout: timeout)
      self.limits = limits
      self.certificates = certificates
      self.random = random
    }

    /// The system's chance.
    public static let systemRandom: @Sendable () -> UInt64 = {
      var generator = SystemRandomNumberGenerator()
      return generator.next()
    }

    deinit { hub.shutDown() }

    /// Opens a connection.
    nonisolated(nonsending) public func open(
      _ request: HTTPRequest, subprotocols: [String]
    ) async throws(WebSocketFailure) -> any WebSocketConnection {
      if let fault = request.fault { throw .transport(.badRequest(fault)) }
      let nonce = (0..<16).map { _ in UInt8(truncatingIfNeeded: random()) }
      let handshake = WebSocketHandshake.request(
        request.path, query: request.query, origin: request.origin, nonce: nonce, subprotocols: subprotocols,
        headers: request.headers)
      let connection = SocketConnection(handshake, limits: limits, hub) { [random] in
        UInt32(truncatingIfNeeded: random())
      }
      try await connection.open(certificates: certificates)
      return connection
    }

    /// Ends all connections, and opens no other.
    public func shutdown() { hub.shutDown() }
  }
#endif
