import ColmeiaClient
import ReferenceBackend

extension FuzzTarget {
  private static func frame(_ first: UInt8, _ payload: String) -> String {
    // The mask is zero, so that the sample is text.
    String(
      decoding: [first, 0x80 | UInt8(payload.utf8.count), 0, 0, 0, 0] + Array(payload.utf8), as: Unicode.ASCII.self)
  }

  static let frames = FuzzTarget(
    name: "frames", summary: "WebSocket frames, split into pieces",
    samples: [
      frame(0x01, "Hel") + frame(0x09, "x") + frame(0x00, "lo"), frame(0x02, "bytes") + frame(0x08, ""),
      "\u{1}\u{7F}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{1}\u{0}",
    ]
  ) { bytes in
    // The FIN bit isn't ASCII, so the lowest bit of the first byte determines whether it is set.
    let bytes = bytes.first.map { first in first & 1 == 1 ? bytes.map { $0 < 0x10 ? $0 | 0x80 : $0 } : bytes } ?? bytes
    let limits = WebSocketMachine.Limits(message: 4_096, unsent: 4_096)
    var whole = WebSocketMachine(.server, limits: limits) { 0 }
    var cut = WebSocketMachine(.server, limits: limits) { 0 }
    let events = whole.receive(bytes)
    if events != bytes.flatMap({ cut.receive([$0]) }) { return "splitting the input changes the events" }
    if whole.phase != cut.phase { return "splitting the input changes the final phase" }
    return whole.unsentCount <= 4_096 + 256 ? nil : "\(whole.unsentCount) unsent bytes exceed the limit"
  }

  static let httpAnswer = FuzzTarget(
    name: "http-answer", summary: "responses to WebSocket handshakes and stream requests, split into pieces",
    samples: [
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: x\r\n\r\nrest",
      "HTTP/1.1 404 Not Found\r\nContent-Length: 3\r\n\r\nabc", "HTTP/1.0 200 OK\r\n\r\nuntil the end",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;a=b\r\nab\r\nc\r\n1a\r\nabcdefghijklmnopqrstuvwxyz\r\n0\r\nT: 1\r\n\r\n",
      "HTTP/1.1 103 Early Hints\r\nA: b\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nA\r\n0123456789\r\n0\r\n\r\n",
    ]
  ) { bytes in
    func read(_ bytes: [UInt8]) -> Result<Int?, ResponseFault> {
      var (reader, rest) = (HTTPResponseHead(), bytes[...])
      do throws(ResponseFault) { return .success(try reader.receive(&rest).map { _ in rest.startIndex }) } catch {
        return .failure(error)
      }
    }
    if let wrong = wrongAnswer(bytes) { return wrong }
    guard case .success(let end?) = read(bytes) else { return nil }
    if end > bytes.count { return "the head is longer than the input" }
    return read(Array(bytes[..<end])) == .success(end) ? nil : "the head can't be parsed on its own"
  }

  /// Returns what is wrong with an HTTP response that arrives in pieces, or `nil` if nothing is.
  private static func wrongAnswer(_ bytes: [UInt8]) -> String? {
    var random = FuzzRandom(state: UInt64(bytes.count) << 8 | UInt64(bytes.last ?? 0))
    func read(_ most: Int) -> (HTTPResponseParser, [UInt8], ResponseFault?) {
      var (reader, body, start) = (HTTPResponseParser(), [UInt8](), 0)
      do throws(ResponseFault) {
        while start < bytes.count {
          let end = min(bytes.count, start + 1 + random.below(most))
          try reader.receive(bytes[start..<end], into: &body)
          start = end
        }
        return (reader, body, nil)
      } catch { return (reader, body, error) }
    }
    let (whole, body, fault) = read(1 << 20)
    let (cut, cutBody, cutFault) = read(5)
    if whole.head != cut.head { return "splitting the input changes the head" }
    if body != cutBody { return "splitting the input changes the body" }
    if fault != cutFault || whole.isOver != cut.isOver { return "splitting the input changes the end" }
    return body.count > bytes.count ? "the body is longer than the input" : nil
  }

  static let cable = FuzzTarget(
    name: "cable", summary: "messages of ActionCable servers and clients, one per line",
    samples: [
      """
      {"type":"welcome"}
      {"identifier":"{\\"channel\\":\\"ChatChannel\\",\\"event_id\\":1}","type":"confirm_subscription"}
      {"identifier":"{\\"channel\\":\\"ChatChannel\\",\\"event_id\\":1}","message":{"id":1}}
      {"type":"ping","message":1}
      {"type":"disconnect","reason":"server_restart","reconnect":true}
      """,
      """
      {"command":"subscribe","identifier":"{\\"channel\\":\\"ChatChannel\\",\\"event_id\\":1}"}
      {"command":"message","identifier":"{\\"channel\\":\\"ChatChannel\\",\\"event_id\\":1}","data":"{\\"action\\":\\"speak\\",\\"message\\":\\"oi\\",\\"client_id\\":\\"a\\"}"}
      {"command":"unsubscribe","identifier":"{\\"channel\\":\\"ChatChannel\\",\\"event_id\\":1}"}
      """,
    ]
  ) { bytes in
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    return client(receiving: lines) ?? server(receiving: lines)
  }

  private static func client(receiving lines: [String]) -> String? {
    var machine = CableMachine()
    machine.start(now: .zero, random: 0)
    let handle = machine.subscribe(CableIdentifier(text: #"{"channel":"ChatChannel","event_id":1}"#), now: .zero)
    machine.opened(1, subprotocol: "actioncable-v1-json")
    for (number, line) in lines.enumerated() {
      machine.received(1, line, now: .milliseconds(number))
      for case .notify(let notified, _) in machine.takeOutputs() where notified != handle {
        return "a message was delivered to another subscription"
      }
    }
    return machine.subscriptionCount <= 1 ? nil : "there is more than one subscription"
  }

  /// The state of a back end with one connected client, Ana.
  private static let connected: Backend.State = {
    var state = Backend.State.demo
    let login: JSON = ["email": "ana@colmeia.example", "password": "ana-123"]
    let answer = state.handle(
      HTTPRequest(.post, path: "/users/login", headers: ["Content-Type": "application/json"], body: login.bytes()),
      context)
    let handshake = WebSocketHandshake.request(
      "/cable", origin: "", nonce: Array(repeating: 7, count: 16),
      headers: ["Host": "h", "Origin": "http://h", "Token": (try? JSON(parsing: answer.body))?["token"]?.string ?? ""])
    _ = Backend().reduce(into: &state, action: .received(ExchangeID(rawValue: 1), handshake, context))
    return state
  }()

  private static let context = RequestContext(date: 1_600_000_000, token: "token", salt: Array("salt".utf8))

  private static func server(receiving lines: [String]) -> String? {
    var state = connected
    for line in lines {
      _ = Backend().reduce(into: &state, action: .message(ExchangeID(rawValue: 1), line, context))
    }
    // Most inputs don't change the state, which then need not be written.
    if state == connected { return nil }
    guard let written = try? BackendData.write(state) else { return "the state can't be written" }
    return readBackend(written) == nil ? "the state can't be read back" : nil
  }
}
