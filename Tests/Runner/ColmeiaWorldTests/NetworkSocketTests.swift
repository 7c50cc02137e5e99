import ColmeiaBase
import TestSupport
import Testing

@testable import ColmeiaScenario
@testable import ColmeiaWorld

/// Tests of WebSockets over the network of a scenario.
@Suite(.blocking, .timeLimit(.minutes(10))) struct NetworkSocketTests {
  private static let room = HTTPRequest(.get, origin: "http://h", path: "/cable")
  private static let pattern = RequestPattern(method: "GET", path: "/cable")
  private static let lost = WebSocketFailure.transport(.unreachable(.connectionLost, origin: "http://h"))

  private let time = ScenarioClock.Time(ContinuousClock())
  private let server = SocketServer()
  private let network: ScenarioNetwork
  private let sockets: any WebSocketTransport

  init() {
    network = ScenarioNetwork(seed: 1, clock: ScenarioClock(time, for: .effect), bell: Bell())
    sockets = network.sockets(over: server, device: "ana")
  }

  private func add(_ fault: String, on pattern: RequestPattern? = nil) throws {
    var fault = try Fault(fault)
    fault.pattern = pattern
    network.add(fault)
  }

  private func open() async throws -> any WebSocketConnection { try await sockets.open(Self.room, subprotocols: ["a"]) }

  private func http(_ part: ExchangePart?) -> JSON? { network.json(Self.pattern, part, "ana") }

  @Test func `A WebSocket is recorded like a request, and messages pass in both directions`() async throws {
    let socket = try await open()
    #expect(http(.status) == 101 && socket.subprotocol == "a" && socket.end == nil)
    try socket.send(.text("hello"))
    #expect(server.connection(0).sent == [.text("hello")])
    server.connection(0).put(.text("hi"))
    #expect(await socket.receive() == .text("hi"))
    server.connection(0).close(WebSocketClose(.normal))
    #expect(await socket.receive() == nil)
    #expect(socket.end == WebSocketClose(.normal))
  }

  @Test func `Going offline cuts open WebSockets once, and none can be opened until the fault is cleared`() async throws
  {
    let socket = try await open()
    let reading = Task { await socket.receive() }
    try add("offline")
    #expect(await reading.value == nil)
    #expect(socket.end == WebSocketClose(.abnormal))
    #expect(server.connection(0).end == WebSocketClose(.goingAway))
    // What ends a connection that was cut doesn't hide that it was cut.
    socket.close()
    #expect(socket.end == WebSocketClose(.abnormal))
    await #expect(throws: WebSocketFailure.transport(.offline)) { _ = try await open() }
    #expect(server.requests.count == 1)
    try add("clear")
    #expect(try await open().end == nil)
    #expect(http(nil)?.array?.map { $0["error"]?.string } == [nil, "\(TransportError.offline)", nil])
  }

  @Test func `Only WebSockets that match the pattern are cut, which doesn't count toward the fault's times`()
    async throws
  {
    let socket = try await open()
    let other = try await sockets.open(HTTPRequest(.get, origin: "http://h", path: "/other"), subprotocols: [])
    try add("offline 1 times", on: Self.pattern)
    #expect(socket.end == WebSocketClose(.abnormal) && other.end == nil)
    #expect(network.unusedFaults(isOver: true).isEmpty)
    await #expect(throws: WebSocketFailure.transport(.offline)) { _ = try await open() }
    _ = try await open()
  }

  @Test func `A WebSocket that is being opened when the connection is lost fails, and is closed`() async throws {
    let fault = try Fault("offline")
    server.whileOpening.withLock { $0 = { [network] in network.add(fault) } }
    await #expect(throws: Self.lost) { _ = try await open() }
    #expect(server.connection(0).end == WebSocketClose(.normal))
    #expect(http(nil)?.array?.first?["error"]?.string == "\(Self.lost)")
  }

  @Test func `An injected status refuses the connection, and nothing is sent`() async throws {
    try add("status 503 1 times", on: Self.pattern)
    await #expect(throws: WebSocketFailure.refused(.status(503))) { _ = try await open() }
    #expect(http(.status) == 503 && server.requests.isEmpty)
    _ = try await open()
  }

  @Test(
    arguments: [
      ("delay 50s", nil),
      ("timeout", WebSocketFailure.transport(.timedOut(after: .seconds(60), origin: "http://h"))),
    ])
  func `Delays and timeouts follow the scenario's clock`(fault: String, error: WebSocketFailure?) async throws {
    try add(fault)
    let opening = Task { try await open() }
    while time.nextDeadline == nil {
      let rings = time.bell.rings
      if time.nextDeadline == nil { await time.bell.wait(after: rings) }
    }
    #expect(server.requests.isEmpty)
    time.skip(to: time.now.advanced(by: .seconds(61)))
    if let error {
      await #expect(throws: error) { _ = try await opening.value }
    } else {
      #expect(try await opening.value.end == nil)
    }
  }

  @Test func `A WebSocket that was closed or released can't be cut anymore`() async throws {
    let closed = try await open()
    closed.close()
    _ = try await open()
    try add("offline", on: Self.pattern)
    #expect(closed.end == WebSocketClose(.normal))
    #expect(network.unusedFaults(isOver: true).map(\.fault.pattern) == [Self.pattern])
  }

  @Test func `Secrets in messages are masked`() async throws {
    let socket = try await open()
    try socket.send(.text(#"{"password":"sent-secret"}"#))
    server.connection(0).put(.text(#"{"token":"received-secret"}"#))
    _ = await socket.receive()
    let text = network.masker("sent-secret received-secret other")
    #expect(!text.contains("secret") && text.contains("other"))
  }
}

/// WebSockets without a network. A connection that ends delivers what it has received before.
private final class SocketServer: WebSocketTransport {
  /// Is called while a connection is being opened.
  let whileOpening = Guarded<(@Sendable () -> Void)?>(nil)
  private let opened = Guarded<[(request: HTTPRequest, connection: Connection)]>([])

  var requests: [HTTPRequest] { opened.withLock { $0.map(\.request) } }

  func connection(_ index: Int) -> Connection { opened.withLock { $0[index].connection } }

  nonisolated(nonsending) func open(
    _ request: HTTPRequest, subprotocols: [String]
  ) async throws(WebSocketFailure) -> any WebSocketConnection {
    let connection = Connection(subprotocols.first)
    opened.withLock { $0.append((request, connection)) }
    whileOpening.withLock { $0 }?()
    return connection
  }

  final class Connection: WebSocketConnection {
    let subprotocol: String?
    private let messages: AsyncStream<WebSocketMachine.Message>
    private let input: AsyncStream<WebSocketMachine.Message>.Continuation
    private let content = Guarded<(sent: [WebSocketMachine.Message], end: WebSocketClose?)>(([], nil))

    init(_ subprotocol: String?) {
      self.subprotocol = subprotocol
      (messages, input) = AsyncStream.makeStream()
    }

    var sent: [WebSocketMachine.Message] { content.withLock { $0.sent } }
    var end: WebSocketClose? { content.withLock { $0.end } }

    func put(_ message: WebSocketMachine.Message) { input.yield(message) }

    func send(_ message: WebSocketMachine.Message) { content.withLock { $0.sent.append(message) } }

    nonisolated(nonsending) func receive() async -> WebSocketMachine.Message? {
      for await message in messages { return message }
      return nil
    }

    func close(_ close: WebSocketClose) {
      content.withLock { $0.end = $0.end ?? close }
      input.finish()
    }
  }
}
