#if os(Linux)
  import ColmeiaBase
  import ColmeiaHTTP
  import ColmeiaStorage
  import ColmeiaTransport

  /// A transport for Linux over the same byte connections that streams and WebSockets use. It supports `http` and
  /// `https` with HTTP/1.1; a server may respond with HTTP/1.0.
  ///
  /// In most cases, use ``URLSessionTransport``, which uses the proxies of the environment and accepts compressed
  /// responses. Use `LinkTransport` for servers that you do not trust, for heads that URLSession on Linux doesn't accept
  /// although they are valid, or if you need strict parsing:
  ///
  /// - A compressed response is never requested, even if the request has an `Accept-Encoding`. A response with a
  ///   compression or an ambiguous length, or that is truncated, is an error and is never taken for another response.
  /// - Each request has its own connection, so bytes that a server appends to a response are discarded.
  /// - Header fields of white space are empty, those that are not UTF-8 are read as ISO 8859-1, and the status line needs
  ///   no phrase.
  /// - The body of a redirect is not awaited.
  /// - A server that sends faster than its response is read does not delay other requests.
  ///
  /// Nothing is stored on disk; there are no cookies and no cache. Proxies are not used. Redirects are followed,
  /// without secrets if they lead to another origin.
  public final class LinkTransport: Transport {
    private let configuration: URLSessionTransport.Configuration
    private let hub: LinkHub
    private let certificates: String?
    /// The connections that are open or being opened, limited per server.
    private let slots: ConnectionSlots
    private let deadlines: Deadlines

    /// Creates a transport that measures its timeouts with `clock`.
    ///
    /// - Parameters:
    ///   - configuration: The limits and timeouts, as for `URLSessionTransport`.
    ///   - certificates: The path of a file with trusted certificates, or `nil` to use the system's.
    ///   - clock: The clock that measures the timeouts.
    public init(
      _ configuration: URLSessionTransport.Configuration = URLSessionTransport.Configuration(),
      certificates: String? = nil, clock: any Clock<Duration> = ContinuousClock()
    ) {
      self.configuration = configuration
      hub = LinkHub(timeout: configuration.timeout)
      self.certificates = certificates
      slots = ConnectionSlots(limit: configuration.connectionsPerHost)
      deadlines = Deadlines(clock)
    }

    deinit {
      slots.shutDown()
      hub.shutDown()
      deadlines.close()
    }

    /// The number of connections that are open or being opened.
    var connectionCount: Int { slots.count }

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
      let call = LinkCall(request, options, bodyLimit: min(options.bodyLimit, configuration.bodyLimit), redirects)
      attempt.begin(call)
      try await slots.take(request.origin, attempt.bell) { call.result }
      let connection = LinkConnection(request.origin, hub, slots)
      connection.open(for: call, certificates: certificates)
      let result = await call.run(over: connection)
      connection.abort()
      return try result.get()
    }
  }
#endif
