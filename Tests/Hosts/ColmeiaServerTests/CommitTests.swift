import ColmeiaBase
import Dispatch
import ServerTestSupport
import Synchronization
import TestSupport
import Testing

@testable import ColmeiaServer

/// A handler that records its calls and commits. `POST` makes a change; `/read` doesn't.
final class StoreHistory: ServerHandler {
  /// The events in order: paths, and `commit`.
  let events: Mutex<[String]>
  /// The number of the commit that fails, starting at 1.
  let failing: Int
  private var commits = 0
  private(set) var hasUncommitted = false

  init(failing: Int = 0) {
    events = Mutex([])
    self.failing = failing
  }

  func handle(_ request: HTTPRequest, _ exchange: UInt64) -> [ServerOutput] {
    record(request.path)
    if request.method == .post { hasUncommitted = true }
    let body = request.path == "/big" ? Array(repeating: 120, count: 300_000) : Array(request.path.utf8)
    return [.respond(exchange, HTTPResponse(200, body: body))]
  }

  func commit() -> Bool {
    record("commit")
    commits += 1
    hasUncommitted = false
    return commits != failing
  }

  func end() { record("end") }

  private func record(_ event: String) { events.withLock { $0.append(event) } }
}

@Suite(.blocking, .timeLimit(.minutes(10))) struct CommitTests {
  private static func post(_ path: String) -> String {
    "POST \(path) HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n"
  }

  private static func events(_ server: LoopbackServer<StoreHistory>) async -> [String] {
    await server.withHandler { $0.events.withLock(\.self) } ?? []
  }

  @Test func `Requests that arrive together are committed together, before any response`() async throws {
    let server = try LoopbackServer(limits: .patient()) { StoreHistory() }
    let client = try RawClient(server.port)
    // The requests are in one packet and therefore handled in one turn.
    try client.send(Self.post("/a") + ServerTests.get("/b") + Self.post("/c"))
    let text = try client.read(until: "\r\n\r\n/c")
    #expect(text.contains("\r\n\r\n/a") && text.contains("\r\n\r\n/b"))
    #expect(await Self.events(server) == ["/a", "/b", "/c", "commit"])
    await server.stop()
  }

  @Test func `Requests that change nothing are answered without a commit`() async throws {
    let server = try LoopbackServer(limits: .patient()) { StoreHistory() }
    let client = try RawClient(server.port)
    try client.send(ServerTests.get("/a") + ServerTests.get("/b"))
    _ = try client.read(until: "\r\n\r\n/b")
    #expect(await Self.events(server) == ["/a", "/b"])
    await server.stop()
  }

  @Test func `If a commit fails, no request of the turn gets a response, and the server ends`() async throws {
    let server = try LoopbackServer(limits: .patient()) { StoreHistory(failing: 2) }
    let (writer, reader) = (try RawClient(server.port), try RawClient(server.port))
    try writer.send(Self.post("/a"))
    _ = try writer.read(until: "\r\n\r\n/a")
    try reader.send(ServerTests.get("/b"))
    _ = try reader.read(until: "\r\n\r\n/b")
    #expect(await Self.events(server) == ["/a", "commit", "/b"])
    try writer.send(ServerTests.get("/c") + Self.post("/d") + ServerTests.get("/e"))
    // Responses from before the change may have been sent.
    let rest = try writer.readAll(orReset: true)
    #expect(!rest.contains("\r\n\r\n/d") && !rest.contains("\r\n\r\n/e"))
    #expect(try reader.readAll(orReset: true) == "")
    await server.ended()
    #expect(await server.withHandler { _ in true } == nil)
    await server.stop()
  }

  @Test func `Responses too large to hold back cause a commit and are sent immediately`() async throws {
    let server = try LoopbackServer(limits: .patient()) { StoreHistory() }
    let client = try RawClient(server.port)
    try client.send(Self.post("/a") + Array(repeating: ServerTests.get("/big"), count: 9).joined() + Self.post("/z"))
    _ = try client.read(count: 2_700_000)
    _ = try client.read(until: "\r\n\r\n/z")
    let events = await Self.events(server)
    #expect(events.first == "/a" && events.last == "commit" && events.count { $0 == "/big" } == 9)
    #expect(events.count { $0 == "commit" } == 2 && events.firstIndex(of: "commit") == 5)
    await server.stop()
  }

  @Test func `Output to other connections is also held back`() async throws {
    let server = try LoopbackServer(limits: .patient()) { FloodingHandler() }
    let (listener, writer) = (try RawClient(server.port), try RawClient(server.port))
    try listener.send(ServerTests.get("/listen"))
    _ = try listener.read(until: "\r\n\r\n")
    try writer.send(Self.post("/a"))
    #expect(try listener.read(until: ".") == "kept.")
    _ = try writer.read(until: "\r\n\r\n")
    await server.stop()
  }

  @Test func `Nobody waits for an answer of a server that is ending`() async throws {
    /// A handler that takes a while to end.
    final class Slow: ServerHandler {
      let isEnding: Bell
      let goesOn: DispatchSemaphore
      init(_ isEnding: Bell, _ goesOn: DispatchSemaphore) { (self.isEnding, self.goesOn) = (isEnding, goesOn) }
      func handle(_ request: HTTPRequest, _ exchange: UInt64) -> [ServerOutput] { [.close(exchange)] }
      func end() {
        isEnding.ring()
        goesOn.wait()
      }
    }
    let (isEnding, goesOn) = (Bell(), DispatchSemaphore(value: 0))
    let server = try LoopbackServer(limits: .patient()) { Slow(isEnding, goesOn) }
    async let stop: Void = server.stop()
    await isEnding.wait(after: 0)
    #expect(await server.withHandler { _ in true } == nil)
    goesOn.signal()
    await stop
  }
}

/// A handler that writes to a listener, to show that the output follows the commit.
private final class FloodingHandler: ServerHandler {
  private var listener: UInt64?
  private(set) var hasUncommitted = false

  func handle(_ request: HTTPRequest, _ exchange: UInt64) -> [ServerOutput] {
    if request.path == "/listen" {
      listener = exchange
      return [.upgrade(exchange, HTTPResponse(200))]
    }
    hasUncommitted = true
    return [.write(listener ?? 0, Array("kept.".utf8)), .respond(exchange, HTTPResponse(200))]
  }

  func commit() -> Bool {
    hasUncommitted = false
    return true
  }
}

@Suite struct DelayedOutputsTests {
  @Test func `Outputs are due in the order of their times, and of equal times in the order in which they were added`() {
    var outputs = DelayedOutputs()
    for number in 0..<1_000 { outputs.add(.close(UInt64(number)), at: .seconds(number * 7 % 10)) }
    var taken: [UInt64] = []
    for second in 0..<9 {
      #expect(outputs.next == .seconds(second))
      for output in outputs.takeDue(.seconds(second)) { if case .close(let number) = output { taken.append(number) } }
      outputs.add(.close(UInt64(1_000 + second)), at: .seconds(9))
    }
    for output in outputs.takeDue(.seconds(9)) { if case .close(let number) = output { taken.append(number) } }
    #expect(outputs.next == nil)
    let expected = (0..<1_000).sorted { ($0 * 7 % 10, $0) < ($1 * 7 % 10, $1) } + (1_000..<1_009)
    #expect(taken == expected.map(UInt64.init))
  }
}
