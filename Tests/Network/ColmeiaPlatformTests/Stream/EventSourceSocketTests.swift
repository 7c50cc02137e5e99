import ColmeiaTesting
import TestSupport
import Testing

@testable import ColmeiaClient

/// Tests of server-sent events over real sockets, with both transports and a scripted server.
@Suite(.blocking, .timeLimit(.minutes(10))) struct EventSourceSocketTests {
  typealias Kind = StreamTransportTests.Kind

  private static let head =
    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream;charset=UTF-8\r\nTransfer-Encoding: chunked\r\n\r\n"

  /// A server that starts after the last event ID, sends two events in awkward pieces, and ends or breaks the
  /// connection.
  private static func script(_ request: HTTPRequest, _ connection: RawConnection) {
    let last = Int(request.headers["Last-Event-ID"] ?? "") ?? 0
    connection.send(head + StreamTransportTests.chunk("retry: 0\r\n\r\n"))
    for number in last + 1...last + 2 {
      let event = Array("id: \(number)\r\nevent: é\r\ndata: \(number)\r\ndata: 🐝\r\n\r\n".utf8)
      for byte in event { connection.send(Array("1\r\n".utf8) + [byte] + Array("\r\n".utf8)) }
    }
    // Every other connection is cut within a chunk. The others end normally.
    connection.send(last % 4 == 0 ? "8\r\ndata: lo" : StreamTransportTests.chunk("data: lost\n") + "0\r\n\r\n")
    connection.end()
  }

  @Test(arguments: Kind.allCases) func `No event is lost or delivered twice over many connections`(
    kind: Kind
  ) async throws {
    let server = try RawServer { Self.script($0, $1) }
    defer { server.stop() }
    let transport = StreamTransportTests.make(kind)
    let origin = server.origin
    let source = EventSource(transport, timing: .init(idle: nil), clock: ContinuousClock(), random: { 0 }) {
      HTTPRequest(.get, origin: origin, path: "/")
    }
    let (received, tally) = (Recorder<ServerSentEvent>(), Tally())
    let task = Task {
      try? await source.run { update in
        guard case .event(let event) = update else { return }
        received.add(event)
        tally.add()
      }
    }
    await tally.reaches(20)
    task.cancel()
    await task.value
    let expected = (1...20).map { ServerSentEvent(type: "é", data: "\($0)\n🐝", lastEventID: "\($0)") }
    #expect(Array(received.all.prefix(20)) == expected)
    #expect(server.requests.prefix(3).map { $0.headers["Last-Event-ID"] } == [nil, "2", "4"])
    await StreamTransportTests.shutDown(transport)
  }

  @Test(arguments: Kind.allCases) func `Cancelling closes the connection at once`(kind: Kind) async throws {
    let (server, transport) = (try Self.endlessServer(), StreamTransportTests.make(kind))
    defer { server.stop() }
    let task = await Self.firstEvent(of: server, over: transport)
    task.cancel()
    #expect(await task.value == .cancelled)
    await server.ended.reaches(1)
    await StreamTransportTests.shutDown(transport)
  }

  @Test(arguments: Kind.allCases) func `Shutting down the transport ends the event source`(kind: Kind) async throws {
    let (server, transport) = (try Self.endlessServer(), StreamTransportTests.make(kind))
    defer { server.stop() }
    let task = await Self.firstEvent(of: server, over: transport)
    await StreamTransportTests.shutDown(transport)
    #expect(await task.value == .transport(.shutDown))
  }

  /// Returns a server that sends one event and doesn't end its stream.
  private static func endlessServer() throws -> RawServer {
    try RawServer { _, connection in
      connection.send(head + StreamTransportTests.chunk("data: a\n\n"))
      connection.waitForEnd()
    }
  }

  /// Waits for the first event of a server. Returns how the event source ends.
  private static func firstEvent(
    of server: RawServer, over transport: some StreamTransport
  ) async -> Task<EventSourceError?, Never> {
    let origin = server.origin
    let source = EventSource(transport, clock: ManualClock(), random: { 0 }) {
      HTTPRequest(.get, origin: origin, path: "/")
    }
    let tally = Tally()
    let task = Task { () -> EventSourceError? in
      do throws(EventSourceError) { try await source.run { if case .event = $0 { tally.add() } } } catch {
        return error
      }
      return nil
    }
    await tally.reaches(1)
    return task
  }
}
