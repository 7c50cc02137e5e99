#if os(Linux)
  import ColmeiaBase
  import ColmeiaHTTP
  import ColmeiaTransport

  /// A WebSocket transport for Linux, where URLSession has no WebSockets. It uses the libcurl that FoundationNetworking
  /// provides, for `http` and `https` alike. The certificate of an `https` server is verified. The proxies of the
  /// environment are used (``ProxyVariables``).
  ///
  /// The transport owns its connections: they end when it is deallocated, so keep it for as long as you use them.
  public final class LinkWebSocketTransport: WebSocketTransport {
    private let hub: LinkHub
    private let limits: WebSocketMachine.Limits
    private let certificates: String?
    private let deadlines: Deadlines
    private let timeout: Duration
    private let patience: Duration
    private let random: @Sendable () -> UInt64

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - timeout: The maximum time to open a connection, including the handshake.
    ///   - limits: The limits on the size of messages and of unsent data.
    ///   - closing: How long a closed connection waits for the server to answer the close and to end the connection
    ///     (RFC 6455 §7.1.1).
    ///   - clock: The clock that measures `timeout` and `closing`.
    ///   - certificates: The path of a file with trusted certificates, or `nil` to use the system's.
    ///   - random: Returns unpredictable numbers, which are used for the nonce of the handshake and for the masks.
    public convenience init(
      timeout: Duration = .seconds(30), limits: WebSocketMachine.Limits = .init(), closing: Duration = .seconds(3),
      clock: any Clock<Duration> = ContinuousClock(), certificates: String? = nil,
      random: @escaping @Sendable () -> UInt64 = LinkWebSocketTransport.systemRandom
    ) {
      self.init(
        reading: LinkReading(), timeout: timeout, limits: limits, closing: closing, clock: clock,
        certificates: certificates, random: random)
    }

    package init(
      reading: LinkReading, timeout: Duration = .seconds(30), limits: WebSocketMachine.Limits = .init(),
      closing: Duration = .seconds(3), clock: any Clock<Duration> = ContinuousClock(), certificates: String? = nil,
      random: @escaping @Sendable () -> UInt64 = LinkWebSocketTransport.systemRandom,
      environment: [String: String]? = nil
    ) {
      hub = LinkHub(timeout: timeout, reading: reading, environment: environment ?? ProxyVariables.environment)
      self.timeout = timeout
      self.limits = limits
      deadlines = Deadlines(clock)
      patience = closing
      self.certificates = certificates
      self.random = random
    }

    /// Returns random numbers from the operating system.
    public static let systemRandom: @Sendable () -> UInt64 = {
      var generator = SystemRandomNumberGenerator()
      return generator.next()
    }

    deinit {
      hub.shutDown()
      deadlines.close()
    }

    /// Opens a connection and completes its handshake.
    ///
    /// - Throws: `WebSocketFailure` if the server can't be reached or refuses the connection.
    nonisolated(nonsending) public func open(
      _ request: HTTPRequest, subprotocols: [String]
    ) async throws(WebSocketFailure) -> any WebSocketConnection {
      let nonce = (0..<16).map { _ in UInt8(truncatingIfNeeded: random()) }
      let handshake: HTTPRequest
      do throws(RequestFault) {
        let checked = try request.checked()
        handshake = try WebSocketHandshake.request(
          checked.path, query: checked.query, origin: checked.origin, nonce: nonce, subprotocols: subprotocols,
          headers: checked.headers
        ).checked()
      } catch { throw .transport(.badRequest(error)) }
      let route: LinkRoute
      do throws(TransportError) {
        route = try LinkRoute(to: handshake.origin, isTunnel: true, in: hub.environment)
      } catch { throw .transport(error) }
      let connection = SocketConnection(handshake, route, limits: limits, hub, deadlines, patience: patience) {
        [random] in UInt32(truncatingIfNeeded: random())
      }
      try await connection.open(certificates: certificates, timeout: timeout)
      return OpenSocket(connection)
    }

    /// Whether the transport's thread is running. It runs while there are connections.
    var isRunning: Bool { hub.isRunning }

    /// Ends all connections immediately, including those that wait for their server to close, opens no new ones, and
    /// waits until the transport's thread has ended. Call this before the process exits, because exiting tears down
    /// libcurl's global state. You can call it more than once.
    nonisolated(nonsending) public func shutdown() async {
      hub.shutDown()
      deadlines.close()
      await hub.waitForEnd()
    }
  }
#endif
