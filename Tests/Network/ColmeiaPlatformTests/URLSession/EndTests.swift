import ColmeiaTesting
import TestSupport
import Testing

@testable import ColmeiaPlatform
@testable import ColmeiaTransport

/// Tests of transfers that end before their response: by cancellation, timeout or shutdown.
@Suite(.blocking, .timeLimit(.minutes(10))) struct EndTests {
  @Test(arguments: ["", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc"])
  func `Cancelling closes the connection at once`(response: String) async throws {
    let server = try RawServer { _, connection in
      connection.send(response)
      connection.waitForEnd()
    }
    defer { server.stop() }
    let transport = URLSessionTransport(.patient)
    let origin = server.origin
    let task = Task { try await transport.send(HTTPRequest(.get, origin: origin, path: "/")) }
    await server.received.reaches(1)
    task.cancel()
    await #expect(throws: TransportError.cancelled) { try await task.value }
    await server.ended.reaches(1)
    await transport.shutdown()
  }

  @Test func `A task that is cancelled before it sends opens no connection`() async throws {
    let server = try RawServer { _, connection in connection.answer(200) }
    defer { server.stop() }
    let transport = URLSessionTransport(.patient)
    let latch = Tally()
    let origin = server.origin
    let task = Task {
      await latch.reaches(1)
      return try await transport.send(HTTPRequest(.get, origin: origin, path: "/"))
    }
    task.cancel()
    latch.add()
    await #expect(throws: TransportError.cancelled) { try await task.value }
    await transport.shutdown()
    #expect(server.accepted.value == 0)
  }

  @Test func `The timeout is measured by the clock and closes the connection`() async throws {
    let server = try RawServer { _, connection in connection.waitForEnd() }
    defer { server.stop() }
    let clock = ManualClock()
    let transport = URLSessionTransport(.init(timeout: .seconds(30)), clock: clock)
    let origin = server.origin
    let task = Task { try await transport.send(HTTPRequest(.get, origin: origin, path: "/")) }
    await server.received.reaches(1)
    await clock.waitForSleeps(1)
    clock.advance(by: .seconds(29))
    #expect(server.ended.value == 0)
    clock.advance(by: .seconds(1))
    await #expect(throws: TransportError.timedOut(after: .seconds(30), origin: origin)) { try await task.value }
    await server.ended.reaches(1)
    await transport.shutdown()
  }

  @Test func `One timeout covers all redirects together`() async throws {
    let clock = ManualClock()
    let server = try RawServer { request, connection in
      if request.path == "/" { connection.answer(302, ["Location: /slow"]) } else { connection.waitForEnd() }
    }
    defer { server.stop() }
    let transport = URLSessionTransport(.init(timeout: .seconds(30)), clock: clock)
    let origin = server.origin
    let task = Task { try await transport.send(HTTPRequest(.get, origin: origin, path: "/")) }
    await server.received.reaches(2)
    await clock.waitForSleeps(1)
    clock.advance(by: .seconds(30))
    await #expect(throws: TransportError.timedOut(after: .seconds(30), origin: origin)) { try await task.value }
    #expect(clock.sleepCount == 1)
    await transport.shutdown()
  }

  /// The first request of a connection is answered, and the connection is closed after the second one.
  @Test(arguments: [("POST", ""), ("POST", "a body"), ("PUT", "a body"), ("PATCH", "")])
  func `A request that may have been processed is not sent again`(method: String, body: String) async throws {
    let server = try RawServer { request, connection in
      if request.method == .get { connection.answer(200) } else { connection.end() }
    }
    defer { server.stop() }
    let transport = URLSessionTransport(.patient)
    _ = try await transport.send(HTTPRequest(.get, origin: server.origin, path: "/"))
    let request = HTTPRequest(
      HTTPMethod(rawValue: method), origin: server.origin, path: "/", body: Array(body.utf8))
    await #expect(throws: TransportError.unreachable(.connectionLost, origin: server.origin)) {
      try await transport.send(request)
    }
    #expect(server.requests.map(\.method.rawValue) == ["GET", method])
    await transport.shutdown()
  }

  @Test func `A request that waits for a connection of its own can time out, be cancelled or be shut down`()
    async throws
  {
    let server = try RawServer { _, connection in connection.waitForEnd() }
    defer { server.stop() }
    let clock = ManualClock()
    let transport = URLSessionTransport(.init(timeout: .seconds(30), connectionsPerHost: 1), clock: clock)
    let request = HTTPRequest(.post, origin: server.origin, path: "/")
    try await expectEnds(of: request, by: transport, server, clock) { await $0.shutdown() }
    #expect(server.accepted.value == 1)
  }

  @Test func `Shutting down ends requests in flight and rejects new ones`() async throws {
    let server = try RawServer { _, connection in connection.waitForEnd() }
    defer { server.stop() }
    let transport = URLSessionTransport(.patient)
    let request = HTTPRequest(.get, origin: server.origin, path: "/")
    let task = Task { try await transport.send(request) }
    await server.received.reaches(1)
    await transport.shutdown()
    await #expect(throws: TransportError.shutDown) { try await task.value }
    await #expect(throws: TransportError.shutDown) { try await transport.send(request) }
    await transport.shutdown()
    await server.ended.reaches(1)
    #expect(transport.exchangeCount == 0)
  }

  @Test func `Several tasks may shut down a transport at the same time while others send`() async throws {
    let server = try RawServer { _, connection in connection.answer(200) }
    defer { server.stop() }
    for _ in 0..<20 {
      let transport = URLSessionTransport(.patient)
      let request = HTTPRequest(.get, origin: server.origin, path: "/")
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<20 {
          group.addTask {
            if number % 5 == 4 { return await transport.shutdown() }
            do throws(TransportError) { _ = try await transport.send(request) } catch { #expect(error == .shutDown) }
          }
        }
      }
      #expect(transport.exchangeCount == 0)
    }
  }

  @Test func `Of thousands of requests that are cancelled at random, none is stuck or left over`() async throws {
    let server = try RawServer(remembers: false) { request, connection in
      switch request.path {
      case "/slow": connection.waitForEnd()
      case "/half":
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")
        connection.waitForEnd()
      case "/hop": connection.answer(302, ["Location: /fast"])
      case "/401": connection.answer(401, ["WWW-Authenticate: Basic realm=\"a\""])
      default: connection.answer(200, text: "fast")
      }
    }
    defer { server.stop() }
    let transport = URLSessionTransport(.init(timeout: .patience, connectionsPerHost: 8))
    let origin = server.origin
    var random = SplitMix(state: 7)
    var outcomes: [String: Int] = [:]
    let rounds = ThisProcess.number("COLMEIA_REQUESTS", otherwise: 3_000) / 10
    for _ in 0..<rounds {
      let plans = (0..<10).map { _ in
        let path = ["/slow", "/half", "/hop", "/401", "/fast", "/fast"].randomElement(using: &random) ?? "/"
        let body = [UInt8](repeating: 1, count: [0, 0, 100_000].randomElement(using: &random) ?? 0)
        return (
          request: HTTPRequest(body.isEmpty ? .get : .put, origin: origin, path: path, body: body),
          yields: Int.random(in: 0..<60, using: &random)
        )
      }
      await withTaskGroup(of: String.self) { group in
        for plan in plans {
          group.addTask {
            let task = Task {
              do throws(TransportError) {
                return "\(try await transport.send(plan.request).status)"
              } catch { return error == .cancelled ? "cancelled" : "\(error)" }
            }
            for _ in 0..<plan.yields { await Task.yield() }
            task.cancel()
            return await task.value
          }
        }
        for await outcome in group { outcomes[outcome, default: 0] += 1 }
      }
    }
    #expect(Set(outcomes.keys).isSubset(of: ["200", "401", "cancelled"]))
    #expect(outcomes["cancelled", default: 0] > rounds)
    await transport.shutdown()
    #expect(transport.exchangeCount == 0)
  }
}
