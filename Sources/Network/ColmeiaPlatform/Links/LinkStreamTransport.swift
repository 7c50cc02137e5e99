#if os(Linux)
  import ColmeiaBase
  import ColmeiaHTTP
  import ColmeiaTransport

  /// A stream transport for Linux, over byte connections of the libcurl that FoundationNetworking provides.
  ///
  /// It supports `http` and `https` with HTTP/1.1; a server may respond with HTTP/1.0. The certificate of an `https`
  /// server is verified. The proxies of the environment are used (``ProxyVariables``). While the reader doesn't read, the
  /// sender is slowed down.
  ///
  /// Each stream has its own connection; a single thread serves all of them. Redirects are followed, without secrets if
  /// they lead to another origin. A compressed response is never requested. One with a compression or an ambiguous
  /// length throws `TransportError.badResponse`.
  ///
  /// The transport owns its streams: they end when it is deallocated.
  public final class LinkStreamTransport: StreamTransport {
    private let hub: LinkHub
    private let opener: StreamOpener

    /// Creates a transport that measures its timeouts with `clock`.
    public convenience init(
      _ configuration: StreamConfiguration = StreamConfiguration(), clock: any Clock<Duration> = ContinuousClock()
    ) {
      self.init(configuration, clock: clock, environment: ProxyVariables.environment)
    }

    init(
      _ configuration: StreamConfiguration, clock: any Clock<Duration> = ContinuousClock(),
      environment: [String: String]
    ) {
      hub = LinkHub(timeout: configuration.timeout, environment: environment)
      opener = StreamOpener(configuration: configuration, deadlines: Deadlines(clock))
    }

    deinit {
      hub.shutDown()
      opener.deadlines.close()
    }

    /// Sends `request` and returns the stream once the head of the response has arrived, whatever its status.
    ///
    /// - Throws: `TransportError` if no response begins. An unsuccessful status is not an error.
    nonisolated(nonsending) public func open(
      _ request: HTTPRequest
    ) async throws(TransportError) -> any ByteStream {
      try await opener.open(request) { [hub, opener] request throws(TransportError) in
        var request = request.closing
        request.headers["Accept-Encoding"] = "identity"
        return LinkExchange(
          request, opener.configuration, hub, try LinkRoute(to: request.origin, in: hub.environment))
      }
    }

    /// Whether the thread of the streams runs.
    var isRunning: Bool { hub.isRunning }

    /// Ends all streams with `TransportError.shutDown`, opens no new ones, and waits until all have ended.
    nonisolated(nonsending) public func shutdown() async {
      hub.shutDown()
      opener.deadlines.close()
      await hub.waitForEnd()
    }
  }
#endif
