import ColmeiaBase
import ColmeiaClient
import TestSupport
import Testing

@testable import ColmeiaScenario
@testable import ColmeiaWorld

/// Tests of streams over the network of a scenario.
@Suite(.blocking, .timeLimit(.minutes(10))) struct NetworkStreamTests {
  private static let news = HTTPRequest(.get, origin: "http://h", path: "/news", query: "of=a")
  private static let lost = TransportError.unreachable(.connectionLost, origin: "http://h")
  private static let pattern = RequestPattern(method: "GET", path: "/news")

  private let time = ScenarioClock.Time(ContinuousClock())
  private let stub = StubStreamTransport([[.events, .text("a")], [.events, .text("b")], [.events, .text("c")]])
  private let network: ScenarioNetwork
  private let streams: any StreamTransport

  init() {
    network = ScenarioNetwork(seed: 1, clock: ScenarioClock(time, for: .effect), bell: Bell())
    streams = network.streams(over: stub, device: "ana")
  }

  private func add(
    _ fault: String, on pattern: RequestPattern? = nil
  ) throws {
    var fault = try Fault(fault)
    fault.pattern = pattern
    network.add(fault)
  }

  private func http(_ part: ExchangePart?) -> JSON? { network.json(Self.pattern, part, "ana") }

  @Test func `A stream is recorded like a request, and has a status once its head has arrived`() async throws {
    let stub = StubStreamTransport()
    let streams = network.streams(over: stub, device: "ana")
    let opening = Task { try await streams.open(Self.news) }
    let server = await stub.opened(1)
    #expect(http(nil) == [["method": "GET", "path": "/news", "query": ["of": "a"]]])
    #expect(network.inFlight == 1)
    server.perform(.answer(HTTPResponse(203)))
    let stream = try await opening.value
    #expect(http(.status) == 203 && network.inFlight == 0)
    stream.close()
    #expect(server.isClosed)
  }

  @Test func `The bell rings for each chunk, at the end, and when a stream is cut`() async throws {
    let stream = try await streams.open(Self.news)
    for steps: [StubStream.Step] in [[.bytes([1])], [.bytes([2])], [.end]] {
      let rings = network.bell.rings
      #expect(try await stream.next() != nil)
      #expect(network.bell.rings > rings)
      for step in steps { await stub.opened(1).perform(step) }
    }
    let rings = network.bell.rings
    #expect(try await stream.next() == nil)
    #expect(network.bell.rings > rings)
    let other = try await streams.open(Self.news)
    try add("offline")
    let before = network.bell.rings
    await #expect(throws: Self.lost) { try await other.next() }
    #expect(network.bell.rings > before)
  }

  @Test func `Going offline cuts open streams once, and none can be opened until the fault is cleared`() async throws {
    let stream = try await streams.open(Self.news)
    #expect(try await stream.next() == Array("a".utf8))
    let reading = Task { try await stream.next() }
    await stub.opened(1).waitForReader()
    try add("offline")
    await #expect(throws: Self.lost) { try await reading.value }
    #expect(await stub.opened(1).isClosed)
    await #expect(throws: TransportError.offline) { _ = try await streams.open(Self.news) }
    #expect(stub.requests.count == 1)
    try add("clear")
    let again = try await streams.open(Self.news)
    #expect(try await again.next() == Array("b".utf8))
    #expect(http(nil)?.array?.map { $0["error"]?.string } == [nil, "\(TransportError.offline)", nil])
  }

  @Test func `Only streams that match the pattern are cut, which doesn't count toward the fault's times`() async throws
  {
    let stream = try await streams.open(Self.news)
    let other = try await streams.open(HTTPRequest(.get, origin: "http://h", path: "/other"))
    try add("offline 1 times", on: Self.pattern)
    await #expect(throws: Self.lost) { try await stream.next() }
    #expect(network.unusedFaults(isOver: true).isEmpty)
    #expect(try await other.next() == Array("b".utf8))
    await #expect(throws: TransportError.offline) { _ = try await streams.open(Self.news) }
    _ = try await streams.open(Self.news)
  }

  @Test(arguments: ["timeout", "status 500", "delay 1s", "clear"])
  func `Other faults don't affect an open stream`(fault: String) async throws {
    let stream = try await streams.open(Self.news)
    try add(fault)
    #expect(try await stream.next() == Array("a".utf8))
  }

  @Test func `A stream that is being opened when the connection is lost fails`() async throws {
    let stub = StubStreamTransport()
    let streams = network.streams(over: stub)
    let opening = Task { try await streams.open(Self.news) }
    let server = await stub.opened(1)
    try add("offline")
    server.perform(.events)
    await #expect(throws: Self.lost) { _ = try await opening.value }
    await server.closed()
  }

  @Test func `An injected status is a complete response, and nothing is sent`() async throws {
    try add("status 500 1 times", on: Self.pattern)
    let stream = try await streams.open(Self.news)
    #expect(stream.head.status == 500 && stream.head.body.isEmpty)
    #expect(try await stream.next() == Array(#"{"result":"fault"}"#.utf8))
    #expect(try await stream.next() == nil)
    stream.close()
    await #expect(throws: TransportError.cancelled) { try await stream.next() }
    #expect(http(.status) == 500 && stub.requests.isEmpty)
  }

  @Test(
    arguments: [
      ("delay 50s", nil),
      ("timeout", TransportError.timedOut(after: .seconds(60), origin: "http://h")),
    ])
  func `Delays and timeouts follow the scenario's clock`(
    fault: String, error: TransportError?
  ) async throws {
    try add(fault)
    let opening = Task { try await streams.open(Self.news) }
    while time.nextDeadline == nil {
      let rings = time.bell.rings
      if time.nextDeadline == nil { await time.bell.wait(after: rings) }
    }
    #expect(stub.requests.isEmpty && network.inFlight == 0)
    time.skip(to: time.now.advanced(by: .seconds(61)))
    if let error {
      await #expect(throws: error) { _ = try await opening.value }
    } else {
      #expect(try await opening.value.head.status == 200)
    }
  }

  @Test func `Cancelling, closing or releasing a stream ends the underlying one and is not reported as a cut`()
    async throws
  {
    let stream = try await streams.open(Self.news)
    _ = try await stream.next()
    let reading = Task { try await stream.next() }
    await stub.opened(1).waitForReader()
    reading.cancel()
    await #expect(throws: TransportError.cancelled) { try await reading.value }
    #expect(await stub.opened(1).isClosed)
    let second = try await streams.open(Self.news)
    second.close()
    try add("offline")
    await #expect(throws: TransportError.cancelled) { try await second.next() }
    try add("clear")
    _ = try await streams.open(Self.news)
    await stub.opened(3).closed()
  }

  @Test func `Errors of the underlying stream are passed on`() async throws {
    let stub = StubStreamTransport([[.cut(.tls(origin: "o"))], [.events, .cut(.badResponse(origin: "o"))]])
    let streams = network.streams(over: stub, device: "ana")
    await #expect(throws: TransportError.tls(origin: "o")) { _ = try await streams.open(Self.news) }
    let stream = try await streams.open(Self.news)
    await #expect(throws: TransportError.badResponse(origin: "o")) { try await stream.next() }
    #expect(network.inFlight == 0)
  }
}
