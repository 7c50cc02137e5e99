import ColmeiaBase
import ColmeiaTesting

@testable import ColmeiaPlatform
@testable import ColmeiaTransport

#if os(Linux)
  import ColmeiaHTTP
  import Foundation
  import TestSupport
  import Testing

  /// Tests of how the client closes a connection (RFC 6455 §7.1), against a scripted server.
  @Suite(.blocking, .timeLimit(.minutes(10))) struct ClosingTests {
    /// What the server has received, in order.
    private final class Seen: Sendable {
      private let lines = Guarded([String]())
      let count = Tally()
      func add(_ line: String) {
        lines.withLock { $0.append(line) }
        count.add()
      }
      var all: [String] { lines.withLock { $0 } }
    }

    private static func name(_ events: [WebSocketMachine.Event]) -> String {
      events.map { event in
        switch event {
        case .closed(let close): "close \(close.code.rawValue)"
        case .message(.text(let text)): text
        default: "\(event)"
        }
      }.joined(separator: ", ")
    }

    @Test func `The client sends a close frame, receives one, and lets the server end the connection`() async throws {
      let seen = Seen()
      let server = try RawServer { request, connection in
        let peer = SocketPeer(request, connection)
        seen.add(Self.name(peer.receive()))
        peer.answer()
        connection.endOutput()
        // Only now does the client end its side. It has sent nothing else.
        seen.add("then '\(Self.name(peer.receive()))'")
      }
      // Only the test advances the clock. If the client needed it, it would wait forever.
      let sockets = LinkWebSocketTransport(clock: ManualClock())
      let connection = try await sockets.open(server)
      connection.close(WebSocketClose(.goingAway))
      #expect(connection.end == WebSocketClose(.goingAway))
      #expect(await connection.receive() == nil)
      await server.ended.reaches(1)
      #expect(seen.all == ["close 1001", "then ''"])
      await sockets.shutdown()
      server.stop()
    }

    @Test func `A connection that is released closes itself`() async throws {
      let seen = Seen()
      let server = try RawServer { request, connection in
        let peer = SocketPeer(request, connection)
        seen.add(Self.name(peer.receive()))
        peer.answer()
      }
      let sockets = LinkWebSocketTransport(clock: ManualClock())
      for count in 1...3 {
        _ = try await sockets.open(server)
        await seen.count.reaches(count)
      }
      #expect(seen.all == Array(repeating: "close 1000", count: 3))
      await sockets.shutdown()
      server.stop()
    }

    @Test func `A server that does not confirm the close is disconnected exactly at the timeout`() async throws {
      let (seen, clock) = (Seen(), ManualClock())
      let server = try RawServer { request, connection in
        let peer = SocketPeer(request, connection)
        seen.add(Self.name(peer.receive()))
        seen.add("then '\(Self.name(peer.receive()))'")
      }
      let sockets = LinkWebSocketTransport(closing: .seconds(3), clock: clock)
      let connection = try await sockets.open(server)
      connection.close()
      await seen.count.reaches(1)
      // One sleep is for opening, one for closing.
      await clock.waitForSleeps(2)
      clock.advance(by: .milliseconds(2_999))
      #expect(server.ended.value == 0)
      clock.advance(by: .milliseconds(1))
      await server.ended.reaches(1)
      #expect(seen.all == ["close 1000", "then ''"])
      await sockets.shutdown()
      server.stop()
    }

    @Test func `A server that never responds to the handshake is disconnected at the timeout`() async throws {
      let clock = ManualClock()
      let server = try RawServer { _, connection in connection.waitForEnd() }
      let sockets = LinkWebSocketTransport(timeout: .seconds(30), clock: clock)
      let opening = Task { try await sockets.open(server) }
      await server.received.reaches(1)
      await clock.waitForSleeps(1)
      clock.advance(by: .seconds(30))
      let timedOut = WebSocketFailure.transport(.timedOut(after: .seconds(30), origin: server.origin))
      await #expect(throws: timedOut) { _ = try await opening.value }
      await server.ended.reaches(1)
      await sockets.shutdown()
      server.stop()
    }

    @Test func `A server that floods a closed connection delays no timeout`() async throws {
      let (clock, received) = (ManualClock(), Tally())
      let server = try RawServer { request, connection in
        let peer = SocketPeer(request, connection)
        _ = peer.receive()
        received.add()
        // Messages that the client discards.
        let messages = [UInt8]([0x82, 0x7E, 0xFF, 0xFF] + [UInt8](repeating: 0, count: 65_535))
        if request.path == "/flood" { while peer.send(messages) {} } else { connection.waitForEnd() }
      }
      let sockets = LinkWebSocketTransport(closing: .seconds(3), clock: clock)
      for path in ["/silent", "/flood"] {
        let request = HTTPRequest(.get, origin: server.origin, path: path)
        try await sockets.open(request, subprotocols: []).close()
      }
      await received.reaches(2)
      // One sleep is for opening, one for closing.
      await clock.waitForSleeps(2)
      clock.advance(by: .seconds(3))
      await server.ended.reaches(2)
      await sockets.shutdown()
      server.stop()
    }

    @Test func `Shutting down ends what waits for a timeout, and the timeouts`() async throws {
      let (clock, received) = (ManualClock(), Tally())
      let server = try RawServer { request, connection in
        if request.path == "/open" { _ = SocketPeer(request, connection).receive() }
        received.add()
        connection.waitForEnd()
      }
      let sockets = LinkWebSocketTransport(timeout: .seconds(30), closing: .seconds(3), clock: clock)
      // One connection waits for the server to confirm its close, and one for the response to its handshake.
      let closing = try await sockets.open(HTTPRequest(.get, origin: server.origin, path: "/open"), subprotocols: [])
      closing.close()
      let opening = Task { try await sockets.open(server) }
      await received.reaches(2)
      await clock.waitForSleeps(2)
      await sockets.shutdown()
      await #expect(throws: WebSocketFailure.transport(.shutDown)) { _ = try await opening.value }
      #expect(await closing.receive() == nil)
      await server.ended.reaches(2)
      await poll(for: "the sleeps to end") { clock.sleeperCount == 0 }
      // A later attempt doesn't wait either.
      await #expect(throws: WebSocketFailure.transport(.shutDown)) { _ = try await sockets.open(server) }
      #expect(clock.sleepCount == 2)
      server.stop()
    }

    @Test func `A server that stops reading is disconnected at the timeout, however much is unsent`() async throws {
      let (clock, proceed) = (ManualClock(), DispatchSemaphore(value: 0))
      let taken = Guarded(0)
      let server = try RawServer { request, connection in
        _ = SocketPeer(request, connection)
        proceed.wait()
        while let bytes = connection.receive() { taken.withLock { $0 += bytes.count } }
      }
      let sockets = LinkWebSocketTransport(limits: .init(unsent: 64 << 20), closing: .seconds(3), clock: clock)
      let connection = try await sockets.open(server)
      for _ in 0..<32 { try connection.send(.binary([UInt8](repeating: 1, count: 1 << 20))) }
      connection.close()
      // One sleep is for opening, one for closing.
      await clock.waitForSleeps(2)
      clock.advance(by: .seconds(3))
      await poll(for: "the connection to end") { !sockets.isRunning }
      proceed.signal()
      await server.ended.reaches(1)
      // The bytes that the operating system had buffered.
      let count = taken.withLock { $0 }
      #expect(count < 32 << 20)
      await sockets.shutdown()
      server.stop()
    }

    @Test func `Data that arrives after the client has closed is ignored, whatever its size`() async throws {
      let seen = Seen()
      let server = try RawServer { request, connection in
        let peer = SocketPeer(request, connection)
        peer.send("before")
        let events = peer.receive()
        // More than a client buffers if no task receives.
        for _ in 0..<40 { peer.send([0x82, 0x7E, 0xFF, 0xFF] + [UInt8](repeating: 0, count: 65_535)) }
        peer.send([0x81, 0x02, 0x68, 0x69, 0x89, 0x00])
        seen.add(Self.name(events))
        peer.answer()
        connection.endOutput()
        seen.add("then '\(Self.name(peer.receive()))'")
      }
      let sockets = LinkWebSocketTransport(clock: ManualClock())
      let connection = try await sockets.open(server)
      #expect(await connection.receive() == .text("before"))
      connection.close()
      #expect(throws: WebSocketError.notOpen) { try connection.send(.text("late")) }
      await server.ended.reaches(1)
      #expect(await connection.receive() == nil)
      #expect(seen.all == ["close 1000", "then ''"])
      await sockets.shutdown()
      server.stop()
    }

    @Test func `When the server closes, the client confirms, keeps its messages and waits for it`() async throws {
      let seen = Seen()
      let server = try RawServer { request, connection in
        let peer = SocketPeer(request, connection)
        peer.send("last words")
        peer.send([0x88, 0x02, 0x03, 0xF4])
        seen.add(Self.name(peer.receive()))
        connection.endOutput()
        seen.add("then '\(Self.name(peer.receive()))'")
      }
      let sockets = LinkWebSocketTransport(clock: ManualClock())
      let connection = try await sockets.open(server)
      await server.ended.reaches(1)
      #expect(await connection.receive() == .text("last words"))
      #expect(await connection.receive() == nil)
      #expect(connection.end == WebSocketClose(.serviceRestart))
      #expect(seen.all == ["close 1012", "then ''"])
      await sockets.shutdown()
      server.stop()
    }

    @Test func `A server that violates the protocol receives a close frame and is not waited for`() async throws {
      let seen = Seen()
      let server = try RawServer { request, connection in
        let peer = SocketPeer(request, connection)
        peer.send([0xFF, 0xFF])
        seen.add(Self.name(peer.receive()))
        seen.add("then '\(Self.name(peer.receive()))'")
      }
      let sockets = LinkWebSocketTransport(clock: ManualClock())
      let connection = try await sockets.open(server)
      #expect(await connection.receive() == nil)
      #expect(connection.end?.code == .protocolError)
      await server.ended.reaches(1)
      #expect(seen.all == ["close 1002", "then ''"])
      await sockets.shutdown()
      server.stop()
    }

    @Test func `Unread messages are buffered up to the limit, beyond which sending throws an error`() async throws {
      let proceed = DispatchSemaphore(value: 0)
      let received = Guarded(0)
      let server = try RawServer { request, connection in
        let peer = SocketPeer(request, connection)
        proceed.wait()
        while case let events = peer.receive(), !events.isEmpty {
          received.withLock { $0 += events.count }
          if case .closed? = events.last { break }
        }
        peer.answer()
        connection.endOutput()
      }
      let sockets = LinkWebSocketTransport(limits: .init(unsent: 1 << 20), clock: ManualClock())
      let connection = try await sockets.open(server)
      let part = WebSocketMachine.Message.binary([UInt8](repeating: 1, count: 256 << 10))
      var (sent, refusal): (Int, WebSocketError?) = (0, nil)
      while refusal == nil, sent < 1_000 {
        do throws(WebSocketError) {
          try connection.send(part)
          sent += 1
        } catch { refusal = error }
      }
      // The operating system buffers some, too.
      #expect(refusal == .tooMuchUnsent(limit: 1 << 20) && sent >= 3)
      #expect(connection.end == nil)
      // Once the server reads again, all messages arrive and another one can be sent.
      proceed.signal()
      await poll(for: "room for another message") { (try? connection.send(part)) != nil }
      connection.close()
      await server.ended.reaches(1)
      let count = received.withLock { $0 }
      #expect(count == sent + 2)
      await sockets.shutdown()
      server.stop()
    }
  }
#endif
