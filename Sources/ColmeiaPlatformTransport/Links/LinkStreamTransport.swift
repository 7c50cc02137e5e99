#if os(Linux)
  import ColmeiaHTTP
  import ColmeiaSync
  import ColmeiaTransport

  /// Streams on Linux, over the libcurl that FoundationNetworking brings, as bytes: `http` and `https`, HTTP/1.1 (a server
  /// may answer HTTP/1.0). The certificate of `https` is checked. Proxies are not used. A sender is slowed down while
  /// nobody reads.
  ///
  /// Each stream has a connection of its own; one thread serves all. Redirects are followed, without secrets when they lead
  /// to another origin. An answer whose length is not sure, or that is compressed, which nobody has asked for, is
  /// `TransportError.badResponse(origin:)`.
  ///
  /// The transport owns its streams: they end with it.
  public final class LinkStreamTransport: StreamTransport {
    private let hub: LinkHub
    private let opener: StreamOpener

    /// A transport whose time-outs are those of `clock`.
    public init(
      _ configuration: StreamConfiguration = StreamConfiguration(), clock: any Clock<Duration> = ContinuousClock()
    ) {
      hub = LinkHub(timeout: configuration.timeout)
      opener = StreamOpener(configuration: configuration, deadlines: Deadlines(clock))
    }

    deinit {
      hub.shutDown()
      opener.deadlines.close()
    }

    /// Sends `request` and waits for the head of the answer, whatever its status.
    nonisolated(nonsending) public func open(
      _ request: HTTPRequest
    ) async throws(TransportError) -> any ByteStream {
      try await opener.open(request) { [hub, opener] request in
        var request = request
        // There will be no other request on this connection.
        request.headers["Connection"] = "close"
        return LinkExchange(request, opener.configuration, hub)
      }
    }

    /// Ends all streams with `TransportError.shutDown`, and opens no other.
    nonisolated(nonsending) public func shutdown() async {
      hub.shutDown()
      opener.deadlines.close()
    }
  }
#endif
