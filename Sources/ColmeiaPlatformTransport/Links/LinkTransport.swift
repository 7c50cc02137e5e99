#if os(Linux)
  import ColmeiaHTTP
  import ColmeiaStorage
  import ColmeiaSync
  import ColmeiaTransport

  /// The transport over connections of bytes, as streams and sockets use them: `http` and `https`, HTTP/1.1 (a server may
  /// answer HTTP/1.0), on Linux.
  ///
  /// ``URLSessionTransport`` is the usual one: it uses the proxies of the environment and takes compressed answers. This one
  /// is for servers that you do not trust, and for callers that want strict parsing: an answer that has not exactly one length,
  /// is compressed though nobody has asked for it, or is cut, is an error, never another answer; each request has a
  /// connection of its own, so that what a server adds to an answer comes to nobody; the body of a redirect is not
  /// waited for; and a server that sends faster than it is read delays nobody else.
  ///
  /// Nothing is kept on disk, no cookies and no cache. Proxies are not used. Redirects are followed, without secrets when
  /// they lead to another origin.
  public final class LinkTransport: Transport {
    private let configuration: URLSessionTransport.Configuration
    private let hub: LinkHub
    private let pool: LinkPool
    private let deadlines: Deadlines

    /// A transport whose time-outs are those of `clock`.
    ///
    /// - Parameters:
    ///   - configuration: Limits and time-outs, as for `URLSessionTransport`.
    ///   - certificates: A file with the certificates that are trusted; `nil` for the system's.
    ///   - clock: Measures the time-outs.
    public init(
      _ configuration: URLSessionTransport.Configuration = URLSessionTransport.Configuration(),
      certificates: String? = nil, clock: any Clock<Duration> = ContinuousClock()
    ) {
      self.configuration = configuration
      hub = LinkHub(timeout: configuration.timeout)
      pool = LinkPool(hub, limit: configuration.connectionsPerHost, certificates: certificates)
      deadlines = Deadlines(clock)
    }

    deinit {
      pool.shutDown()
      hub.shutDown()
      deadlines.close()
    }

    /// How many connections are open or being opened.
    var connectionCount: Int { pool.count }

    /// Sends `request` and waits for the whole answer, whatever its status.
    nonisolated(nonsending) public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
      try await send(request, TransferOptions())
    }

    /// Does the same, and tells after each part of a body how much has gone or come. What has gone may still be in the
    /// system's buffers.
    nonisolated(nonsending) public func send(
      _ request: HTTPRequest, _ options: TransferOptions
    ) async throws(TransportError) -> HTTPResponse {
      try await configuration.send(request, options, deadlines, late: { [pool] in pool.lookAgain() }, exchange)
    }

    /// Ends what is being sent, with `TransportError.shutDown`, closes all connections, and refuses what would come.
    /// Returns when all are closed.
    nonisolated(nonsending) public func shutdown() async {
      pool.shutDown()
      hub.shutDown()
      deadlines.close()
      await hub.waitForEnd()
    }

    /// One request and its answer.
    nonisolated(nonsending) private func exchange(
      _ request: HTTPRequest, _ attempt: Attempt, _ options: TransferOptions, _ redirects: Redirects
    ) async throws(TransportError) -> HTTPResponse {
      let call = LinkCall(request, options, bodyLimit: min(options.bodyLimit, configuration.bodyLimit), redirects)
      attempt.begin(call)
      let connection = try await pool.connection(to: request.origin, call)
      let result = await call.run(over: connection)
      connection.abort()
      return try result.get()
    }
  }
#endif
