import Testing

@testable import ColmeiaClient
@testable import ColmeiaTransport

@Suite struct EventSourceMachineTests {
  private typealias Machine = EventSourceMachine

  private static let good = HTTPResponse(200, headers: ["Content-Type": "text/event-stream"])
  private static let lost = TransportError.unreachable(.connectionLost, origin: "http://h")

  /// Returns a machine with a connection that was opened at time 0.
  private static func open(
    timing: EventSourceTiming = .init(), refusal: EventSourceRefusal = .standard, lastEventID: String = "",
    limits: EventStreamParser.Limits = .init()
  ) -> Machine {
    var machine = Machine(timing: timing, refusal: refusal, lastEventID: lastEventID, limits: limits)
    _ = machine.woke()
    _ = machine.answered(good, now: .zero, random: 0)
    _ = machine.takeUpdates()
    return machine
  }

  private static func event(_ data: String, type: String = "message", id: String = "") -> EventSourceUpdate {
    .event(ServerSentEvent(type: type, data: data, lastEventID: id))
  }

  @Test func `The first connection has no last event ID, and a valid response is read on`() {
    var machine = Machine()
    #expect(machine.woke() == .open(lastEventID: ""))
    #expect(machine.answered(Self.good, now: .zero, random: 0) == .read(atMost: .seconds(300)))
    #expect(machine.takeUpdates() == [.open(Self.good, after: "")])
    #expect(machine.received(Array("data: a\n\nevent: b\ndata: c\n\n".utf8)) == .read(atMost: .seconds(300)))
    #expect(machine.takeUpdates() == [Self.event("a"), Self.event("c", type: "b")])
  }

  @Test(
    arguments: [
      (["Retry-After": "20"], 20), (["Retry-After": "1"], 3), (["Retry-After": "7200"], 3_600),
      (["Retry-After": "soon"], 3),
      (["Retry-After": "Thursday, 01-Jan-70 00:01:40 GMT", "Date": "Thu Jan  1 00:01:00 1970"], 40),
    ] as [(HTTPHeaders, Int)])
  func `The event source heeds Retry-After`(headers: HTTPHeaders, seconds: Int) {
    var machine = Machine(refusal: EventSourceRefusal { _, _ in .reconnects })
    _ = machine.woke()
    let step = machine.answered(HTTPResponse(503, headers: headers), now: .zero, random: 0)
    #expect(step == .wait(.seconds(seconds)))
  }

  @Test func `A server that asks for no delay and ends each connection after an event gets one`() {
    var machine = Self.open()
    var waits: [EventSourceMachine.Step] = []
    for second in 0..<3 {
      _ = machine.received(Array("retry: 0\ndata: x\n\n".utf8))
      waits.append(machine.ended(now: .seconds(2 * second) + .milliseconds(10), random: 0))
      _ = machine.woke()
      _ = machine.answered(Self.good, now: .seconds(2 * second + 2), random: 0)
    }
    _ = machine.received(Array("data: x\n\n".utf8))
    waits.append(machine.ended(now: .seconds(9), random: 0))
    #expect(waits == [.wait(.zero), .wait(.seconds(1)), .wait(.seconds(1)), .wait(.zero)])
  }

  @Test(arguments: [
    "text/event-stream", "Text/Event-Stream", "text/event-stream;charset=utf-8", " text/event-stream ; charset=x",
  ])
  func `Parameters and case of the content type do not matter`(type: String) {
    var machine = Machine()
    _ = machine.woke()
    let head = HTTPResponse(200, headers: ["Content-Type": type])
    #expect(machine.answered(head, now: .zero, random: 0) == .read(atMost: .seconds(300)))
  }

  @Test(arguments: [
    ("text/x-bogus", "text/x-bogus"), ("text/event-streams", "text/event-streams"), (nil, ""), ("a/b;c", "a/b"),
  ])
  func `Another content type ends the event source`(type: String?, shown: String) {
    var machine = Machine()
    _ = machine.woke()
    var head = HTTPResponse(200)
    head.headers["Content-Type"] = type
    #expect(machine.answered(head, now: .zero, random: 0) == .end(.wrongType(shown)))
    #expect(machine.takeUpdates() == [.error(.wrongType(shown), reconnectsAfter: nil)])
  }

  @Test(arguments: [201, 204, 205, 210, 299, 301, 400, 401, 404, 410, 500, 503])
  func `Another status ends the event source, whatever the content type`(status: Int) {
    var machine = Machine(lastEventID: "7")
    _ = machine.woke()
    let head = HTTPResponse(status, headers: Self.good.headers)
    #expect(machine.answered(head, now: .zero, random: 0) == .end(.refused(status: status)))
    #expect(machine.takeUpdates() == [.error(.refused(status: status), reconnectsAfter: nil)])
  }

