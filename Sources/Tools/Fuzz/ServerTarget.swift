import ReferenceBackend

extension FuzzTarget {
  static let server = FuzzTarget(
    name: "server", summary: "the server's event loop: connections with pipelined requests, split and damaged",
    samples: [
      "GET / HTTP/1.1\r\n\r\nGET / HTTP/1.1\r\nHost: localhost\r\n\r\nGET /events HTTP/1.1\r\nHost: localhost\r\n\r\n",
      """
      POST /users/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 53\r\n\r
      {"email":"ana@colmeia.example","password":"wrong-123"}GET /feed HTTP/1.0\r\n\r\n
      """,
      """
      PUT /colmeia-photos/a HTTP/1.1\r\nHost: localhost:80\r\nTransfer-Encoding: chunked\r\n\r
      3;x=1\r\nabc\r\n0\r\nT: 1\r\n\r\nHEAD /v1/shots?access_token=colmeia-demo HTTP/1.1\r\nHost: [::1]\r\n\r\n
      """,
      "GET /news HTTP/1.1\r\nHost: localhost\r\n\r\nGET /events/1 HTTP/1.1\r\nHost: localhost\r\n\r\n",
      """
      GET /cable?token=t HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nConnection: Upgrade\r
      Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r
      \u{9}\u{1}\u{0}\u{0}\u{0}\u{0}a
      """,
      """
      POST /newspapers HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nExpect: 100-continue\r
      Content-Length: 30\r\nConnection: close\r\n\r\n{"name":"N","description":"d"}
      """,
    ]
  ) { bytes in
    let seed = bytes.reduce(UInt64(bytes.count)) { $0 &* 31 &+ UInt64($1) }
    // A client gets the same responses regardless of how its bytes are divided.
    let whole = ServerRun([bytes], isWhole: true, seed)
    let pieces = ServerRun([bytes], isWhole: false, seed)
    if let problem = whole.problem ?? pieces.problem { return problem }
    if whole.answers != pieces.answers { return "splitting the input changes the responses" }
    // Several concurrent clients, and a clock that advances.
    let third = bytes.count / 3
    let parts = [Array(bytes[..<third]), Array(bytes[third..<2 * third]), bytes + bytes + bytes]
    return ServerRun(parts, isWhole: false, moves: true, seed).problem
  }
}

/// A run of a server from its first client to its shutdown.
private struct ServerRun {
  /// The bytes sent to each client, without `100 Continue` responses.
  private(set) var answers: [[UInt8]] = []
  /// What went wrong, or `nil` if nothing did.
  private(set) var problem: String?

  init(_ inputs: [[UInt8]], isWhole: Bool, moves: Bool = false, _ seed: UInt64) {
    let clients = ScriptedClients(inputs, isWhole: isWhole, FuzzRandom(state: seed))
    let clock = FuzzClock()
    let handler = BackendHandler(.demo, allowsFaults: true, makeContext: { clock.context() })
    problem = clients.serve(
      by: handler, ScriptedClients.limits(body: 4_096), clock,
      turns: 16 + 8 * inputs.reduce(0) { $0 + $1.count }, moves: moves)
    answers = clients.outputs.map { $0.replacing("HTTP/1.1 100 Continue\r\n\r\n".utf8, with: []) }
    if handler.streamCount + handler.pending != 0 { problem = "a stream or a request is still open after the shutdown" }
  }
}
