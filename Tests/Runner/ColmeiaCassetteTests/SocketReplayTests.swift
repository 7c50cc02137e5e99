import ColmeiaBase
import ColmeiaJSON
import ColmeiaTesting
import Testing

@testable import ColmeiaCassette
@testable import ColmeiaHTTP
@testable import ColmeiaTransport

/// Tests of recording and replaying WebSocket connections.
@Suite(.timeLimit(.minutes(10))) struct SocketReplayTests {
  /// A server that echoes each message and closes the connection when it receives `end`.
  private struct Echo: WebSocketTransport {
    func open(
      _ request: HTTPRequest, subprotocols: [String]
    ) async throws(WebSocketFailure) -> any WebSocketConnection {
      if request.path == "/none" { throw .refused(.status(403)) }
      return EchoConnection()
    }
  }

  private final class EchoConnection: WebSocketConnection {
    private let content = Guarded<(messages: [WebSocketMachine.Message], end: WebSocketClose?)>(([.text("hello")], nil))
    let subprotocol: String? = "echo"
    var end: WebSocketClose? { content.withLock { $0.end } }

    func send(_ message: WebSocketMachine.Message) throws(WebSocketError) {
      if message == .text("too much") { throw .tooMuchUnsent(limit: 1) }
      content.withLock { $0.messages.append(message) }
    }

    func receive() async -> WebSocketMachine.Message? {
      content.withLock { content in
        guard let next = content.messages.first, next != .text("end") else {
          content.end = content.end ?? WebSocketClose(.goingAway, reason: "over")
          return nil
        }
        return content.messages.removeFirst()
      }
    }

    func close(_ close: WebSocketClose) { content.withLock { $0.end = $0.end ?? close } }
  }

  /// Sends the client's messages, and returns the received ones.
  private static func converse(_ transport: any WebSocketTransport, id: String) async throws -> [WebSocketMachine
    .Message]
  {
    let connection = try await transport.open(
      HTTPRequest(.get, origin: "http://h", path: "/c", headers: ["Token": "t0ken-1"]), subprotocols: ["echo"])
    #expect(connection.subprotocol == "echo")
    var received = [await connection.receive()]
    for message in [WebSocketMachine.Message.text(#"{"say":"hi","client_id":"\#(id)"}"#), .binary([1, 2])] {
      try connection.send(message)
      received.append(await connection.receive())
    }
    try? connection.send(.text("too much"))
    try connection.send(.text("end"))
    #expect(await connection.receive() == nil)
    #expect(connection.end == WebSocketClose(.goingAway, reason: "over"))
    return received.compactMap { $0 }
  }

  @Test func `A conversation is replayed with its end and with values that change between runs`() async throws {
    let recording = CassetteRecording(changing: ["client_id"])
    let transport = RecordingWebSocketTransport(Echo(), recording, clock: ManualClock())
    let received = try await Self.converse(transport, id: "by-chance-1")
    await #expect(throws: WebSocketFailure.refused(.status(403))) {
      try await transport.open(HTTPRequest(.get, origin: "http://h", path: "/none"), subprotocols: [])
    }
    let cassette = try Cassette(parsing: Array(recording.cassette.text.utf8))
    #expect(
      recording.cassette.text == """
        {"colmeia":"cassette","version":1}
        {"scenario":"","origin":"http://h"}
        {"n":1,"ms":0,"socket":"/c","headers":["Token: <token 1>"],"subprotocols":["echo"]}
        {"n":1,"ms":0,"opened":"echo"}
        {"n":1,"ms":0,"received":"message","text":"hello"}
        {"n":1,"ms":0,"sent":"message","json":{"say":"hi","client_id":"<client_id 1>"}}
        {"n":1,"ms":0,"received":"message","json":{"say":"hi","client_id":"<client_id 1>"}}
        {"n":1,"ms":0,"sent":"message","base64":"AQI="}
        {"n":1,"ms":0,"received":"message","base64":"AQI="}
        {"n":1,"ms":0,"sent":"message","text":"end"}
        {"n":1,"ms":0,"closed":1001,"reason":"over"}
        {"n":2,"ms":0,"socket":"/none"}
        {"n":2,"ms":0,"refused":{"status":403}}

        """)
    let replay = CassetteReplay(cassette)
    let again = try await Self.converse(NoLargeMessages(base: ReplayTransport(replay)), id: "by-chance-2")
    #expect(received == again.map { $0 == .text(Self.message("2")) ? .text(Self.message("1")) : $0 })
    await #expect(throws: WebSocketFailure.refused(.status(403))) {
      try await ReplayTransport(replay).open(HTTPRequest(.get, path: "/none"), subprotocols: [])
    }
    #expect(replay.unused.isEmpty && replay.mismatches.isEmpty)
  }

  @Test func `A message that could not be sent leaves no trace, even if the recording is full`() async throws {
    let recording = CassetteRecording(limits: CassetteLimits(bytes: 4))
    let connection = try await RecordingWebSocketTransport(Echo(), recording).open(
      HTTPRequest(.get, path: "/c"), subprotocols: [])
    try connection.send(.text("hi"))
    #expect(throws: WebSocketError.tooMuchUnsent(limit: 1)) { try connection.send(.text("too much")) }
    #expect(recording.cassette.tapes[0].events.last?.kind == .sent(.text("hi")) && recording.cassette.leftOut == 0)
  }

  @Test func `A message that could not be sent is taken back, even if another one follows it`() throws {
    let recording = CassetteRecording()
    let number = recording.open(HTTPRequest(.get, path: "/c"), device: "", subprotocols: [])
    recording.record(number) { _ in .opened(subprotocol: nil) }
    for text in ["first", "second"] { recording.record(number, .text(text), isSent: true) }
    recording.retract(number, .text("first"), isKept: true)
    #expect(recording.cassette.tapes[0].events.map(\.kind).last == .sent(.text("second")))
    #expect(recording.cassette.tapes[0].events.count == 3)
  }

  private static func message(_ number: String) -> String { #"{"say":"hi","client_id":"by-chance-\#(number)"}"# }

  /// Refuses the messages that the recorded server refused. A message that could not be sent is not recorded.
  private struct NoLargeMessages: WebSocketTransport {
    let base: ReplayTransport
    func open(
      _ request: HTTPRequest, subprotocols: [String]
    ) async throws(WebSocketFailure) -> any WebSocketConnection {
      Connection(base: try await base.open(request, subprotocols: subprotocols))
    }
    struct Connection: WebSocketConnection {
      let base: any WebSocketConnection
      var subprotocol: String? { base.subprotocol }
      var end: WebSocketClose? { base.end }
      func send(_ message: WebSocketMachine.Message) throws(WebSocketError) {
        if message == .text("too much") { throw .tooMuchUnsent(limit: 1) }
        try base.send(message)
      }
      func receive() async -> WebSocketMachine.Message? { await base.receive() }
      func close(_ close: WebSocketClose) { base.close(close) }
    }
  }
}

