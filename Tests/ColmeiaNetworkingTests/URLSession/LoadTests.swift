import ColmeiaHTTP
import Foundation
import Testing

@testable import ColmeiaNetworking

/// What counts a whole process runs in one of its own: other tests open descriptors at the same time.
@Suite(.timeLimit(.minutes(10))) struct LoadTests {
  @Test func `A thousand requests at once, and many in a row, leave no descriptor and no memory behind`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      let body = [UInt8](repeating: 120, count: 10_000)
      let crowd = Crowd()
      let server = try RawServer(remembers: false) { _, connection in
        crowd.enter()
        sched_yield()
        crowd.leave()
        connection.answer(200, body: body)
      }
      let request = HTTPRequest(.post, origin: server.origin, path: "/", body: body)
      let before = ThisProcess.descriptorCount
      let transport = URLSessionTransport(.init(connectionsPerHost: 16))

      let start = ContinuousClock.now
      await withTaskGroup(of: Int?.self) { group in
        for _ in 0..<1_000 { group.addTask { try? await transport.send(request).body.count } }
        for await count in group { #expect(count == body.count) }
      }
      let atOnce = ContinuousClock.now - start
      #expect(crowd.most <= 16)

      let count = ThisProcess.number("COLMEIA_REQUESTS", otherwise: 2_000)
      for _ in 0..<min(count, 500) { _ = try await transport.send(request) }
      let memory = ThisProcess.residentSize
      for _ in 0..<count { _ = try await transport.send(request) }
      let growth = ThisProcess.residentSize - memory

      await transport.shutdown()
      await server.ended.reaches(server.accepted.value)
      let after = ThisProcess.descriptorCount
      server.stop()
      print("1,000 at once \(atOnce); \(count) in a row, \(growth / 1_024) KiB more of \(memory / 1_024) KiB")
      print("descriptors \(before) before, \(after) after; \(server.accepted.value) connections")
      #expect(growth < 8 << 20)
      // Dispatch keeps a few of its own.
      #expect(after - before <= 4)
      #expect(transport.exchangeCount == 0)
    }
    print(String(decoding: result?.standardOutputContent ?? [], as: UTF8.self))
  }

  @Test func `Transports that are dropped without being shut down leave no descriptor behind`() async {
    await #expect(processExitsWith: .success) {
      let server = try RawServer { _, connection in connection.answer(200) }
      let request = HTTPRequest(.get, origin: server.origin, path: "/")
      _ = try await URLSessionTransport().send(request)
      await server.ended.reaches(1)
      let before = ThisProcess.descriptorCount
      for _ in 0..<20 { _ = try await URLSessionTransport().send(request) }
      await server.ended.reaches(21)
      #expect(ThisProcess.descriptorCount <= before + 2)
    }
  }

  @Test func `A proxy in the environment is not asked for a server on this device`() async {
    await #expect(processExitsWith: .success) {
      for name in ["http_proxy", "all_proxy"] { setenv(name, "http://127.0.0.1:1", 1) }
      let server = try RawServer { _, connection in connection.answer(200) }
      #expect(try await URLSessionTransport().send(HTTPRequest(.get, origin: server.origin, path: "/")).status == 200)
    }
  }
}
