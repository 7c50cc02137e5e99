import TestSupport
import Testing

@testable import ColmeiaPlatform
@testable import ColmeiaTransport

/// Tests of the path that a server receives, which must be the same from all transports.
@Suite(.blocking, .timeLimit(.minutes(10))) struct PathTests {
  private static let paths = [
    ("/a/b", "/a/b"), ("/a/./b", "/a/b"), ("/a/../b", "/b"), ("/..", "/"), ("/.", "/"), ("/a/b/..", "/a/"),
    ("/a//../b", "/a/b"), ("/a//b", "/a//b"), ("/a/%2e%2E/b", "/b"), ("/a/.../..b", "/a/.../..b"), ("/", "/"),
    ("/a%2F..%2fb", "/a%2F..%2fb"),
  ]

  private func sent(_ send: (HTTPRequest) async throws -> Void) async throws -> [String] {
    let server = try RawServer { _, connection in connection.answer(200, text: "") }
    defer { server.stop() }
    for (path, _) in Self.paths {
      try await send(HTTPRequest(.get, origin: server.origin, path: path, query: "q=/../x"))
    }
    return server.requests.map(\.target)
  }

  private let expected = Self.paths.map { "\($0.1)?q=/../x" }

  @Test func `URLSession sends a path without dot segments`() async throws {
    let transport = URLSessionTransport(.patient)
    #expect(try await sent { _ = try await transport.send($0) } == expected)
    await transport.shutdown()
  }

  @Test(arguments: StreamTransportTests.Kind.allCases)
  func `A stream is requested at a path without dot segments`(kind: StreamTransportTests.Kind) async throws {
    let transport = StreamTransportTests.make(kind)
    #expect(try await sent { _ = try await transport.open($0) } == expected)
    await StreamTransportTests.shutDown(transport)
  }

  #if os(Linux)
    @Test func `A link sends a path without dot segments`() async throws {
      let transport = LinkTransport(.patient)
      #expect(try await sent { _ = try await transport.send($0) } == expected)
      await transport.shutdown()
    }

    @Test func `A WebSocket is opened at a path without dot segments`() async throws {
      let transport = LinkWebSocketTransport(timeout: .patience)
      #expect(try await sent { _ = try? await transport.open($0, subprotocols: []) } == expected)
      await transport.shutdown()
    }
  #endif

  @Test func `A redirect is followed to a path without dot segments`() async throws {
    let server = try RawServer { request, connection in
      if request.path == "/a" {
        connection.answer(302, ["Location: http://\(request.headers["Host"] ?? "")/b/../c/./%2E/d?/../e"], text: "")
      } else {
        connection.answer(200, text: "")
      }
    }
    defer { server.stop() }
    let transport = URLSessionTransport(.patient)
    _ = try await transport.send(HTTPRequest(.get, origin: server.origin, path: "/a"))
    #expect(server.requests.map(\.target) == ["/a", "/c/d?/../e"])
    await transport.shutdown()
  }
}