/// Tests of the replay machine, input by input.
@Suite(.timeLimit(.minutes(10))) struct ReplayMachineTests {
  private static func machine(_ lines: String, isInOrder: Bool = false) throws -> ReplayMachine {
    let text = "{\"colmeia\":\"cassette\",\"version\":1}\n{\"scenario\":\"s\"}\n" + lines
    return ReplayMachine(try Cassette(parsing: Array(text.utf8)).tapes[0].events, isInOrder: isInOrder)
  }

  private static let cable = HTTPRequest(.get, path: "/c")
  private static let get = HTTPRequest(.get, path: "/a")

  private static func open(_ machine: inout ReplayMachine, _ device: String = "", now: Int? = nil) -> Int? {
    machine.begin(cable, device: device, .socket, now: now)
  }

  @Test func `A message arrives after everything that preceded it was sent by all devices`() throws {
    var machine = try Self.machine(
      """
      {"n":1,"device":"ana","socket":"/c"}
      {"n":2,"device":"bruno","socket":"/c"}
      {"n":1,"opened":null}
      {"n":2,"opened":null}
      {"n":1,"sent":"message","text":"hi"}
      {"n":2,"received":"message","text":"Ana says hi"}
      {"n":3,"device":"ana","request":"GET /a"}
      {"n":3,"status":204}
      {"n":2,"closed":1001}
      """)
    let bruno = Self.open(&machine, "bruno")
    #expect(bruno == 2 && machine.isDue(2, now: nil) == (false, nil))
    #expect(Self.open(&machine, "ana") == 1)
    #expect(machine.isDue(2, now: nil) == (true, nil) && machine.outcome(2, Self.cable) == .opened(subprotocol: nil))
    let early = machine.next(over: 2, now: nil)
    machine.send(.text("hi"), over: 1)
    let message = machine.next(over: 2, now: nil)
    let waiting = machine.next(over: 2, now: nil)
    #expect(early == .later(nil) && message == .message(.text("Ana says hi")) && waiting == .later(nil))
    let number = machine.begin(Self.get, device: "ana", .request, now: nil)
    let end = machine.next(over: 2, now: nil)
    #expect(number == 3 && end == .end(WebSocketClose(.goingAway)))
  }

  @Test func `A message that was not recorded is reported and does not block later events`() throws {
    var machine = try Self.machine(
      """
      {"n":1,"socket":"/c"}
      {"n":1,"opened":null}
      {"n":1,"sent":"message","text":"hi"}
      {"n":1,"received":"message","text":"hello"}
      """)
    _ = Self.open(&machine)
    machine.send(.text("ho"), over: 1)
    #expect(
      machine.findings.mismatches.map(\.difference) == [.otherMessage]
        && machine.unused(afterCancelling: 0) == ["a message of number 1"])
    let next = machine.next(over: 1, now: nil)
    #expect(next == .message(.text("hello")))
  }

  @Test func `A placeholder matches a secret in a binary message, and stands for it in what is received`() throws {
    // Base64 of `x=<secret 1>` and `y=<secret 1>`.
    var machine = try Self.machine(
      """
      {"n":1,"socket":"/c"}
      {"n":1,"opened":"a.<secret 2>"}
      {"n":1,"sent":"message","base64":"eD08c2VjcmV0IDE+"}
      {"n":1,"received":"message","base64":"eT08c2VjcmV0IDE+"}
      """)
    machine.bindings = ["<secret 2>": "efgh"]
    _ = Self.open(&machine)
    #expect(machine.outcome(1, Self.cable) == .opened(subprotocol: "a.efgh"))
    machine.send(.binary(Array("x=abcd".utf8)), over: 1)
    let next = machine.next(over: 1, now: nil)
    #expect(machine.findings.mismatches.isEmpty && next == .message(.binary(Array("y=abcd".utf8))))
  }

  @Test func `Events that have been played are not searched again`() throws {
    let messages = (0..<10).map { #"{"n":1,"received":"message","text":"\#($0)"}"# }
    let lines = [#"{"n":1,"socket":"/c"}"#, #"{"n":1,"opened":null}"#] + messages
    var machine = try Self.machine(lines.joined(separator: "\n"))
    _ = Self.open(&machine)
    for count in 0..<10 {
      #expect(machine.progress.rest(of: 1).count == 10 - count)
      let next = machine.next(over: 1, now: nil)
      #expect(next == .message(.text("\(count)")))
    }
    #expect(machine.progress.rest(of: 1).isEmpty)
  }

  @Test func `No event arrives before its time if there is a clock`() throws {
    var machine = try Self.machine(
      """
      {"n":1,"ms":5,"socket":"/c"}
      {"n":1,"ms":10,"opened":null}
      {"n":1,"ms":20,"received":"message","text":"hello"}
      """)
    #expect(Self.open(&machine, now: 0) == 1)
    #expect(machine.isDue(1, now: 9) == (false, 10) && machine.isDue(1, now: 10) == (true, nil))
    let early = machine.next(over: 1, now: 19)
    let due = machine.next(over: 1, now: 20)
    #expect(early == .later(20) && due == .message(.text("hello")))
  }

  private static let attempts = """
    {"n":1,"ms":0,"socket":"/c"}
    {"n":1,"ms":10,"error":"cancelled"}
    {"n":2,"ms":11,"socket":"/c"}
    {"n":2,"ms":12,"opened":null}
    {"n":2,"ms":13,"received":"message","text":"welcome"}
    {"n":2,"ms":20,"closing":1000}
    {"n":3,"ms":30,"socket":"/c"}
    {"n":3,"ms":31,"opened":null}
    {"n":3,"ms":32,"sent":"message","text":"hi"}
    """

  @Test func `An attempt that was given up gets no response and is skipped once its time has passed`() throws {
    var machine = try Self.machine(Self.attempts)
    #expect(Self.open(&machine, now: 0) == 1)
    #expect(machine.outcome(1, Self.cable) == .nothing && machine.end(ofAttempt: 1) == 10)
    #expect(Self.open(&machine, now: 12) == 2 && machine.end(ofAttempt: 2) == 20)
    var late = try Self.machine(Self.attempts)
    #expect(Self.open(&late, now: 25) == 3 && late.end(ofAttempt: 3) == nil)
    #expect(late.unused(afterCancelling: 0) == ["a message of number 3"])
  }

  @Test func `An attempt that is given up too early can be repeated, and an additional one gets no response`() throws {
    var machine = try Self.machine(Self.attempts)
    #expect(Self.open(&machine, now: 25) == 3)
    machine.giveUp(3)
    #expect(Self.open(&machine, now: 30) == 3)
    machine.send(.text("hi"), over: 3)
    #expect(Self.open(&machine, now: 40) == nil)
    #expect(
      machine.findings.mismatches.isEmpty && machine.findings.surplus.count == 1
        && machine.unused(afterCancelling: 0).isEmpty)
  }

  private static func asked(times: Int) -> String {
    """
    {"n":1,"socket":"/c"}
    {"n":1,"opened":null}

    """ + String(repeating: "{\"n\":1,\"sent\":\"message\",\"text\":\"who?\"}\n", count: times)
      + """
      {"n":1,"received":"message","text":"me"}
      {"n":1,"sent":"message","text":"thanks"}
      """
  }

  /// A client that repeats a message every half second may send it more or less often on another machine.
  @Test(arguments: [(1, 3), (3, 1), (2, 2)])
  func `A message repeated for lack of a response may be repeated more or less often`(recorded: Int, now: Int) throws {
    var machine = try Self.machine(Self.asked(times: recorded))
    #expect(Self.open(&machine, now: 0) == 1)
    machine.consume(1)
    for _ in 0..<now { machine.send(.text("who?"), over: 1) }
    let answer = machine.next(over: 1, now: 0)
    #expect(answer == .message(.text("me")))
    machine.send(.text("thanks"), over: 1)
    #expect(
      machine.findings.mismatches.isEmpty && machine.findings.surplus.count == max(0, now - recorded)
        && machine.unused(afterCancelling: 0).isEmpty)
    // After a response, it is no longer a repetition.
    machine.send(.text("who?"), over: 1)
    #expect(machine.findings.mismatches.count == 1)
  }

  @Test func `In the recorded order, a response waits for everything sent or received before it`() throws {
    let lines = """
      {"n":1,"request":"GET /a"}
      {"n":2,"request":"GET /b"}
      {"n":3,"request":"GET /gone"}
      {"n":3,"error":"cancelled"}
      {"n":2,"status":202}
      {"n":1,"status":201}
      """
    var machine = try Self.machine(lines, isInOrder: true)
    #expect(machine.begin(Self.get, device: "", .request, now: nil) == 1)
    #expect(!machine.isDue(1, now: nil).isDue)
    #expect(machine.begin(HTTPRequest(.get, path: "/b"), device: "", .request, now: nil) == 2)
    #expect(!machine.isDue(1, now: nil).isDue && machine.isDue(2, now: nil).isDue)
    machine.consume(2)
    #expect(machine.isDue(1, now: nil).isDue)
    var free = try Self.machine(lines)
    #expect(free.begin(Self.get, device: "", .request, now: nil) == 1 && free.isDue(1, now: nil).isDue)
  }
}
