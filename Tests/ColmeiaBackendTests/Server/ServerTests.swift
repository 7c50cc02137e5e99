import ColmeiaBackend
import ColmeiaHTTP
import ColmeiaPlatformTransport
import ColmeiaSync
import Foundation
import Synchronization
import TestSupport
import Testing

/// Answers with what was asked; some paths misbehave.
final class Echo: ServerHandler {
  var count = 0
  func handle(_ request: HTTPRequest, _ exchange: UInt64) -> [ServerOutput] {
    count += 1
    let response = HTTPResponse(
      200, headers: ["X-Count": "\(count)"], body: Array("\(request.method) \(request.target) ".utf8) + request.body)
    switch request.path {
    case "/never": return []
    case "/close": return [.close(exchange)]
    case "/cut": return [.cut(exchange, response, bytes: 30)]
    case "/late": return [.respond(exchange, response, after: .milliseconds(20))]
    case "/big": return [.respond(exchange, HTTPResponse(200, body: Array(repeating: 120, count: 32 << 20)))]
    case "/blank": return [.respond(exchange, HTTPResponse(200, headers: ["X-A": " ", "X-B": "", "X-C": "c"]))]
    case "/bad": return [.respond(exchange, HTTPResponse(200, headers: ["X": "a\r\nB: c"]))]
    default: return [.respond(exchange, response)]
    }
  }
}

