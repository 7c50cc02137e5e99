import Foundation
import TestSupport
import Testing

@testable import ColmeiaPlatform
@testable import ColmeiaTransport

/// Tests with many requests. `COLMEIA_REQUESTS` sets their number. Tests that measure a whole process run in a process
/// of their own.
@Suite(.blocking, .timeLimit(.minutes(10))) struct LoadTests {
  private let count = ThisProcess.number("COLMEIA_REQUESTS", otherwise: 2_000)

  @Test func `A thousand concurrent requests stay within the connection limit`() async throws {
    let counter = ConcurrencyCounter()
    let server = try RawServer { request, connection in
      counter.enter()
      sched_yield()
      counter.leave()
      connection.answer(200, body: request.body)
    }
    defer { server.stop() }
    let transport = URLSessionTransport(.init(timeout: .patience, connectionsPerHost: 16))
    let start = ContinuousClock.now
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<1_000 {
        let body = Array("\(number)".utf8)
        let request = HTTPRequest(.post, origin: server.origin, path: "/", body: body)
        group.addTask { (try? await transport.send(request).body) == body }
      }
      for await isAnswered in group { #expect(isAnswered) }
    }
    print("1,000 at once in \(ContinuousClock.now - start), \(server.accepted.value) connections")
    #expect(counter.most <= 16)
    await transport.shutdown()
    await server.ended.reaches(server.accepted.value)
    #expect(ThisProcess.connectionCount(to: server.port) == 0)
  }

  @Test func `Sequential requests share a connection, which is closed at the end`() async throws {
    let server = try RawServer(remembers: false) { _, connection in connection.answer(200) }
    defer { server.stop() }
    let transport = URLSessionTransport(.patient)
    let request = HTTPRequest(.get, origin: server.origin, path: "/")
    for _ in 0..<count { _ = try await transport.send(request) }
    #expect(server.accepted.value == 1)
    #expect(ThisProcess.connectionCount(to: server.port) == 1)
    await transport.shutdown()
    await server.ended.reaches(1)
    #expect(ThisProcess.connectionCount(to: server.port) == 0)
  }

  @Test func `A transport that keeps no connections asks the server to close each one`() async throws {
    let server = try RawServer { request, connection in
      connection.answer(200, ["Connection: \(request.headers["Connection"] ?? "keep-alive")"])
      if request.headers["Connection"] == "close" { connection.end() }
    }
    defer { server.stop() }
    let transport = URLSessionTransport(.init(timeout: .patience, keepsConnections: false))
    for _ in 0..<3 { _ = try await transport.send(HTTPRequest(.get, origin: server.origin, path: "/")) }
    await server.ended.reaches(3)
    #expect(server.accepted.value == 3)
    await transport.shutdown()
  }

  @Test func `A transport that is released without a shutdown closes its connections`() async throws {
    let server = try RawServer { _, connection in connection.answer(200) }
    defer { server.stop() }
    for _ in 0..<10 {
      _ = try await URLSessionTransport(.patient).send(HTTPRequest(.get, origin: server.origin, path: "/"))
    }
    await server.ended.reaches(10)
    #expect(ThisProcess.connectionCount(to: server.port) == 0)
  }

  @Test func `Requests leak no memory`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      let body = [UInt8](repeating: 120, count: 10_000)
      let server = try RawServer(remembers: false) { _, connection in connection.answer(200, body: body) }
      let request = HTTPRequest(.post, origin: server.origin, path: "/", body: body)
      let transport = URLSessionTransport(.patient)
      for _ in 0..<200 { _ = try await transport.send(request) }
      let memory = ThisProcess.residentSize
      let count = ThisProcess.number("COLMEIA_REQUESTS", otherwise: 500)
      for _ in 0..<count { _ = try await transport.send(request) }
      let growth = ThisProcess.residentSize - memory
      print("\(count) requests: \(growth >> 10) KiB more than \(memory >> 10) KiB")
      #expect(growth < 8 << 20)
    }
    print(String(decoding: result?.standardOutputContent ?? [], as: UTF8.self))
  }

  @Test func `A body far over the limit is not buffered in memory`() async {
    await #expect(processExitsWith: .success) {
      let chunk = [UInt8](repeating: 120, count: 1 << 20)
      let server = try RawServer { _, connection in
        connection.send("HTTP/1.1 200 OK\r\n\r\n")
        for _ in 0..<500 where connection.send(chunk) {}
        connection.waitForEnd()
      }
      let before = ThisProcess.peakSize
      let transport = URLSessionTransport(.init(timeout: .patience, bodyLimit: 1 << 20))
      await #expect(throws: TransportError.tooLarge(limit: 1 << 20, origin: server.origin)) {
        try await transport.send(HTTPRequest(.get, origin: server.origin, path: "/"))
      }
      await server.ended.reaches(1)
      #expect(ThisProcess.peakSize - before < 200 << 20)
    }
  }

  @Test func `A local server is declined if a proxy would be used, and the environment is unchanged`() async {
    await #expect(processExitsWith: .success) {
      for name in ["no_proxy", "NO_PROXY"] { unsetenv(name) }
      setenv("http_proxy", "http://127.0.0.1:1", 1)
      let request = HTTPRequest(.get, origin: "http://127.0.0.1:2", path: "/")
      let error = await #expect(throws: TransportError.self) { try await URLSessionTransport(.patient).send(request) }
      #expect("\(String(describing: error))".contains("no_proxy=localhost,127.0.0.1,127.0.0.0/8,::1"))
      let streams = URLSessionStreamTransport()
      #expect(await #expect(throws: TransportError.self) { _ = try await streams.open(request) } == error)
      #expect(getenv("no_proxy") == nil)
    }
  }

  @Test func `A request to an exempt local server bypasses the proxy`() async {
    await #expect(processExitsWith: .success) {
      for name in ["no_proxy", "NO_PROXY"] { unsetenv(name) }
      for name in ["http_proxy", "all_proxy"] { setenv(name, "http://127.0.0.1:1", 1) }
      let exemption = try #require(ProxyVariables.exemption(in: ProcessInfo.processInfo.environment))
      setenv("no_proxy", exemption, 1)
      let server = try RawServer { _, connection in connection.answer(200) }
      #expect(
        try await URLSessionTransport(.patient).send(HTTPRequest(.get, origin: server.origin, path: "/")).status == 200)
    }
  }
}
