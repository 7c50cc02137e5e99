import Synchronization
import Testing

@testable import ColmeiaServer

/// Tests that count the system calls in a turn of the event loop.
@Suite struct TurnTests {
  /// A handler that responds with the path.
  private final class Paths: ServerHandler {
    /// Called for each request.
    var onRequest: (String) -> Void = { _ in }

    func handle(_ request: HTTPRequest, _ exchange: UInt64) -> [ServerOutput] {
      onRequest(request.path)
      return switch request.path {
      case "/never": []
      case "/stream": [.upgrade(exchange, HTTPResponse(200)), .write(exchange, [33]), .close(exchange)]
      default: [.respond(exchange, HTTPResponse(200, body: Array(request.path.utf8)))]
      }
    }
  }

  /// A socket system with simulated clients that counts the calls.
  private final class CountedSockets: SocketSystem {
    static let listener: Int32 = 3
    static let wakeEnd: Int32 = 4
    static let first: Int32 = 10

    /// The number of clients that wait to be accepted.
    var arrivals = 0
    private var accepted: Int32 = 0
    var watched: [Int32: SocketEvents] = [:]
    var inputs: [Int32: [UInt8]] = [:]
    var outputs: [Int32: String] = [:]
    var closed: Set<Int32> = []
    var calls: [String] = []

    func takeCalls() -> [String] {
      defer { calls = [] }
      return calls
    }

    func accept(_ listener: Int32) -> (socket: Int32?, isExhausted: Bool) {
      calls.append("accept")
      guard arrivals > 0 else { return (nil, false) }
      (arrivals, accepted) = (arrivals - 1, accepted + 1)
      return (Self.first + accepted - 1, false)
    }

    func read(_ socket: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> SocketTransfer {
      calls.append("read")
      guard let input = inputs.removeValue(forKey: socket) else { return .wouldBlock }
      buffer.copyBytes(from: input)
      return .bytes(input.count)
    }

    func write(_ socket: Int32, _ bytes: UnsafeRawBufferPointer) -> SocketTransfer {
      calls.append("write")
      outputs[socket, default: ""] += String(decoding: bytes, as: UTF8.self)
      return .bytes(bytes.count)
    }

    func endOutput(_ socket: Int32) {}
    func close(_ socket: Int32) { closed.insert(socket) }
    func drain(_ end: Int32) {}

    func watch(_ socket: Int32, _ events: SocketEvents) -> Bool {
      calls.append("watch")
      watched[socket] = events
      return true
    }

    func wait(_ happened: inout [(socket: Int32, events: SocketEvents)], _ milliseconds: Int32) {
      calls.append("wait")
      happened = inputs.keys.sorted().filter { watched[$0]?.contains(.readable) == true }.map { ($0, .readable) }
      if arrivals > 0, watched[Self.listener] == .readable { happened.append((Self.listener, .readable)) }
    }
  }

  /// An event loop with connected clients.
  private final class Bench {
    let sockets = CountedSockets()
    let handler = Paths()
    let readings = Mutex(0)
    let time = Mutex(Duration.zero)
    private(set) var loop: EventLoop

    init(connections: Int) {
      nonisolated(unsafe) var bench: Bench?
      loop = EventLoop(
        CountedSockets.listener, CountedSockets.wakeEnd, ServerLimits(), sockets,
        now: { bench?.readTime() ?? .zero }, date: { 0 }, handler)
      bench = self
      sockets.arrivals = connections
      turn()
    }

    private func readTime() -> Duration {
      readings.withLock { $0 += 1 }
      return time.withLock { $0 }
    }

    func turn() {
      loop.turn()
      loop.endTurn()
    }
  }

  private static let socket = CountedSockets.first

  @Test(arguments: [1, 1_001]) func `A request needs the same calls regardless of idle connections`(connections: Int) {
    let bench = Bench(connections: connections)
    #expect(bench.sockets.watched.count == connections + 2)
    _ = bench.sockets.takeCalls()
    let readings = bench.readings.withLock { $0 }
    for path in ["/a", "/b"] {
      bench.sockets.inputs[Self.socket] = Array("GET \(path) HTTP/1.1\r\nHost: h\r\n\r\n".utf8)
      bench.turn()
      #expect(bench.sockets.takeCalls() == ["wait", "read", "write"])
      #expect(bench.sockets.outputs[Self.socket]?.hasSuffix("\r\n\r\n\(path)") == true)
    }
    // The clock is read three times per turn: for the wait, after it, and at the end.
    #expect(bench.readings.withLock { $0 } == readings + 6)
  }

  @Test func `All requests of a turn are handled before the first response is sent`() {
    let bench = Bench(connections: 2)
    _ = bench.sockets.takeCalls()
    bench.handler.onRequest = { [sockets = bench.sockets] in sockets.calls.append($0) }
    for (index, path) in ["/a", "/b"].enumerated() {
      bench.sockets.inputs[Self.socket + Int32(index)] = Array("GET \(path) HTTP/1.1\r\nHost: h\r\n\r\n".utf8)
    }
    bench.turn()
    #expect(bench.sockets.takeCalls() == ["wait", "read", "read", "/a", "/b", "write", "write"])
  }

  @Test func `The responses to requests that arrive together are sent together`() {
    let bench = Bench(connections: 1)
    _ = bench.sockets.takeCalls()
    bench.sockets.inputs[Self.socket] = Array(
      ["/a", "/b", "/c"].map { "GET \($0) HTTP/1.1\r\nHost: h\r\n\r\n" }.joined().utf8)
    bench.turn()
    #expect(bench.sockets.takeCalls() == ["wait", "read", "write"])
    #expect(bench.sockets.outputs[Self.socket]?.split(separator: "\r\n\r\n/").count == 4)
  }

  @Test func `A stream that is closed gets what was written before`() {
    let bench = Bench(connections: 1)
    bench.sockets.inputs[Self.socket] = Array("GET /stream HTTP/1.1\r\nHost: h\r\n\r\n".utf8)
    bench.turn()
    #expect(bench.sockets.outputs[Self.socket]?.hasSuffix("\r\n\r\n!") == true)
    #expect(bench.sockets.closed == [Self.socket])
  }

  @Test func `A client with a pending request is unwatched only when it sends more data`() {
    let bench = Bench(connections: 1)
    _ = bench.sockets.takeCalls()
    bench.sockets.inputs[Self.socket] = Array("GET /never HTTP/1.1\r\nHost: h\r\n\r\n".utf8)
    bench.turn()
    #expect(bench.sockets.takeCalls() == ["wait", "read"])
    bench.sockets.inputs[Self.socket] = [65]
    bench.turn()
    #expect(bench.sockets.takeCalls() == ["wait", "watch"])
    #expect(bench.sockets.watched[Self.socket] == [])
    bench.turn()
    #expect(bench.sockets.takeCalls() == ["wait"])
  }

  @Test func `An idle connection is closed exactly at its timeout`() {
    let bench = Bench(connections: 3)
    bench.time.withLock { $0 = .seconds(5) }
    bench.sockets.inputs[Self.socket + 1] = Array("GET /a HTTP/1.1\r\nHost: h\r\n\r\n".utf8)
    bench.turn()
    bench.time.withLock { $0 = .seconds(10) }
    bench.turn()
    #expect(bench.sockets.closed == [Self.socket, Self.socket + 2])
    bench.time.withLock { $0 = .seconds(64) }
    bench.turn()
    #expect(bench.sockets.closed.count == 2)
    bench.time.withLock { $0 = .seconds(65) }
    bench.turn()
    #expect(bench.sockets.closed.count == 3)
  }
}
