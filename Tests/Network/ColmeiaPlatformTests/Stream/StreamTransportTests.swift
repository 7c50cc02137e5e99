import ColmeiaTesting
import Foundation
import TestSupport
import Testing

@testable import ColmeiaPlatform
@testable import ColmeiaTransport

/// Tests of streams over real sockets, with both transports.
@Suite(.blocking, .timeLimit(.minutes(10))) struct StreamTransportTests {
  enum Kind: CaseIterable { case link, session }

  static let patient = StreamConfiguration(timeout: .patience)

  static func make(
    _ kind: Kind, _ configuration: StreamConfiguration = patient, clock: any Clock<Duration> = ContinuousClock()
  ) -> any StreamTransport {
    switch kind {
    case .link: LinkStreamTransport(configuration, clock: clock)
    case .session: URLSessionStreamTransport(configuration, clock: clock)
    }
  }

  static func shutDown(_ transport: any StreamTransport) async {
    if let transport = transport as? LinkStreamTransport { await transport.shutdown() }
    if let transport = transport as? URLSessionStreamTransport { await transport.shutdown() }
  }

  static func chunk(_ text: String) -> String { String(text.utf8.count, radix: 16) + "\r\n\(text)\r\n" }
  static let chunked = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n"

  @Test(arguments: Kind.allCases) func `Bytes arrive as they are sent, and then the end`(kind: Kind) async throws {
    let gate = DispatchSemaphore(value: 0)
    let server = try RawServer { _, connection in
      connection.send(Self.chunked)
      for part in ["one", "two"] {
        gate.wait()
        connection.send(Self.chunk(part))
      }
      gate.wait()
      connection.send("0\r\n\r\n")
    }
    defer { server.stop() }
    let transport = Self.make(kind)
    let stream = try await transport.open(HTTPRequest(.get, origin: server.origin, path: "/"))
    #expect(stream.head.status == 200 && stream.head.headers["Content-Type"] == "text/plain")
    for part in ["one", "two"] {
      gate.signal()
      #expect(try await stream.next() == Array(part.utf8))
    }
    gate.signal()
    #expect(try await stream.next() == nil)
    #expect(try await stream.next() == nil)
    await Self.shutDown(transport)
  }

  @Test(arguments: Kind.allCases) func `A response of any status is returned`(kind: Kind) async throws {
    let server = try RawServer { _, connection in connection.answer(404, text: "no") }
    defer { server.stop() }
    let transport = Self.make(kind)
    let stream = try await transport.open(HTTPRequest(.get, origin: server.origin, path: "/"))
    #expect(stream.head.status == 404)
    #expect(try await stream.next() == Array("no".utf8))
    #expect(try await stream.next() == nil)
    await Self.shutDown(transport)
  }

  @Test(arguments: Kind.allCases) func `A body is sent with the request`(kind: Kind) async throws {
    let server = try RawServer { request, connection in connection.answer(200, body: request.body) }
    defer { server.stop() }
    let transport = Self.make(kind)
    let request = HTTPRequest(.post, origin: server.origin, path: "/", body: Array("hello".utf8))
    let stream = try await transport.open(request)
    #expect(try await stream.next() == Array("hello".utf8))
    await Self.shutDown(transport)
  }

  @Test(arguments: Kind.allCases)
  func `If the connection is cut, the bytes received are read before the error`(kind: Kind) async throws {
    let server = try RawServer { _, connection in
      connection.send(Self.chunked + Self.chunk("good") + "5\r\nba")
      connection.end()
    }
    defer { server.stop() }
    let transport = Self.make(kind)
    let origin = server.origin
    let stream = try await transport.open(HTTPRequest(.get, origin: origin, path: "/"))
    var bytes: [UInt8] = []
    await #expect(throws: TransportError.unreachable(.connectionLost, origin: origin)) {
      while let more = try await stream.next() { bytes += more }
    }
    #expect(String(decoding: bytes, as: UTF8.self) == "goodba")
    await Self.shutDown(transport)
  }

  @Test(arguments: Kind.allCases) func `Opening fails if no server is listening`(kind: Kind) async throws {
    let server = try RawServer { _, _ in }
    let origin = server.origin
    server.stop()
    let transport = Self.make(kind)
    var failure: TransportError?
    // The listener may live a moment longer.
    await poll(for: "a connection that is refused, not \(String(describing: failure))") {
      do throws(TransportError) {
        _ = try await transport.open(HTTPRequest(.get, origin: origin, path: "/"))
      } catch { failure = error }
      return failure == .unreachable(.refused, origin: origin)
    }
    await Self.shutDown(transport)
  }

  @Test func `After the shutdown no thread uses libcurl`() async throws {
    let server = try RawServer { _, connection in
      connection.send(Self.chunked)
      connection.waitForEnd()
    }
    defer { server.stop() }
    let transport = LinkStreamTransport(Self.patient)
    let stream = try await transport.open(HTTPRequest(.get, origin: server.origin, path: "/"))
    #expect(transport.isRunning)
    await transport.shutdown()
    #expect(!transport.isRunning)
    await #expect(throws: TransportError.shutDown) { try await stream.next() }
  }

  @Test func `A stream and a response of unknown length that the shutdown ends are not complete`() async throws {
    let server = try RawServer { _, connection in
      connection.send("HTTP/1.1 200 OK\r\n\r\npart")
      connection.waitForEnd()
    }
    defer { server.stop() }
    let request = HTTPRequest(.get, origin: server.origin, path: "/")
    let streams = LinkStreamTransport(Self.patient)
    let stream = try await streams.open(request)
    #expect(try await stream.next() == Array("part".utf8))
    await streams.shutdown()
    await #expect(throws: TransportError.shutDown) { try await stream.next() }
    let transport = LinkTransport()
    let hasBegun = Tally()
    let sending = Task { () -> TransportError? in
      do throws(TransportError) {
        _ = try await transport.send(request, TransferOptions { if case .received = $0 { hasBegun.add() } })
        return nil
      } catch { return error }
    }
    await hasBegun.reaches(1)
    await transport.shutdown()
    #expect(await sending.value == .shutDown)
  }

  @Test(arguments: Kind.allCases) func `Cancelling closes the connection at once, before the head and after it`(
    kind: Kind
  ) async throws {
    let server = try RawServer { request, connection in
      if request.path == "/open" { connection.send(Self.chunked) }
      connection.waitForEnd()
    }
    defer { server.stop() }
    let transport = Self.make(kind)
    let origin = server.origin
    let opening = Task { _ = try await transport.open(HTTPRequest(.get, origin: origin, path: "/closed")) }
    await server.received.reaches(1)
    opening.cancel()
    await #expect(throws: TransportError.cancelled) { try await opening.value }
    await server.ended.reaches(1)

    let stream = try await transport.open(HTTPRequest(.get, origin: origin, path: "/open"))
    let reading = Task { try await stream.next() }
    reading.cancel()
    await #expect(throws: TransportError.cancelled) { try await reading.value }
    await server.ended.reaches(2)
    await Self.shutDown(transport)
  }

  @Test(arguments: Kind.allCases) func `Closing ends the reader, and releasing closes`(kind: Kind) async throws {
    let server = try RawServer { _, connection in
      connection.send(Self.chunked)
      connection.waitForEnd()
    }
    defer { server.stop() }
    let transport = Self.make(kind)
    let request = HTTPRequest(.get, origin: server.origin, path: "/")
    let stream = try await transport.open(request)
    let reading = Task { try await stream.next() }
    stream.close()
    await #expect(throws: TransportError.cancelled) { try await reading.value }
    await server.ended.reaches(1)
    _ = try await transport.open(request)
    await server.ended.reaches(2)
    await Self.shutDown(transport)
  }

  @Test(arguments: Kind.allCases) func `Shutting down ends all streams, and no stream can be opened afterwards`(
    kind: Kind
  ) async throws {
    let server = try RawServer { _, connection in
      connection.send(Self.chunked)
      connection.waitForEnd()
    }
    defer { server.stop() }
    let transport = Self.make(kind)
    let request = HTTPRequest(.get, origin: server.origin, path: "/")
    let stream = try await transport.open(request)
    await Self.shutDown(transport)
    await #expect(throws: TransportError.shutDown) { try await stream.next() }
    await #expect(throws: TransportError.shutDown) { _ = try await transport.open(request) }
    await server.ended.reaches(1)
  }

  @Test(arguments: Kind.allCases) func `The timeout applies to the head, but not to the body`(kind: Kind) async throws {
    let server = try RawServer { request, connection in
      if request.path == "/open" { connection.send(Self.chunked) }
      connection.waitForEnd()
    }
    defer { server.stop() }
    let clock = ManualClock()
    let transport = Self.make(kind, StreamConfiguration(timeout: .seconds(30)), clock: clock)
    let origin = server.origin
    let stream = try await transport.open(HTTPRequest(.get, origin: origin, path: "/open"))
    let opening = Task { _ = try await transport.open(HTTPRequest(.get, origin: origin, path: "/")) }
    await server.received.reaches(2)
    await clock.waitForSleeps(1)
    clock.advance(by: .seconds(30))
    await #expect(throws: TransportError.timedOut(after: .seconds(30), origin: origin)) { try await opening.value }
    await server.ended.reaches(1)
    #expect(server.ended.value == 1)
    stream.close()
    await server.ended.reaches(2)
    await Self.shutDown(transport)
  }

  @Test(arguments: Kind.allCases)
  func `Redirects are followed without secrets, but with the last event ID`(kind: Kind) async throws {
    let other = try RawServer { _, connection in connection.answer(200, text: "there") }
    defer { other.stop() }
    let target = other.origin
    let server = try RawServer { _, connection in connection.answer(307, ["Location: \(target)/b"]) }
    defer { server.stop() }
    let transport = Self.make(kind)
    let request = HTTPRequest(
      .get, origin: server.origin, path: "/a", headers: ["Authorization": "s3cr3t", "Last-Event-ID": "7"])
    let stream = try await transport.open(request)
    #expect(try await stream.next() == Array("there".utf8))
    #expect(stream.head.origin == target && stream.head.redirectedURL != nil, "as a response tells it")
    #expect(server.requests.first?.headers["Authorization"] == "s3cr3t")
    #expect(other.requests.first?.headers["Authorization"] == nil)
    #expect(other.requests.first?.headers["Last-Event-ID"] == "7" && other.requests.first?.path == "/b")
    await Self.shutDown(transport)
  }

  @Test(arguments: Kind.allCases) func `A redirect loop ends with an error`(kind: Kind) async throws {
    let server = try RawServer { _, connection in connection.answer(302, ["Location: /"]) }
    defer { server.stop() }
    let transport = Self.make(kind, StreamConfiguration(timeout: .patience, redirectLimit: 3))
    let origin = server.origin
    await #expect(throws: TransportError.tooManyRedirects(limit: 3, origin: origin)) {
      _ = try await transport.open(HTTPRequest(.get, origin: origin, path: "/"))
    }
    await Self.shutDown(transport)
  }

  @Test(arguments: Kind.allCases) func `A request that cannot be sent opens no connection`(kind: Kind) async throws {
    let transport = Self.make(kind)
    await #expect(throws: TransportError.badRequest(.header("A"))) {
      _ = try await transport.open(HTTPRequest(.get, origin: "http://h", path: "/", headers: ["A": "b\r\nC: d"]))
    }
    await Self.shutDown(transport)
  }

  @Test(
    arguments: [
      ("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", .lengthAndChunks),
      ("SSH-2.0-x\r\n", .statusLine),
    ] as [(String, ResponseFault)])
  func `A malformed HTTP response is rejected with the reason`(text: String, fault: ResponseFault) async throws {
    let server = try RawServer { _, connection in
      connection.send(text)
      connection.waitForEnd()
    }
    defer { server.stop() }
    let transport = Self.make(.link)
    let origin = server.origin
    await #expect(throws: TransportError.badResponse(origin: origin, fault: fault)) {
      _ = try await transport.open(HTTPRequest(.get, origin: origin, path: "/"))
    }
    await server.ended.reaches(1)
  }

  @Test func `If no task reads, no more is received than the limit and one piece`() async throws {
    let (count, limit) = (32 << 20, 65_536)
    let server = try RawServer { _, connection in
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(count)\r\n\r\n")
      connection.send([UInt8](repeating: 7, count: count))
    }
    defer { server.stop() }
    let transport = Self.make(.link, StreamConfiguration(timeout: .patience, unreadLimit: limit))
    let stream = try await transport.open(HTTPRequest(.get, origin: server.origin, path: "/"))
    var (received, most) = (0, 0)
    while let bytes = try await stream.next() {
      received += bytes.count
      most = max(most, bytes.count)
    }
    #expect(received == count && most <= limit + 65_536)
  }

  @Test func `A flood ends the stream if the sender cannot be slowed down`() {
    let exchange = StreamExchange(HTTPRequest(.get, origin: "http://h", path: "/"), unreadLimit: 10)
    exchange.receive(head: HTTPResponse(200))
    exchange.receive(Data([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]))
    #expect(exchange.inbox.read { $0.unread } == 10)
    exchange.receive(Data([11]))
    exchange.receive(Data([12]))
    #expect(exchange.inbox.change { $0.next() } == .failure(.flooded(limit: 10, origin: "http://h")))
  }
}
