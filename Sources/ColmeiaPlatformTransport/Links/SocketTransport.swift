#if os(Linux)
  import ColmeiaHTTP
  import ColmeiaSync
  import ColmeiaTransport
  import ColmeiaWebSocket

  /// WebSockets on Linux, where URLSession has none: over the libcurl that comes with it, `http` and `https` alike. The
  /// certificate of `https` is checked. Proxies are not used.
  public final class SocketTransport: WebSocketTransport {
    private let hub: LinkHub
    private let limits: WebSocketMachine.Limits
    private let certificates: String?
    private let deadlines: Deadlines
    private let timeout: Duration
    private let patience: Duration
    private let random: @Sendable () -> UInt64

    /// A transport.
    ///
    /// - Parameters:
    ///   - timeout: How long a connection may take to come about, the server's agreement included.
    ///   - limits: How long messages may be.
    ///   - closing: How long a closed connection waits for the server to agree and to end it (RFC 6455 §7.1.1).
    ///   - clock: Measures both.
    ///   - certificates: A file with the certificates that are trusted; `nil` for the system's.
    ///   - random: Makes numbers that nobody can foretell, for the masks.
    public init(
      timeout: Duration = .seconds(30), limits: WebSocketMachine.Limits = .init(), closing: Duration = .seconds(3),
      clock: any Clock<Duration> = ContinuousClock(), certificates: String? = nil,
      random: @escaping @Sendable () -> UInt64 = SocketTransport.systemRandom
    ) {
      hub = LinkHub(timeout: timeout)
      self.timeout = timeout
      self.limits = limits
      deadlines = Deadlines(clock)
      patience = closing
      self.certificates = certificates
      self.random = random
    }

    /// Random numbers of the operating system.
    public static let systemRandom: @Sendable () -> UInt64 = {
      var generator = SystemRandomNumberGenerator()
      return generator.next()
    }

    deinit { hub.shutDown() }

    /// Opens a connection and completes its handshake.
    nonisolated(nonsending) public func open(
      _ request: HTTPRequest, subprotocols: [String]
    ) async throws(WebSocketFailure) -> any WebSocketConnection {
      if let fault = request.fault { throw .transport(.badRequest(fault)) }
      let nonce = (0..<16).map { _ in UInt8(truncatingIfNeeded: random()) }
      let handshake = WebSocketHandshake.request(
        request.path, query: request.query, origin: request.origin, nonce: nonce, subprotocols: subprotocols,
        headers: request.headers)
      let connection = SocketConnection(handshake, limits: limits, hub, deadlines, patience: patience) { [random] in
        UInt32(truncatingIfNeeded: random())
      }
      try await connection.open(certificates: certificates, timeout: timeout)
      return connection
    }

    /// Whether its thread runs: as long as there are connections.
    var isRunning: Bool { hub.isRunning }

    /// Ends all connections at once, also those that wait for their servers to do so, opens no other, and waits until its
    /// thread has ended. To be called before the process ends: what libcurl uses goes with it. May be called again.
    nonisolated(nonsending) public func shutdown() async {
      hub.shutDown()
      deadlines.close()
      await hub.waitForEnd()
    }
  }
#endif
