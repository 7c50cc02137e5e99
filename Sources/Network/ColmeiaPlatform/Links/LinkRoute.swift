#if os(Linux)
  import ColmeiaHTTP
  import ColmeiaTransport

  /// How a server is reached: directly, through a tunnel that a proxy opens, or by a proxy that forwards requests.
  struct LinkRoute: Sendable {
    /// The origin of the server.
    let server: String
    /// The address to connect to.
    let address: String
    /// The origin of the server or proxy to connect to, for errors.
    let origin: String
    /// The address of the proxy that opens a tunnel, perhaps with a password.
    var tunnel: String?
    /// Whether a proxy forwards the requests.
    var isForwarded = false
    /// The value of `Proxy-Authorization` for a proxy that forwards requests.
    private var authorization: String?

    /// Finds the route to a server.
    ///
    /// - Parameters:
    ///   - origin: The server.
    ///   - isTunnel: Whether a proxy must open a tunnel, as for WebSockets (RFC 6455 §4.1). For `https`, it always does.
    ///   - environment: The variables of the environment.
    init(to server: String, isTunnel: Bool = false, in environment: [String: String]) throws(TransportError) {
      self.server = server
      guard let proxy = ProxyVariables.proxy(for: server, in: environment) else {
        (address, origin) = (server + "/", server)
        return
      }
      let scheme = proxy.firstRange(of: "://").map { proxy[..<$0.lowerBound].lowercased() } ?? "http"
      let authority = (proxy.firstRange(of: "://").map { proxy[$0.upperBound...] } ?? proxy[...]).prefix { $0 != "/" }
      let user = authority.lastIndex(of: "@").map { authority[..<$0] }
      let hostPort = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
      guard WebAddress(rawValue: "http://\(hostPort)") != nil else { throw .declined(reason: ProxyVariables.malformed) }
      let hasPort = hostPort.drop { $0 != "]" }.contains(":") || !hostPort.hasPrefix("[") && hostPort.contains(":")
      // The ports are those of libcurl.
      origin = "\(scheme)://\(hostPort)" + (hasPort ? "" : scheme == "https" ? ":443" : ":1080")
      guard scheme == "http", server.hasPrefix("http:"), !isTunnel else {
        (address, tunnel) = (server + "/", proxy)
        return
      }
      (address, isForwarded) = (origin + "/", true)
      guard let user else { return }
      let parts = user.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(PercentEncoding.decode)
      guard let name = parts[0], let password = parts.count > 1 ? parts[1] : "" else {
        throw .declined(reason: ProxyVariables.malformed)
      }
      authorization = "Basic " + BasicAuthorization.credentials(name, password)
    }

    /// Returns the error for a result code. While a connection is opened, all but TLS concerns the proxy.
    func error(_ code: CurlCode, isOpen: Bool) -> TransportError {
      TransportError(code, origin: isOpen || CurlCode.insecure.contains(code) ? server : origin)
    }

    /// Returns the request as it is sent on this route (RFC 9112 §3.2.2).
    func request(_ request: HTTPRequest) -> HTTPRequest {
      guard isForwarded else { return request }
      var request = request
      request.path = request.origin + request.path
      if let authorization { request.headers["Proxy-Authorization"] = authorization }
      return request
    }
  }
#endif