  @Test func `An ID that the server refuses is forgotten once`() {
    var machine = Machine(refusal: .forgetsRefusedID, lastEventID: "7")
    #expect(machine.woke() == .open(lastEventID: "7"))
    #expect(machine.answered(HTTPResponse(500), now: .zero, random: 0) == .wait(.zero))
    #expect(machine.takeUpdates() == [.error(.refused(status: 500), reconnectsAfter: .zero)])
    #expect(machine.woke() == .open(lastEventID: ""))
    #expect(machine.answered(HTTPResponse(500), now: .zero, random: 0) == .end(.refused(status: 500)))
  }

  @Test(arguments: [204, 401, 403]) func `A refusal with status 204, 401 or 403 keeps the ID`(status: Int) {
    var machine = Machine(refusal: .forgetsRefusedID, lastEventID: "7")
    _ = machine.woke()
    #expect(machine.answered(HTTPResponse(status), now: .zero, random: 0) == .end(.refused(status: status)))
  }

  @Test func `A custom policy receives the status and the ID`() {
    let policy = EventSourceRefusal { head, id in head.status == 503 && id == "7" ? .reconnects : .forgetsID }
    var machine = Machine(refusal: policy, lastEventID: "7")
    _ = machine.woke()
    #expect(machine.answered(HTTPResponse(503), now: .zero, random: 0) == .wait(.seconds(3)))
    #expect(machine.woke() == .open(lastEventID: "7"))
    #expect(machine.answered(HTTPResponse(503), now: .zero, random: 0) == .wait(.seconds(6)))
    _ = machine.woke()
    #expect(machine.answered(HTTPResponse(404), now: .zero, random: 0) == .wait(.zero))
    #expect(machine.woke() == .open(lastEventID: ""))
    // There is no ID left to forget.
    #expect(machine.answered(HTTPResponse(404), now: .zero, random: 0) == .end(.refused(status: 404)))
  }

  @Test func `The last event ID is kept between connections, but an unfinished event is not`() {
    var machine = Self.open()
    _ = machine.received(Array("id: 1\ndata: a\n\nid: 2\nevent: x\ndata: lost\n".utf8))
    #expect(machine.takeUpdates() == [Self.event("a", id: "1")])
    #expect(machine.ended(now: .seconds(1), random: 0) == .wait(.seconds(3)))
    #expect(machine.takeUpdates() == [.error(.ended, reconnectsAfter: .seconds(3))])
    #expect(machine.woke() == .open(lastEventID: "1"))
    _ = machine.answered(Self.good, now: .seconds(4), random: 0)
    _ = machine.received(Array("data: b\n\nid\n\n".utf8))
    #expect(machine.takeUpdates() == [.open(Self.good, after: "1"), Self.event("b", id: "1")])
    _ = machine.failed(Self.lost, now: .seconds(5), random: 0)
    #expect(machine.woke() == .open(lastEventID: ""))
  }

  @Test func `The server sets the reconnection delay, up to one hour`() {
    var machine = Self.open()
    _ = machine.received(Array("retry: 1500\nretry: x\ndata: a\n\n".utf8))
    #expect(machine.ended(now: .seconds(1), random: 0) == .wait(.milliseconds(1_500)))
    _ = machine.woke()
    _ = machine.answered(Self.good, now: .zero, random: 0)
    _ = machine.received(Array("retry: 99999999999999999999\n".utf8))
    #expect(machine.ended(now: .seconds(1), random: 0.5) == .wait(.seconds(3_600)))
    _ = machine.woke()
    _ = machine.answered(Self.good, now: .zero, random: 0)
    _ = machine.received(Array("retry: 0\ndata: a\n\n".utf8))
    #expect(machine.failed(Self.lost, now: .seconds(1), random: 0.5) == .wait(.zero))
  }

