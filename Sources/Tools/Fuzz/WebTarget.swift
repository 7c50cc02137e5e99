import ColmeiaWeb

extension FuzzTarget {
  private static let token = "secret-1"

  private static func request(_ line: String, _ fields: String = "", _ body: String = "") -> String {
    let length = body.isEmpty ? "" : "Content-Length: \(body.utf8.count)\r\n"
    return "\(line) HTTP/1.1\r\nHost: localhost\r\nCookie: colmeia-80=\(token)\r\n\(length)\(fields)\r\n\(body)"
  }

  private static let upgrade = """
    Origin: http://localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r
    Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n
    """

  static let web = FuzzTarget(
    name: "web", summary: "the web server: requests and WebSocket frames from browsers",
    samples: [
      request("GET /?token=\(token)&language=en")
        + request("GET /feed?language=en", "Accept: text/html\r\nAccept-Language: pt-BR, en;q=0.5\r\n"),
      request("GET /page.js") + request("HEAD /") + request("GET //evil.example/?token=\(token)")
        + request("GET /session/state"),
      request("GET /session?session=tab-1", upgrade)
        + "\u{1}\u{2}\u{0}\u{0}\u{0}\u{0}{}\u{9}\u{1}\u{0}\u{0}\u{0}\u{0}a",
      request("GET /session?session=hive", upgrade) + "\u{2}\u{1}\u{0}\u{0}\u{0}\u{0}a\u{8}\u{0}\u{0}\u{0}\u{0}\u{0}",
      request("GET /picture?session=hive&address=http://x/a.png") + request("GET /picture?session=none&address=a"),
      request("POST /upload?session=hive&name=../a%00b.png", "Origin: http://localhost\r\n", "bytes")
        + request("POST /upload?session=hive&name=a", "Origin: http://evil.example\r\n", "bytes"),
      "GET / HTTP/1.1\r\nHost: localhost\r\n\r\nGET /?token=wrong HTTP/1.1\r\nHost: evil.example\r\n\r\n",
    ]
  ) { bytes in
    // As in `frames`, sets the bits that aren't ASCII: the FIN bit and the MASK bit.
    let end = bytes.lastIndex(of: UInt8(ascii: "\n")) ?? 0
    let bytes = bytes.enumerated().map { $0 > end && ($1 < 0x10) ? $1 | 0x80 : $1 }
    let seed = bytes.reduce(UInt64(bytes.count)) { $0 &* 31 &+ UInt64($1) }
    let whole = WebRun([bytes], isWhole: true, seed)
    let pieces = WebRun([bytes], isWhole: false, seed)
    if let problem = whole.problem ?? pieces.problem { return problem }
    if whole.answers != pieces.answers { return "splitting the input changes the responses" }
    // Two tabs of one session, an unauthenticated client, and a clock that advances.
    let hello = Array(request("GET /session?session=hive", upgrade).utf8)
    return WebRun([hello, bytes, bytes, hello + bytes], isWhole: false, moves: true, seed).problem
  }

  /// A run of the web server from its first client to its shutdown.
  private struct WebRun {
    /// The responses to each client, up to the one that upgrades its connection to a WebSocket. When a tab is
    /// disconnected because of its messages depends on what else arrives at the same time.
    private(set) var answers: [[UInt8]] = []
    private(set) var problem: String?

    private static let page = WebPage(
      files: ["index.html": Array("<html lang={{language}}>{{name}}".utf8), "page.js": Array("1".utf8)],
      languages: ["pt-BR", "en"]
    ) { _ in ["name": "<A & \"B\">"] }

    private static let limits: WebLimits = {
      var limits = WebLimits()
      (limits.sessions, limits.tabs, limits.message, limits.pending, limits.pendingBytes) = (2, 2, 256, 4, 512)
      (limits.upload, limits.unread, limits.beat, limits.rest) = (
        4_096, 1 << 16, .milliseconds(200), .milliseconds(300)
      )
      return limits
    }()

    init(_ inputs: [[UInt8]], isWhole: Bool, moves: Bool = false, _ seed: UInt64) {
      let clients = ScriptedClients(inputs, isWhole: isWhole, FuzzRandom(state: seed))
      let handler = WebHandler(
        Self.page, WebGate(token: FuzzTarget.token, hosts: []), Self.limits, UploadedFiles(), begin: { _ in })
      problem = clients.serve(
        by: handler, ScriptedClients.limits(body: Self.limits.upload), FuzzClock(),
        turns: 64 + 8 * inputs.reduce(0) { $0 + $1.count }, moves: moves
      ) {
        if handler.sessionCount > Self.limits.sessions {
          return "\(handler.sessionCount) concurrent sessions exceed the limit"
        }
        let most = Self.limits.sessions * Self.limits.tabs
        return handler.tabCount > most ? "\(handler.tabCount) concurrent tabs exceed the limit" : nil
      }
      for output in clients.outputs {
        let (answer, frames) = Self.parts(output)
        answers.append(answer)
        var client = WebSocketMachine(.client) { 0 }
        for case .failed(let error) in client.receive(frames) { problem = "a tab received an invalid frame: \(error)" }
      }
      if handler.tabCount != 0 { problem = "a tab is still connected after the shutdown" }
      for (input, answer) in zip(inputs, answers) { problem = problem ?? Self.wrong(answer, to: input) }
    }

    /// Splits the output into the HTTP responses and the WebSocket frames that follow them.
    private static func parts(_ output: [UInt8]) -> (answers: [UInt8], frames: [UInt8]) {
      let text = output[...]
      guard let upgrade = text.firstRange(of: Array("HTTP/1.1 101 ".utf8)),
        let end = text[upgrade.upperBound...].firstRange(of: Array("\r\n\r\n".utf8))
      else { return (output, []) }
      return (Array(text[..<end.upperBound]), Array(text[end.upperBound...]))
    }

    /// Returns what must not be in the responses to a client, or `nil` if everything is right.
    private static func wrong(_ answer: [UInt8], to input: [UInt8]) -> String? {
      let (answer, input) = (String(decoding: answer, as: UTF8.self), String(decoding: input, as: UTF8.self))
      if !input.contains(FuzzTarget.token) {
        for status in [101, 200, 201, 204, 303] where answer.contains("HTTP/1.1 \(status) ") {
          return "a client without the token was accepted"
        }
        if answer.contains(FuzzTarget.token) { return "the response reveals the token" }
      }
      for address in ["Location: //", "Location: /\\", "Location: http"] where answer.contains(address) {
        return "a redirect leads to another site"
      }
      return nil
    }
  }
}
