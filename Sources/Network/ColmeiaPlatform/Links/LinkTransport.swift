#if os(Linux)
  import ColmeiaBase
  import ColmeiaHTTP
  import ColmeiaStorage
  import ColmeiaTransport

  /// A transport for Linux over the same byte connections that streams and WebSockets use. It supports `http` and
  /// `https` with HTTP/1.1; a server may respond with HTTP/1.0.
  ///
  /// It does what ``URLSessionTransport`` does, which is the usual one. Use `LinkTransport` for servers that you do not
  /// trust, for heads that URLSession on Linux doesn't accept although they are valid, or if you need strict parsing:
  ///
  /// - A response with an ambiguous length, or that is truncated, is an error and is never taken for another response.
  /// - A body in gzip is decoded; data that is damaged or cut is an error. Other codings are errors. Without zlib, which
  ///   comes with libcurl, no compression is requested.
  /// - Bytes that a server appends to a response end the connection, and are not taken for the next response if they arrive
  ///   before the next request is sent. With `keepsConnections: false`, this holds for all of them.
  /// - Header fields of white space are empty, those that are not UTF-8 are read as ISO 8859-1, and the status line needs
  ///   no phrase.
  /// - The body of a redirect is not awaited.
  /// - A server that sends faster than its response is read does not delay other requests.
  ///
  /// Nothing is stored on disk; there are no cookies and no cache. The proxies of the environment are used
  /// (``ProxyVariables``). Redirects are followed, without secrets if they lead to another origin.
  ///
  /// Connections are reused, as with ``URLSessionTransport``: a request that must not be sent twice has a new one. If the
  /// server closes a reused connection without a response, the request is sent once more. Up to 16 connections wait up to
  /// a minute for another request, and end with the transport. TLS sessions are resumed; of TLS
  /// 1.2, only those whose connections the server has ended with a `close_notify`.
  public final class LinkTransport: Transport {
    private let configuration: URLSessionTransport.Configuration
    private let hub: LinkHub
    private let certificates: String?
    /// The connections that are open or being opened, limited per server.
    private let slots: ConnectionSlots
    private let idle: IdleConnections
    private let deadlines: Deadlines

    /// Creates a transport that measures its timeouts with `clock`.
    ///
    /// - Parameters:
    ///   - configuration: The limits and timeouts, as for `URLSessionTransport`.
    ///   - certificates: The path of a file with trusted certificates, or `nil` to use the system's.
    ///   - clock: The clock that measures the timeouts.
    public convenience init(
      _ configuration: URLSessionTransport.Configuration = URLSessionTransport.Configuration(),
      certificates: String? = nil, clock: any Clock<Duration> = ContinuousClock()
    ) {
      self.init(configuration, certificates: certificates, clock: clock, environment: ProxyVariables.environment)
    }

    init(
      _ configuration: URLSessionTransport.Configuration, certificates: String? = nil,
      clock: any Clock<Duration> = ContinuousClock(), environment: [String: String]
    ) {
      self.configuration = configuration
      hub = LinkHub(timeout: configuration.timeout, environment: environment)
      self.certificates = certificates
      slots = ConnectionSlots(limit: configuration.connectionsPerHost)
      deadlines = Deadlines(clock)
      idle = IdleConnections(deadlines)
    }

    deinit {
      slots.shutDown()
      hub.shutDown()
      deadlines.close()
    }

    /// The number of connections that are open or being opened.
    var connectionCount: Int { slots.count + idle.count }

    /// Sends `request` and returns the complete response, whatever its status.
    ///
    /// - Throws: `TransportError` if no complete response arrives. An unsuccessful status is not an error.
    nonisolated(nonsending) public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
      try await send(request, TransferOptions())
    }

    /// Sends `request` with options and returns the complete response, whatever its status.
    ///
    /// Progress is reported after each part of a body that has been received, or of an upload that has been sent, and
    /// after the whole body of the request. Bytes that have been sent may still be in the operating system's buffers.
    ///
    /// - Throws: `TransportError` if no complete response arrives. An unsuccessful status is not an error.
    nonisolated(nonsending) public func send(
      _ request: HTTPRequest, _ options: TransferOptions
    ) async throws(TransportError) -> HTTPResponse {
      try await configuration.send(request, options, deadlines, exchange)
    }

    /// Ends all requests with `TransportError.shutDown`, closes all connections, and rejects later requests. Returns
    /// once all connections are closed.
    nonisolated(nonsending) public func shutdown() async {
      slots.shutDown()
      hub.shutDown()
      deadlines.close()
      await hub.waitForEnd()
    }

    /// Sends one request and returns its response, without following redirects.
    nonisolated(nonsending) private func exchange(
      _ request: HTTPRequest, _ attempt: Attempt, _ options: TransferOptions, _ redirects: Redirects
    ) async throws(TransportError) -> HTTPResponse {
      let route = try LinkRoute(to: request.origin, in: hub.environment)
      var mayReuse = options.upload == nil && !request.needsNewConnection
      while true {
        let call = LinkCall(
          request, options, bodyLimit: min(options.bodyLimit, configuration.bodyLimit), redirects,
          keepsConnection: configuration.keepsConnections)
        attempt.begin(call)
        try await slots.acquire(request.origin, attempt.bell) { call.result }
        // A connection that can't be reused makes room for the new one.
        var connection = idle.remove(request.origin) ?? LinkConnection(route, hub, slots, idle)
        let isReused = mayReuse && connection.reuse(for: call)
        if !isReused {
          connection.abort()
          connection = LinkConnection(route, hub, slots, idle)
          connection.open(for: call, certificates: certificates)
        }
        let result = await call.run(over: connection)
        if isReused, call.isLost {
          // The server may have closed the connection before the request arrived (RFC 9112 §9.3.1).
          mayReuse = false
          continue
        }
        if call.leavesConnection, configuration.keepsConnections { connection.keep() } else { connection.abort() }
        return try result.get()
      }
    }
  }
#endif