  @Test func `A server that asks for no delay gets one at the first failure only`() {
    var machine = Self.open()
    _ = machine.received(Array("retry: 0\n".utf8))
    let waits = (0..<7).map { _ in
      defer { _ = machine.woke() }
      return machine.failed(Self.lost, now: .seconds(1), random: 0)
    }
    #expect(waits == [0, 2, 4, 8, 15, 15, 15].map { .wait(.seconds($0)) })
    // A client without any delay has chosen that itself.
    var eager = Self.open(timing: EventSourceTiming(reconnection: .zero, cap: .zero))
    for _ in 0..<3 { #expect(eager.failed(Self.lost, now: .seconds(1), random: 0) == .wait(.zero)) }
  }

  @Test func `Consecutive failures double the maximum delay up to the cap, and jitter removes at most half of it`() {
    var machine = Machine()
    func waits(_ random: Double) -> [Duration] {
      var machine = machine
      return (0..<6).map { _ in
        _ = machine.woke()
        guard case .wait(let time) = machine.failed(Self.lost, now: .zero, random: random) else { return .zero }
        return time
      }
    }
    #expect(waits(0) == [3, 6, 12, 15, 15, 15].map { .seconds($0) })
    #expect(waits(0.5) == [4.5, 9, 18, 22.5, 22.5, 22.5].map { .seconds($0) })
    #expect(waits(1) == [6, 12, 24, 30, 30, 30].map { .seconds($0) })
    // This holds after any number of failures.
    for _ in 0..<200 { _ = machine.failed(Self.lost, now: .zero, random: 0) }
    #expect(machine.failed(Self.lost, now: .zero, random: 0) == .wait(.seconds(15)))
  }

  @Test func `No delay is longer than a day, whatever the timing says`() {
    var timing = EventSourceTiming()
    (timing.reconnection, timing.cap) = (.seconds(Int64.max), .seconds(Int64.max))
    var machine = Self.open(timing: timing)
    #expect(machine.ended(now: .zero, random: 0) == .wait(.seconds(86_400)))
  }

  @Test func `An event or a minute of being open resets the failures, and a brief connection does not`() {
    var machine = Self.open()
    #expect(machine.ended(now: .seconds(59), random: 0) == .wait(.seconds(3)))
    _ = machine.woke()
    _ = machine.answered(Self.good, now: .seconds(100), random: 0)
    #expect(machine.received(Array(": alive\n\n".utf8)) == .read(atMost: .seconds(300)))
    #expect(machine.ended(now: .seconds(159), random: 0) == .wait(.seconds(6)))
    _ = machine.woke()
    _ = machine.answered(Self.good, now: .seconds(200), random: 0)
    #expect(machine.ended(now: .seconds(260), random: 0) == .wait(.seconds(3)))
    _ = machine.woke()
    _ = machine.answered(Self.good, now: .seconds(300), random: 0)
    _ = machine.received(Array("data\n\n".utf8))
    #expect(machine.ended(now: .seconds(301), random: 0) == .wait(.seconds(3)))
  }

  @Test func `The time of an open connection counts only once`() {
    var machine = Self.open()
    #expect(machine.ended(now: .seconds(60), random: 0) == .wait(.seconds(3)))
    _ = machine.woke()
    #expect(machine.failed(Self.lost, now: .seconds(200), random: 0) == .wait(.seconds(6)))
  }

  @Test func `A silent connection counts as lost`() {
    var machine = Self.open(timing: EventSourceTiming(idle: .seconds(7)))
    #expect(machine.received([]) == .read(atMost: .seconds(7)))
    #expect(machine.wasSilent(now: .seconds(7), random: 0) == .wait(.seconds(3)))
    #expect(machine.takeUpdates() == [.error(.silent(.seconds(7)), reconnectsAfter: .seconds(3))])
    var patient = Self.open(timing: EventSourceTiming(idle: nil))
    #expect(patient.received([]) == .read(atMost: nil))
  }

  @Test(
    arguments: [
      .offline, lost, .timedOut(after: .seconds(1), origin: ""), .tls(origin: ""), .flooded(limit: 1, origin: ""),
      .badResponse(origin: ""), .noToken(reason: ""), .failed(code: 1, origin: ""),
    ] as [TransportError])
  func `The event source reconnects after an interrupted connection`(error: TransportError) {
    var machine = Machine()
    _ = machine.woke()
    #expect(machine.failed(error, now: .zero, random: 0) == .wait(.seconds(3)))
    #expect(machine.takeUpdates() == [.error(.transport(error), reconnectsAfter: .seconds(3))])
  }

  @Test(
    arguments: [
      .badRequest(.address()), .shutDown, .tooLarge(limit: 1, origin: ""), .tooManyRedirects(limit: 1, origin: ""),
      .declined(reason: ""),
    ] as [TransportError])
  func `A permanent error ends the event source`(error: TransportError) {
    var machine = Machine()
    _ = machine.woke()
    #expect(machine.failed(error, now: .zero, random: 0) == .end(.transport(error)))
    #expect(machine.takeUpdates() == [.error(.transport(error), reconnectsAfter: nil)])
  }

  @Test func `Cancelling the event source produces no update`() {
    var machine = Self.open()
    #expect(machine.failed(.cancelled, now: .zero, random: 0) == .end(.cancelled))
    #expect(machine.takeUpdates().isEmpty)
  }

  @Test func `An event that is too long ends the event source after all earlier events`() {
    var machine = Self.open(limits: .init(data: 4))
    let error = EventSourceError.tooLong(EventStreamError(.data, limit: 4))
    #expect(machine.received(Array("data: a\n\ndata: 12345\n\ndata: b\n\n".utf8)) == .end(error))
    #expect(machine.takeUpdates() == [Self.event("a"), .error(error, reconnectsAfter: nil)])
  }

  @Test func `Errors say what happened`() {
    #expect(
      "\(EventSourceError.refused(status: 204))" == "The server has no more events (status 204). Do not reconnect.")
    #expect(
      "\(EventSourceError.wrongType("text/html"))"
        == "The response is not an event stream but \"text/html\". Check the address, and the server's Content-Type.")
    #expect("\(EventSourceError.transport(.offline))" == "\(TransportError.offline)")
  }
}
