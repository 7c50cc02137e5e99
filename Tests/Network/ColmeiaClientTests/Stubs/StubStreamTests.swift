import Testing

@testable import ColmeiaClient
@testable import ColmeiaTransport

@Suite(.timeLimit(.minutes(10))) struct StubStreamTests {
  private static let request = HTTPRequest(.get, path: "/a")

  @Test func `A script is performed first, and then the test controls the stream`() async throws {
    let transport = StubStreamTransport([[.events, .text("a")]])
    let stream = try await transport.open(Self.request)
    #expect(stream.head.headers["Content-Type"] == "text/event-stream")
    #expect(try await stream.next() == Array("a".utf8))
    let server = await transport.opened(1)
    let reading = Task { try await stream.next() }
    await server.waitForReader()
    server.perform(.bytes([1]), .bytes([2]), .end, .bytes([3]))
    #expect(try await reading.value == [1, 2])
    #expect(try await stream.next() == nil)
    #expect(transport.requests == [Self.request])
  }

  @Test func `A stream without a script waits for the test`() async throws {
    let transport = StubStreamTransport()
    let opening = Task { try await transport.open(Self.request) }
    let server = await transport.opened(1)
    server.perform(.cut(.offline))
    await #expect(throws: TransportError.offline) { _ = try await opening.value }
  }

  @Test func `cut takes effect after the bytes sent before it`() async throws {
    let transport = StubStreamTransport([[.events, .text("a"), .cut(.offline)]])
    let stream = try await transport.open(Self.request)
    #expect(try await stream.next() == Array("a".utf8))
    await #expect(throws: TransportError.offline) { try await stream.next() }
  }

  @Test func `Cancelling ends opening and reading`() async throws {
    let transport = StubStreamTransport([[], [.events]])
    let opening = Task { try await transport.open(Self.request) }
    let first = await transport.opened(1)
    opening.cancel()
    await #expect(throws: TransportError.cancelled) { _ = try await opening.value }
    await first.closed()
    let stream = try await transport.open(Self.request)
    let second = await transport.opened(2)
    let reading = Task { try await stream.next() }
    await second.waitForReader()
    reading.cancel()
    await #expect(throws: TransportError.cancelled) { try await reading.value }
    await second.closed()
  }

  @Test func `The test can observe that a stream was closed or released`() async throws {
    let transport = StubStreamTransport([[.events], [.events]])
    try await transport.open(Self.request).close()
    #expect(await transport.opened(1).isClosed)
    _ = try await transport.open(Self.request)
    await transport.opened(2).closed()
  }
}