/// A clock that the test moves.
final class StepClock: Clock, Sendable {
  struct Instant: InstantProtocol {
    var offset: Swift.Duration
    func advanced(by duration: Swift.Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Swift.Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }
  private let offset = Mutex(Swift.Duration.zero)
  var now: Instant { Instant(offset: offset.withLock { $0 }) }
  var minimumResolution: Swift.Duration { .zero }
  func advance(by duration: Swift.Duration) { offset.withLock { $0 += duration } }
  func sleep(until deadline: Instant, tolerance: Swift.Duration?) async throws {}
}

@Suite(.blocking, .timeLimit(.minutes(10))) struct ServerTests {
  private static let epoch = "Thu, 01 Jan 1970 00:00:00 GMT"

  static func get(_ path: String, _ more: String = "") -> String { "GET \(path) HTTP/1.1\r\nHost: h\r\n\(more)\r\n" }

  @Test func `Requests of one connection are answered in their order, also those sent at once`() async throws {
    let server = try LoopbackServer(limits: .patient()) { Echo() }
    let client = try RawClient(server.port)
    try client.send(Self.get("/a") + Self.get("/late") + "POST /b HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nhi")
    let text = try client.read(until: "POST /b hi")
    let places = ["GET /a ", "GET /late ", "POST /b hi"].compactMap { text.range(of: $0)?.lowerBound }
    #expect(places.count == 3 && places == places.sorted())
    try client.send(Self.get("/c", "Connection: close\r\n"))
    #expect(try client.readAll().contains("Connection: close"))
    await server.stop()
  }

  @Test func `A field that is blank is one that is empty, for every client`() async throws {
    let server = try LoopbackServer(limits: .patient()) { Echo() }
    let client = try RawClient(server.port)
    try client.send(Self.get("/blank", "Connection: close\r\n"))
    #expect(try client.readAll().contains("\r\nX-A:\r\nX-B:\r\nX-C: c\r\n"))
    let transport = URLSessionTransport()
    for _ in 0..<2 {
      let response = try await transport.send(HTTPRequest(.get, origin: server.origin, path: "/blank"))
      #expect(["X-A", "X-B", "X-C"].map { response.headers[$0] } == ["", "", "c"])
    }
    await transport.shutdown()
    await server.stop()
  }

  @Test(arguments: [
    ("/close", ""), ("/cut", "HTTP/1.1 200 OK\r\nX-Count: 1\r\nC"),
    (
      "/bad",
      "HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\nDate: \(epoch)\r\nConnection: close\r\n\r\n"
    ),
  ])
  func `A handler can break the connection, but not the protocol`(path: String, answer: String) async throws {
    let server = try LoopbackServer(limits: .patient(), date: { 0 }) { Echo() }
    let client = try RawClient(server.port)
    try client.send(Self.get(path, path == "/bad" ? "Connection: close\r\n" : ""))
    #expect(try client.readAll() == answer)
    await server.stop()
  }

  @Test func `HEAD has the length of the body, and no body`() async throws {
    let server = try LoopbackServer(limits: .patient()) { Echo() }
    let client = try RawClient(server.port)
    try client.send("HEAD /a HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
    let text = try client.readAll()
    #expect(text.contains("Content-Length: 8\r\n") && text.hasSuffix("\r\n\r\n"))
    await server.stop()
  }

  @Test func `What is no HTTP is answered with its status, and the connection ends`() async throws {
    let server = try LoopbackServer(limits: .patient()) { Echo() }
    let client = try RawClient(server.port)
    try client.send("\u{16}\u{3}\u{1}garbage\r\n\r\n")
    #expect(try client.readAll().hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
    await server.stop()
  }

  @Test func `A client that does not finish its request, or rests too long, is cut off by the clock`() async throws {
    let clock = StepClock()
    let server = try LoopbackServer(clock: clock) { Echo() }
    let (slow, idle, waiting) = (try RawClient(server.port), try RawClient(server.port), try RawClient(server.port))
    try idle.send(Self.get("/a"))
    _ = try idle.read(until: "GET /a ")
    try waiting.send(Self.get("/never"))
    try slow.send("GET /a HTTP/1.1\r\nHo")
    // The server has seen all three when it answers a fourth.
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

  @Test func `A client that does not read is cut off`() async throws {
    let clock = StepClock()
    let server = try LoopbackServer(clock: clock) { Echo() }
    let client = try RawClient(server.port)
    try client.send(Self.get("/big"))
    _ = try client.read(until: "200 OK")
    // What it has read so far may have made room once more; then nothing moves, and the patience ends.
    let probe = try RawClient(server.port)
    for round in 0..<3 {
      clock.advance(by: .seconds(11))
      try probe.send(Self.get("/\(round)"))
      _ = try probe.read(until: "GET /\(round) ")
    }
    #expect(try client.readAll(orReset: true).utf8.count < 32 << 20)
    await server.stop()
  }

  @Test func `A thousand connections and twenty thousand requests leave no descriptor open`() async throws {
    DescriptorLimit.raise()
    let server = try LoopbackServer(limits: .patient(connections: 1_100)) { Echo() }
    let clients = try (0..<1_000).map { _ in try RawClient(server.port) }
    for round in 0..<20 {
      for client in clients { try client.send(Self.get("/\(round)")) }
      for client in clients { _ = try client.read(until: "GET /\(round) ") }
    }
    // Counted at once, on the server's thread: who rests for a minute is cut off.
    let port = server.port
    let counts = await server.ask { ($0.count, RawClient.openSockets(at: port)) }
    let (count, open) = try #require(counts)
    #expect(count == 20_000 && open >= 1_000)
    for client in clients { client.close() }
    await server.stop()
    await server.stop()
    #expect(RawClient.openSockets(at: server.port) == 0)
    #expect(await server.ask { $0.count } == nil)
  }

  @Test func `More connections than allowed wait for their turn`() async throws {
    let server = try LoopbackServer(limits: .patient(connections: 1)) { Echo() }
    let (first, second) = (try RawClient(server.port), try RawClient(server.port))
    try second.send(Self.get("/second"))
    try first.send(Self.get("/first"))
    #expect(try first.read(until: "GET /first").contains("X-Count: 1\r\n"))
    first.close()
    #expect(try second.read(until: "GET /second").contains("X-Count: 2\r\n"))
    await server.stop()
  }

  @Test func `It ends although its clock stands still and a client does not read`() async throws {
    let server = try LoopbackServer(clock: StepClock()) { Echo() }
    let (deaf, waiting) = (try RawClient(server.port), try RawClient(server.port))
    try deaf.send(Self.get("/big"))
    try waiting.send(Self.get("/never"))
    // It has answered both as far as it can.
    await lookAgain(for: "both requests") { await server.ask { $0.count } == 2 }
    await server.stop(patience: .milliseconds(1))
    #expect(await server.ask { $0.count } == nil)
    #expect(try waiting.readAll() == "")
  }

  @Test func `Clients that go at any moment leave nothing, and do not keep it from ending`() async throws {
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

  @Test func `Who waits for its end and is cancelled waits no longer`() async throws {
    let server = try LoopbackServer { Echo() }
    let waiting = Task { await server.ended() }
    waiting.cancel()
    await waiting.value
    #expect(await server.ask { $0.count } == 0)
    // To stop it is to wait, whoever is cancelled: what it has to keep must be kept.
    let stopping = Task {
      await Bell().wait(after: 0)  // until it is cancelled
      await server.stop()
      return await server.ask { $0.count } == nil
    }
    stopping.cancel()
    #expect(await stopping.value)
    await server.ended()
  }

  @Test func `A port that is in use is told`() async throws {
    let server = try LoopbackServer(limits: .patient()) { Echo() }
    #expect(throws: ServerError.portInUse(server.port)) { try LoopbackServer(port: server.port) { Echo() } }
    await server.stop()
  }

  @Test func `A body is asked for where the client waits for that`() async throws {
    let server = try LoopbackServer(limits: .patient()) { Echo() }
    let client = try RawClient(server.port)
    try client.send("POST /x HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
    _ = try client.read(until: "HTTP/1.1 100 Continue\r\n\r\n")
    try client.send("ok")
    _ = try client.read(until: "POST /x ok")
    await server.stop()
  }
}
