import ColmeiaServer
import ServerTestSupport
import TestSupport
import Testing

/// Tests that clients can't keep connections forever or exhaust the server's memory.
@Suite(.blocking, .timeLimit(.minutes(10))) struct PatienceTests {
  /// Sends pieces with this much time between them. Each time, it waits until the server has read the piece.
  private static func drip(
    _ pieces: [String], every span: Duration, _ clock: StepClock, _ server: LoopbackServer<Echo>, _ client: RawClient
  ) async throws {
    for piece in pieces {
      do { try client.send(piece) } catch { return }
      let probe = try RawClient(server.port)
      try probe.send(ServerTests.get("/probe"))
      _ = try probe.read(until: "GET /probe ")
      clock.advance(by: span)
      _ = await server.withHandler { _ in true }
    }
  }

  @Test func `Thousands of pipelined requests are handled in a loop, without recursion`() async throws {
    let server = try LoopbackServer(limits: .patient()) { Echo() }
    let (client, other) = (try RawClient(server.port), try RawClient(server.port))
    try client.send(String(repeating: "GET / HTTP/1.1\r\nHost: h\r\n\r\n", count: 5_000) + ServerTests.get("/last"))
    try other.send(ServerTests.get("/other"))
    _ = try other.read(until: "GET /other")
    _ = try client.read(until: "X-Count: 5")
    _ = try client.read(until: "GET /last")
    #expect(await server.withHandler { $0.count } == 5_002)
    await server.stop()
  }

  @Test func `A head that arrives byte by byte has the same timeout as any other`() async throws {
    let clock = StepClock()
    let server = try LoopbackServer(clock: clock) { Echo() }
    let client = try RawClient(server.port)
    try await Self.drip(["G", "E", "T", " ", "/"], every: .seconds(3), clock, server, client)
    #expect(try client.readAll(orReset: true).hasPrefix("HTTP/1.1 408 Request Timeout\r\n"))
    await server.stop()
  }

  @Test func `A body that arrives too slowly times out, and one at the minimum rate doesn't`() async throws {
    let clock = StepClock()
    let server = try LoopbackServer(limits: .with { $0.leastRate = 1 }, clock: clock) { Echo() }
    let slow = try RawClient(server.port)
    let head = "POST /x HTTP/1.1\r\nHost: h\r\nContent-Length: 100\r\n\r\n"
    try await Self.drip([head] + ["a", "a", "a", "a", "a"], every: .seconds(3), clock, server, slow)
    #expect(try slow.readAll(orReset: true).hasPrefix("HTTP/1.1 408 Request Timeout\r\n"))
    let steady = try RawClient(server.port)
    let tens = Array(repeating: "0123456789", count: 10)
    try await Self.drip([head] + tens, every: .seconds(6), clock, server, steady)
    _ = try steady.read(until: "POST /x 0123456789")
    await server.stop()
  }

  @Test func `A long response isn't cut because bytes follow the last request`() async throws {
    let clock = StepClock()
    // How much the server has sent when the clock is advanced depends on the kernel, so the rate isn't limited.
    let server = try LoopbackServer(limits: .with { $0.reading = .seconds(3_600) }, clock: clock) { Echo() }
    let client = try RawClient(server.port)
    // Old clients send a line break after the body (RFC 9112 §2.2).
    try client.send("POST /big HTTP/1.0\r\nHost: h\r\nContent-Length: 1\r\n\r\nx\r\n")
    for _ in 0..<8 {
      _ = try client.read(count: 1 << 20)
      clock.advance(by: .seconds(6))
      _ = await server.withHandler { _ in true }
    }
    #expect(try client.readAll().utf8.count > 24 << 20)
    await server.stop()
  }

  @Test func `Empty lines don't keep a connection open`() async throws {
    let clock = StepClock()
    let server = try LoopbackServer(clock: clock) { Echo() }
    let client = try RawClient(server.port)
    try await Self.drip(Array(repeating: "\r\n", count: 6), every: .seconds(4), clock, server, client)
    #expect(try client.readAll(orReset: true) == "")
    await server.stop()
  }

  @Test func `A listener that reads nothing is disconnected even if output continues`() async throws {
    let clock = StepClock()
    let server = try LoopbackServer(clock: clock) { FloodingHandler() }
    let (deaf, listener) = (try RawClient(server.port), try RawClient(server.port))
    for client in [deaf, listener] {
      try client.send(ServerTests.get("/listen"))
      _ = try client.read(until: "\r\n\r\n")
    }
    var left: Int?
    for _ in 0..<100 where left != 1 {
      server.post { $0.send(count: 1 << 20) }
      _ = try listener.read(count: 1 << 20)
      clock.advance(by: .seconds(3))
      left = await server.withHandler { $0.listeners.count }
    }
    #expect(left == 1)
    await server.stop()
  }

  @Test func `Above the memory limit, the connection with the most bytes is closed first`() async throws {
    let server = try LoopbackServer(limits: .patient(memory: 1 << 20)) { Echo() }
    let (large, small) = (try RawClient(server.port), try RawClient(server.port))
    let head = "POST /x HTTP/1.1\r\nHost: h\r\nContent-Length: 2000000\r\n\r\n"
    try small.send(head + String(repeating: "a", count: 1_000))
    let body = [UInt8](repeating: 97, count: 1_500_000)
    do { try large.send(Array(head.utf8) + body) } catch {}
    #expect(try large.readAll(orReset: true) == "")
    try small.send([UInt8](repeating: 97, count: 500_000))
    let probe = try RawClient(server.port)
    try probe.send(ServerTests.get("/probe"))
    _ = try probe.read(until: "GET /probe ")
    #expect(RawClient.openSockets(at: server.port) == 3)
    await server.stop()
  }

  @Test func `A client that sends too much can still read the response`() async throws {
    let server = try LoopbackServer { Echo() }
    let client = try RawClient(server.port)
    try client.send("POST /x HTTP/1.1\r\nHost: h\r\nContent-Length: 20000000\r\n\r\n")
    for _ in 0..<20 { try client.send([UInt8](repeating: 97, count: 1_000_000)) }
    #expect(try client.read(until: "\r\n").hasPrefix("HTTP/1.1 413 Content Too Large"))
    await server.stop()
  }

  @Test func `A client that still sends when its stream is finished can read all of it`() async throws {
    /// A handler that finishes a stream when it has received something.
    final class Brief: ServerHandler {
      var ends = 0
      func handle(_ request: HTTPRequest, _ exchange: UInt64) -> [ServerOutput] {
        [.upgrade(exchange, HTTPResponse(200))]
      }
      func receive(_ bytes: ArraySlice<UInt8>, _ stream: UInt64) -> [ServerOutput] {
        [.write(stream, Array("bye".utf8)), .finish(stream)]
      }
      func ended(_ stream: UInt64) -> [ServerOutput] {
        ends += 1
        return []
      }
    }
    let server = try LoopbackServer { Brief() }
    let client = try RawClient(server.port)
    try client.send(ServerTests.get("/a"))
    _ = try client.read(until: "\r\n\r\n")
    try client.send([UInt8](repeating: 97, count: 300_000))
    _ = try client.read(until: "bye")
    // A reset connection would refuse this.
    for _ in 0..<3 { try client.send([UInt8](repeating: 97, count: 100_000)) }
    #expect(try client.readAll() == "")
    #expect(await server.withHandler { $0.ends } == 1)
    client.close()
    await server.stop()
  }

  @Test func `A response contains its date`() async throws {
    let server = try LoopbackServer(limits: .patient(), date: { 784_111_777 }) { Echo() }
    let client = try RawClient(server.port)
    try client.send(ServerTests.get("/a"))
    #expect(try client.read(until: "\r\n\r\n").contains("\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\n"))
    await server.stop()
  }
}

/// A handler that sends the same bytes to all listeners.
private final class FloodingHandler: ServerHandler {
  private(set) var listeners: Set<UInt64> = []

  func handle(_ request: HTTPRequest, _ exchange: UInt64) -> [ServerOutput] {
    listeners.insert(exchange)
    return [.upgrade(exchange, HTTPResponse(200, headers: ["Transfer-Encoding": "chunked"]))]
  }

  func send(count: Int) -> [ServerOutput] {
    listeners.sorted().map { .write($0, Array(repeating: 120, count: count)) }
  }

  func ended(_ stream: UInt64) -> [ServerOutput] {
    listeners.remove(stream)
    return []
  }
}
