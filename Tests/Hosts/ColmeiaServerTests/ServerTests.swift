import ColmeiaBase
import ColmeiaPlatform
import ColmeiaServer
import Foundation
import ServerTestSupport
import TestSupport
import Testing

/// A handler that echoes the request. Some paths misbehave.
final class Echo: ServerHandler {
  var count = 0
  func handle(_ request: HTTPRequest, _ exchange: UInt64) -> [ServerOutput] {
    count += 1
    let response = HTTPResponse(
      200, headers: ["X-Count": "\(count)"], body: Array("\(request.method) \(request.target) ".utf8) + request.body)
    switch request.path {
    case "/never": return []
    case "/close": return [.close(exchange)]
    case "/late": return [.respond(exchange, response, after: .milliseconds(20))]
    case "/big": return [.respond(exchange, HTTPResponse(200, body: Array(repeating: 120, count: 32 << 20)))]
    case "/blank": return [.respond(exchange, HTTPResponse(200, headers: ["X-A": " ", "X-B": "", "X-C": "c"]))]
    case "/bad": return [.respond(exchange, HTTPResponse(200, headers: ["X": "a\r\nB: c"]))]
    default: return [.respond(exchange, response)]
    }
  }
}

@Suite(.blocking, .timeLimit(.minutes(10))) struct ServerTests {
  private static let epoch = "Thu, 01 Jan 1970 00:00:00 GMT"

  static func get(_ path: String, _ more: String = "") -> String { "GET \(path) HTTP/1.1\r\nHost: h\r\n\(more)\r\n" }

  @Test func `Pipelined requests of one connection get their responses in order`() async throws {
    let server = try LoopbackServer(limits: .patient()) { Echo() }
    let client = try RawClient(server.port)
    try client.send(Self.get("/a") + Self.get("/late") + "POST /b HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nhi")
    let text = try client.read(until: "POST /b hi")
    let indices = ["GET /a ", "GET /late ", "POST /b hi"].compactMap { text.range(of: $0)?.lowerBound }
    #expect(indices.count == 3 && indices == indices.sorted())
    try client.send(Self.get("/c", "Connection: close\r\n"))
    #expect(try client.readAll().contains("Connection: close"))
    await server.stop()
  }

  @Test func `A client with HTTP/1.0 is told whether its connection stays open`() async throws {
    let server = try LoopbackServer(limits: .patient()) { Echo() }
    let client = try RawClient(server.port)
    try client.send("GET /a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
    #expect(try client.read(until: "GET /a ").contains("\r\nConnection: keep-alive\r\n"))
    try client.send("GET /b HTTP/1.0\r\n\r\n")
    #expect(try client.readAll().contains("\r\nConnection: close\r\n"))
    await server.stop()
  }

  @Test func `Values are sent as they are, also blank ones, which are empty for links and refused by URLSession`()
    async throws
  {
    let server = try LoopbackServer(limits: .patient()) { Echo() }
    let client = try RawClient(server.port)
    try client.send(Self.get("/blank", "Connection: close\r\n"))
    #expect(try client.readAll().contains("\r\nX-A:  \r\nX-B: \r\nX-C: c\r\n"))
    let request = HTTPRequest(.get, origin: server.origin, path: "/blank")
    #if os(Linux)
      let links = LinkTransport()
      let response = try await links.send(request)
      #expect(["X-A", "X-B", "X-C"].map { response.headers[$0] } == ["", "", "c"])
      await links.shutdown()
      let transport = URLSessionTransport()
      await #expect(throws: TransportError.badResponse(origin: server.origin, fault: .refusedByURLSession())) {
        try await transport.send(request)
      }
      await transport.shutdown()
    #endif
    await server.stop()
  }

  @Test(arguments: [
    ("/close", ""),
    (
      "/bad",
      "HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\nDate: \(epoch)\r\nConnection: close\r\n\r\n"
    ),
  ])
  func `A handler can break the connection but not the protocol`(path: String, answer: String) async throws {
    let server = try LoopbackServer(limits: .patient(), date: { 0 }) { Echo() }
    let client = try RawClient(server.port)
    try client.send(Self.get(path, path == "/bad" ? "Connection: close\r\n" : ""))
    #expect(try client.readAll() == answer)
    await server.stop()
  }

  @Test func `HEAD has the length of the body, but no body`() async throws {
    let server = try LoopbackServer(limits: .patient()) { Echo() }
    let client = try RawClient(server.port)
    try client.send("HEAD /a HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
    let text = try client.readAll()
    #expect(text.contains("Content-Length: 8\r\n") && text.hasSuffix("\r\n\r\n"))
    await server.stop()
  }

  @Test func `Input that isn't HTTP gets an error status, and the connection is closed`() async throws {
    let server = try LoopbackServer(limits: .patient()) { Echo() }
    let client = try RawClient(server.port)
    try client.send("\u{16}\u{3}\u{1}garbage\r\n\r\n")
    #expect(try client.readAll().hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
    await server.stop()
  }

  @Test func `A client with an incomplete request or an idle connection times out`() async throws {
    let clock = StepClock()
    let server = try LoopbackServer(clock: clock) { Echo() }
    let (slow, idle, waiting) = (try RawClient(server.port), try RawClient(server.port), try RawClient(server.port))
    try idle.send(Self.get("/a"))
    _ = try idle.read(until: "GET /a ")
    try waiting.send(Self.get("/never"))
    try slow.send("GET /a HTTP/1.1\r\nHo")
    // When the server responds to a fourth client, it has seen the other three.
    let probe = try RawClient(server.port)
    try probe.send(Self.get("/b"))
    _ = try probe.read(until: "GET /b")
    clock.advance(by: .seconds(11))
    server.post { _ in [] }
    #expect(try slow.readAll().hasPrefix("HTTP/1.1 408 Request Timeout\r\n"))
    clock.advance(by: .seconds(50))
    server.post { _ in [] }
    #expect(try idle.readAll() == "")
    await server.stop(patience: .zero)
    #expect(try waiting.readAll() == "")
  }

  @Test func `A client that doesn't read is disconnected`() async throws {
    let clock = StepClock()
    let server = try LoopbackServer(clock: clock) { Echo() }
    let client = try RawClient(server.port)
    try client.send(Self.get("/big"))
    _ = try client.read(until: "200 OK")
    // The bytes read so far may have let the server write once more. After that nothing moves, and the connection times
    // out.
    let probe = try RawClient(server.port)
    for round in 0..<3 {
      clock.advance(by: .seconds(11))
      try probe.send(Self.get("/\(round)"))
      _ = try probe.read(until: "GET /\(round) ")
    }
    #expect(try client.readAll(orReset: true).utf8.count < 32 << 20)
    await server.stop()
  }

  @Test func `A thousand connections with many requests each leave no open descriptors`() async throws {
    DescriptorLimit.raise()
    let server = try LoopbackServer(limits: .patient(connections: 1_100)) { Echo() }
    let clients = try (0..<1_000).map { _ in try RawClient(server.port) }
    let rounds = ThisProcess.number("COLMEIA_REQUESTS", otherwise: 20_000) / clients.count
    for round in 0..<rounds {
      for client in clients { try client.send(Self.get("/\(round)")) }
      for client in clients { _ = try client.read(until: "GET /\(round) ") }
    }
    // Counts on the server's thread, before idle connections time out after a minute.
    let port = server.port
    let counts = await server.withHandler { ($0.count, RawClient.openSockets(at: port)) }
    let (count, open) = try #require(counts)
    #expect(count == rounds * clients.count && open >= 1_000)
    for client in clients { client.close() }
    await server.stop()
    await server.stop()
    #expect(RawClient.openSockets(at: server.port) == 0)
    #expect(await server.withHandler { $0.count } == nil)
  }

  @Test func `Connections beyond the limit wait until another one is closed`() async throws {
    let server = try LoopbackServer(limits: .patient(connections: 1)) { Echo() }
    let (first, second) = (try RawClient(server.port), try RawClient(server.port))
    try second.send(Self.get("/second"))
    try first.send(Self.get("/first"))
    #expect(try first.read(until: "GET /first").contains("X-Count: 1\r\n"))
    first.close()
    #expect(try second.read(until: "GET /second").contains("X-Count: 2\r\n"))
    await server.stop()
  }

  @Test func `The server ends even if its clock stands still and a client doesn't read`() async throws {
    let server = try LoopbackServer(clock: StepClock()) { Echo() }
    let (deaf, waiting) = (try RawClient(server.port), try RawClient(server.port))
    try deaf.send(Self.get("/big"))
    try waiting.send(Self.get("/never"))
    // Waits until the server has handled both requests as far as possible.
    await poll(for: "both requests") { await server.withHandler { $0.count } == 2 }
    await server.stop(patience: .milliseconds(1))
    #expect(await server.withHandler { $0.count } == nil)
    #expect(try waiting.readAll() == "")
  }

  @Test func `Clients that disconnect at any byte leave no resources and don't delay the end`() async throws {
    let server = try LoopbackServer(limits: .patient()) { Echo() }
    let text = Self.get("/a") + "POST /never HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nhi" + Self.get("/b")
    for count in 0...text.utf8.count {
      let client = try RawClient(server.port)
      try client.send(Array(text.utf8.prefix(count)))
      client.close()
    }
    let last = try RawClient(server.port)
    try last.send(Self.get("/last"))
    _ = try last.read(until: "GET /last ")
    await server.stop(patience: .milliseconds(1))
    #expect(RawClient.openSockets(at: server.port) == 0)
  }

  @Test func `A cancelled task stops waiting for the server's end`() async throws {
    let server = try LoopbackServer { Echo() }
    let waiting = Task { await server.ended() }
    waiting.cancel()
    await waiting.value
    #expect(await server.withHandler { $0.count } == 0)
    // Stopping waits even in a cancelled task, because the server must persist its changes.
    let stopping = Task {
      await Bell().wait(after: 0)  // waits until it is cancelled
      await server.stop()
      return await server.withHandler { $0.count } == nil
    }
    stopping.cancel()
    #expect(await stopping.value)
    await server.ended()
  }

  @Test func `A port that is in use gives an error`() async throws {
    let server = try LoopbackServer(limits: .patient()) { Echo() }
    #expect(throws: ServerError.portInUse(server.port)) { try LoopbackServer(port: server.port) { Echo() } }
    await server.stop()
  }

  @Test(arguments: ["300.1.1.1", "localhost", "", "::1", "192.0.2.1"])
  func `An address that this machine doesn't have is reported`(address: String) {
    #expect(throws: ServerError.noAddress(address)) {
      _ = try LoopbackServer(address: address) { Echo() }
    }
  }

  @Test func `A client that expects 100 Continue gets it before it sends the body`() async throws {
    let server = try LoopbackServer(limits: .patient()) { Echo() }
    let client = try RawClient(server.port)
    try client.send("POST /x HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
    _ = try client.read(until: "HTTP/1.1 100 Continue\r\n\r\n")
    try client.send("ok")
    _ = try client.read(until: "POST /x ok")
    await server.stop()
  }
}
