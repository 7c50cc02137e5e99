import ColmeiaClient
import ColmeiaPlatform
import ColmeiaServer
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Rows for sequential calls and messages over real sockets to a server that responds immediately, compared with URLSession
/// alone, and with a blocking socket, whose time is that of the system and the server.
func calls() -> [Row] {
  [
    Row("apS", "baseline: a request and its answer over a blocking socket", changesThreads: true) {
      { n in await CallLane.shared.exchange(n, overSocket: HTTPRequestWriter.bytes(CallLane.request)) }
    },
    Row("apU", "baseline: the same by URLSession alone", changesThreads: true) {
      { n in await CallLane.shared.fetch(n) }
    },
    Row("ap", "the same as an API call over URLSession, decoded", changesThreads: true) {
      { n in await CallLane.shared.call(n) }
    },
    Row("weS", "baseline: a frame to a server and back over a blocking socket", changesThreads: true) {
      { n in await CallLane.shared.exchange(n, overSocket: CallLane.frame, upgraded: true) }
    },
    Row("we", "the same as a message of a WebSocket", changesThreads: true) {
      { n in await CallLane.shared.echo(n) }
    },
    Row("we.1k", "the same beside 1,000 idle WebSockets", changesThreads: true) {
      { n in await CallLane.shared.echo(n, beside: 1_000) }
    },
  ]
}

/// A server that responds immediately, and its clients.
actor CallLane {
  /// The instance that all rows share.
  static let shared = CallLane()
  static let request = HTTPRequest(.get, origin: "http://127.0.0.1", path: "/feed")
  /// The frame of the text "oi", as a client sends it.
  static let frame: [UInt8] = [0x81, 0x82, 0, 0, 0, 0, 0x6F, 0x69]

  private let server = try? LoopbackServer { Echo() }
  private let transport = URLSessionTransport()
  private let session = URLSession(configuration: .ephemeral)
  private let sockets = PlatformWebSocketTransport()
  private var connection: (any WebSocketConnection)?
  private var idle: [any WebSocketConnection] = []
  private var (plain, upgraded): (BlockingSocket?, BlockingSocket?)

  /// Sends requests with the API client.
  func call(_ n: Int) async {
    guard let server, let base = try? BaseURL(server.origin) else { return missing() }
    let client = APIClient(transport, base: base)
    for _ in 0..<n {
      do { keep(try await client.send(Endpoint<[WebAddress]>.get("/feed")).count) } catch { missing() }
    }
  }

  /// Sends the same requests with URLSession.
  func fetch(_ n: Int) async {
    guard let server, let url = URL(string: server.origin + "/feed") else { return missing() }
    for _ in 0..<n {
      let count = await withCheckedContinuation { waiter in
        session.dataTask(with: url) { data, _, _ in waiter.resume(returning: data?.count ?? 0) }.resume()
      }
      if count == 0 { missing() }
    }
  }

  /// Sends a message, and waits for its echo.
  func echo(_ n: Int, beside idleCount: Int = 0) async {
    do {
      if connection == nil { connection = try await open() }
      while idle.count < idleCount, let other = try await open() { idle.append(other) }
      for _ in 0..<n {
        try connection?.send(.text("oi"))
        if await connection?.receive() == nil { missing() }
      }
    } catch { missing() }
  }

  private func open() async throws -> (any WebSocketConnection)? {
    guard let server else { return nil }
    return try await sockets.open(HTTPRequest(.get, origin: server.origin, path: "/echo"), subprotocols: [])
  }

  /// Sends the bytes repeatedly, and waits for each response.
  func exchange(_ n: Int, overSocket bytes: [UInt8], upgraded isUpgraded: Bool = false) {
    guard let port = server?.port else { return missing() }
    if isUpgraded, upgraded == nil {
      upgraded = BlockingSocket(port)
      let request = WebSocketHandshake.request(
        "/echo", query: nil, origin: "http://127.0.0.1", nonce: Array(0..<16), subprotocols: [], headers: [:])
      upgraded?.exchange(HTTPRequestWriter.bytes(request))
    }
    if !isUpgraded, plain == nil { plain = BlockingSocket(port) }
    guard let socket = isUpgraded ? upgraded : plain else { return missing() }
    for _ in 0..<n where socket.exchange(bytes) <= 0 { missing() }
  }

  /// Stops the server and its clients, if they were started.
  func close() async {
    for connection in idle + [connection].compactMap(\.self) { connection.close() }
    await sockets.shutdown()
    await transport.shutdown()
    session.invalidateAndCancel()
    (plain, upgraded) = (nil, nil)
    await server?.stop(patience: .zero)
  }

  private func missing() { print("no answer came") }
}

/// Responds with a feed, or becomes a WebSocket that echoes messages.
final class Echo: ServerHandler {
  private let feed = HTTPResponse(
    json: .array((1...12).map { .string("https://images.example/breeds/husky/n02110185_100\($0).jpg") }))
  private var machines: [UInt64: WebSocketMachine] = [:]

  func handle(_ request: HTTPRequest, _ exchange: UInt64) -> [ServerOutput] {
    guard WebSocketHandshake.isWanted(by: request) else { return [.respond(exchange, feed)] }
    machines[exchange] = WebSocketMachine(.server) { 0 }
    return [.upgrade(exchange, WebSocketHandshake.answer(request))]
  }

  func receive(_ bytes: ArraySlice<UInt8>, _ stream: UInt64) -> [ServerOutput] {
    guard var machine = machines[stream] else { return [.close(stream)] }
    for case .message(let message) in machine.receive(Array(bytes)) { try? machine.send(message) }
    let output = machine.takeOutput()
    machines[stream] = machine
    return [.write(stream, output)]
  }

  func ended(_ stream: UInt64) -> [ServerOutput] {
    machines[stream] = nil
    return []
  }
}

/// A connection with blocking reads.
private final class BlockingSocket {
  private let descriptor: Int32
  private var buffer = [UInt8](repeating: 0, count: 65_536)

  init?(_ port: UInt16) {
    #if os(Linux)
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
    }
    if code != 0 { return nil }
  }

  deinit { Foundation.close(descriptor) }

  /// Sends bytes, and returns the number of bytes received in response.
  @discardableResult func exchange(_ bytes: [UInt8]) -> Int {
    guard write(descriptor, bytes, bytes.count) == bytes.count else { return 0 }
    return read(descriptor, &buffer, buffer.count)
  }
}
