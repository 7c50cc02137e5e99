import ColmeiaClient
import ColmeiaPlatform
import ReferenceBackend

/// Rows for chat messages from a client over real sockets to the back end and back.
func cableMessages() -> [Row] {
  [
    Row(
      "wl", "a chat message to a server over a socket, kept there, and back; 64 at a time", per: 64,
      changesThreads: true
    ) {
      { n in
        for _ in 0..<n { await CableLane.shared.exchange(64) }
      }
    },
    Row("wr", "the same, one at a time: a round trip", changesThreads: true) {
      { n in
        for _ in 0..<n { await CableLane.shared.exchange(1) }
      }
    },
  ]
}

/// A server, and one client in one of its rooms.
actor CableLane {
  /// The instance that all rows share.
  static let shared = CableLane()

  private static let room = #"{\"channel\":\"ChatChannel\",\"event_id\":1}"#
  private static let speech = WebSocketMachine.Message.text(
    #"{"command":"message","identifier":"\#(room)","data":"{\"action\":\"speak\",\"message\":\"oi\"}"}"#)

  private var server: LoopbackServer<BackendHandler>?
  private let sockets = LinkWebSocketTransport()
  private var connection: (any WebSocketConnection)?

  /// Sends `count` messages and waits until all of them have come back.
  func exchange(_ count: Int) async {
    if connection == nil { connection = try? await open() }
    guard let connection else { return print("there is no server to measure") }
    for _ in 0..<count { try? connection.send(Self.speech) }
    var received = 0
    while received < count, case .text(let text)? = await connection.receive() {
      if !text.hasPrefix(#"{"type":"ping""#) { received += 1 }
    }
  }

  /// Closes the connection and stops the server, if they exist.
  func close() async {
    connection?.close()
    await sockets.shutdown()
    await server?.stop()
  }

  private func open() async throws -> any WebSocketConnection {
    let makeContext = contexts()
    let server = try LoopbackServer { BackendHandler(.demo, makeContext: makeContext) }
    self.server = server
    let transport = URLSessionTransport()
    let body: JSON = ["email": "ana@colmeia.example", "password": "ana-123"]
    let login = HTTPRequest(
      .post, origin: server.origin, path: "/users/login", headers: ["Content-Type": "application/json"],
      body: body.bytes())
    let token = try JSON(parsing: try await transport.send(login).body)["token"]?.string
    await transport.shutdown()
    let request = HTTPRequest(
      .get, origin: server.origin, path: "/cable", headers: ["Token": token ?? "", "Origin": server.origin])
    let connection = try await sockets.open(request, subprotocols: CableMachine.subprotocols)
    _ = await connection.receive()
    try connection.send(.text(#"{"command":"subscribe","identifier":"\#(Self.room)"}"#))
    _ = await connection.receive()
    return connection
  }
}
