import CountingSupport
import ReferenceBackend
import Testing

/// Counts the allocations of the server's loop for one request of a connection that stays open.
@Suite(.serialized) struct ServerCountingTests {
  /// A listener, and a client that sends the same request in each turn and reads all responses.
  private final class Client: SocketSystem {
    private let request: [UInt8]
    private var hasConnected = false
    private(set) var answers = 0

    init(_ request: String) { self.request = Array(request.utf8) }

    func accept(_ listener: Int32) -> (socket: Int32?, isExhausted: Bool) {
      defer { hasConnected = true }
      return (hasConnected ? nil : 3, false)
    }
    func read(_ socket: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> SocketTransfer {
      buffer.copyBytes(from: request)
      return .bytes(request.count)
    }
    func write(_ socket: Int32, _ bytes: UnsafeRawBufferPointer) -> SocketTransfer {
      if bytes.starts(with: "HTTP/1.1 200 OK\r\n".utf8) { answers += 1 }
      return .bytes(bytes.count)
    }
    func endOutput(_ socket: Int32) {}
    func close(_ socket: Int32) {}
    func drain(_ end: Int32) {}
    func watch(_ socket: Int32, _ events: SocketEvents) -> Bool { true }
    func wait(_ happened: inout [(socket: Int32, events: SocketEvents)], _ milliseconds: Int32) {
      happened.removeAll(keepingCapacity: true)
      happened.append((hasConnected ? 3 : 1, .readable))
    }
  }

  private final class Greeting: ServerHandler {
    private let answer = HTTPResponse(200, headers: ["Content-Type": "text/plain"], body: Array("hello\n".utf8))
    func handle(_ request: HTTPRequest, _ exchange: UInt64) -> [ServerOutput] { [.respond(exchange, answer)] }
  }

  /// Returns the minimum number of allocations of a turn with one request.
  private func allocations(_ handler: any ServerHandler, path: String) -> Int64 {
    let client = Client("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:80\r\nUser-Agent: load\r\nAccept: */*\r\n\r\n")
    let loop = EventLoop(1, 2, ServerLimits(), client, now: { .zero }, date: { 0 }, handler)
    func turn() {
      loop.turn()
      loop.endTurn()
    }
    turn()
    let count = steadyAllocations(turn)
    #expect(client.answers == 4)
    loop.closeAll()
    return count
  }

  /// Unoptimized code allocates more, also by itself. Its limit is 5 % above what was counted, so it shows only large
  /// mistakes. `.ci/long laws` counts in optimized code.
  private func limit(optimized: Int64, unoptimized: Int64) -> Int64 {
    #if DEBUG
      unoptimized
    #else
      optimized
    #endif
  }

  @Test func `A turn with a request allocates twice: fields, outputs`() {
    let count = allocations(Greeting(), path: "/")
    #expect(count <= limit(optimized: 2, unoptimized: 640))
  }

  @Test func `The back end shows an event with 12 allocations`() {
    let context = RequestContext(date: 1_600_000_000, token: "token", salt: [])
    let count = allocations(BackendHandler(.demo) { context }, path: "/events/1")
    #expect(count <= limit(optimized: 12, unoptimized: 870))
  }
}
