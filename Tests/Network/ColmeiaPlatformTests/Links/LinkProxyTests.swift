#if os(Linux)
  import ColmeiaTesting
  import TestSupport
  import Testing

  @testable import ColmeiaPlatform
  @testable import ColmeiaTransport

  /// Tests of links through a proxy, which is a small server here.
  @Suite(.blocking, .timeLimit(.minutes(10))) struct LinkProxyTests {
    private static func hostPort(of server: RawServer) -> String { "127.0.0.1:\(server.port)" }

    @Test func `A proxy forwards requests, and gets its password but not that of another server`() async throws {
      let proxy = try RawServer { request, connection in connection.answer(200, text: request.path) }
      defer { proxy.stop() }
      let environment = ["http_proxy": "http://user:p%40w@\(Self.hostPort(of: proxy))", "no_proxy": "internal.test"]
      let transport = LinkTransport(.patient, environment: environment)
      let request = HTTPRequest(.get, origin: "http://a.test:81", path: "/b", query: "c=d")
      #expect(try await transport.send(request).status == 200)
      #expect(try await transport.send(request).status == 200)
      await transport.shutdown()
      let got = try #require(proxy.requests.first)
      #expect(got.target == "http://a.test:81/b?c=d" && got.headers["Host"] == "a.test:81")
      #expect(got.headers["Proxy-Authorization"] == "Basic dXNlcjpwQHc=" && proxy.accepted.value == 1)
      let streams = LinkStreamTransport(.init(timeout: .patience), environment: environment)
      #expect(try await streams.open(request).head.status == 200)
      #expect(proxy.requests.last?.target == "http://a.test:81/b?c=d")
      await streams.shutdown()
    }

    @Test func `A server on this device is reached without the proxy`() async throws {
      let proxy = try RawServer { _, connection in connection.answer(502) }
      let server = try RawServer { _, connection in connection.answer(204) }
      defer {
        proxy.stop()
        server.stop()
      }
      let transport = LinkTransport(.patient, environment: ["http_proxy": Self.hostPort(of: proxy)])
      let request = HTTPRequest(.get, origin: server.origin, path: "/")
      #expect(try await transport.send(request).status == 204)
      await transport.shutdown()
      #expect(proxy.accepted.value == 0)
    }

    @Test func `A proxy opens a tunnel for TLS and for a WebSocket`() async throws {
      let proxy = try RawServer { request, connection in
        if request.method == HTTPMethod(rawValue: "CONNECT") {
          connection.send("HTTP/1.1 200 OK\r\n\r\n")
        } else {
          _ = SocketPeer(request, connection)
        }
      }
      defer { proxy.stop() }
      let environment = ["ALL_PROXY": Self.hostPort(of: proxy)]
      let transport = LinkTransport(.patient, environment: environment)
      let secure = HTTPRequest(.get, origin: "https://a.test", path: "/")
      // The proxy's other side doesn't speak TLS.
      let result = await LinkTransportTests.send(secure, over: transport)
      #expect(result == .failure(.tls(origin: "https://a.test")))
      await transport.shutdown()
      let sockets = LinkWebSocketTransport(reading: LinkReading(), timeout: .patience, environment: environment)
      let socket = try await sockets.open(
        HTTPRequest(.get, origin: "http://a.test:81", path: "/socket"), subprotocols: [])
      socket.close()
      await sockets.shutdown()
      #expect(proxy.requests.map(\.path) == ["a.test:443", "a.test:81", "/socket"])
    }

    @Test(arguments: ["http", "https"])
    func `An error of the proxy names the proxy without its password`(scheme: String) async throws {
      let transport = LinkTransport(.patient, environment: ["all_proxy": "http://u:hidden@127.0.0.1:1"])
      let request = HTTPRequest(.get, origin: "\(scheme)://a.test", path: "/")
      let result = await LinkTransportTests.send(request, over: transport)
      #expect(result == .failure(.unreachable(.refused, origin: "http://127.0.0.1:1")))
      await transport.shutdown()
    }

    private static let routes: [(String, String, address: String, origin: String)] = [
      ("http://h", "p.test", "http://p.test:1080/", "http://p.test:1080"),
      ("http://h", "HTTP://u@p.test:80/x", "http://p.test:80/", "http://p.test:80"),
      ("http://h", "http://[fe80::1]", "http://[fe80::1]:1080/", "http://[fe80::1]:1080"),
      ("https://h", "http://u:p@p.test:3128", "https://h/", "http://p.test:3128"),
      ("http://h", "https://p.test", "http://h/", "https://p.test:443"),
      ("http://h:81", "socks5h://p.test:9", "http://h:81/", "socks5h://p.test:9"),
    ]

    @Test(arguments: routes)
    func `The route leads to a proxy that forwards, or through a tunnel`(
      server: String, proxy: String, address: String, origin: String
    ) throws {
      let route = try LinkRoute(to: server, in: ["all_proxy": proxy])
      #expect(route.address == address && route.origin == origin)
      #expect(route.isForwarded == (address == origin + "/") && route.tunnel == (route.isForwarded ? nil : proxy))
    }

    @Test(arguments: ["http://", "http://a b", "http://p\r\n", "http://p:x", "http://u%zz@p"])
    func `A malformed proxy is an error that names the variables, not the address`(proxy: String) {
      #expect(throws: TransportError.declined(reason: ProxyVariables.malformed)) {
        try LinkRoute(to: "http://h", in: ["http_proxy": proxy])
      }
    }
  }
#endif
