import Testing

@testable import ColmeiaHTTP

@Suite struct HandshakeTests {
  private static let nonce = Array("the sample nonce".utf8)
  private static func request(_ subprotocols: [String] = []) -> HTTPRequest {
    WebSocketHandshake.request("/chat", origin: "http://bees.example", nonce: nonce, subprotocols: subprotocols)
  }

  @Test func `The handshake matches the example in RFC 6455, section 1-3`() throws {
    #expect(WebSocketHandshake.accept("dGhlIHNhbXBsZSBub25jZQ==") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
    #expect(Self.request().headers["Sec-WebSocket-Key"] == "dGhlIHNhbXBsZSBub25jZQ==")
  }

  @Test(arguments: [
    ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"), ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
    ),
    (String(repeating: "a", count: 1_000), "291e9a6c66994949b57ba5e650361e98fc36b1ba"),
  ])
  func `SHA-1 digests match known test vectors`(text: String, hex: String) {
    let digest = SHA1.digest(Array(text.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    #expect(digest == hex)
  }

  @Test func `Client and server agree on a connection and a subprotocol`() throws {
    let request = Self.request(["actioncable-v1-json", "actioncable-unsupported"])
    let answer = WebSocketHandshake.answer(request, subprotocols: ["actioncable-v1-json"])
    #expect(answer.status == 101)
    #expect(try WebSocketHandshake.subprotocol(of: answer, to: request) == "actioncable-v1-json")
    let other = WebSocketHandshake.answer(request, subprotocols: ["chat"])
    #expect(try WebSocketHandshake.subprotocol(of: other, to: request) == nil)
  }

  @Test(arguments: [
    ("Upgrade", "h2c"), ("Connection", "keep-alive"), ("Sec-WebSocket-Accept", "x"),
    ("Sec-WebSocket-Extensions", "permessage-deflate"), ("Sec-WebSocket-Protocol", "other"),
  ])
  func `A response that doesn't accept the handshake is rejected`(name: String, value: String) {
    var answer = WebSocketHandshake.answer(Self.request())
    answer.headers[name] = value
    #expect(throws: WebSocketHandshake.Refusal.self) {
      try WebSocketHandshake.subprotocol(of: answer, to: Self.request())
    }
    #expect(throws: WebSocketHandshake.Refusal.status(404)) {
      try WebSocketHandshake.subprotocol(of: HTTPResponse(404), to: Self.request())
    }
  }

  @Test(
    arguments: [
      ("Upgrade", nil, 400), ("Connection", "close", 400), ("Sec-WebSocket-Key", "c2hvcnQ=", 400),
      ("Sec-WebSocket-Key", nil, 400), ("Sec-WebSocket-Version", "8", 426), ("Connection", "keep-alive, Upgrade", 101),
      ("Upgrade", "WebSocket", 101),
    ] as [(String, String?, Int)])
  func `A server accepts only a valid handshake`(name: String, value: String?, status: Int) {
    var request = Self.request()
    request.headers[name] = value
    let answer = WebSocketHandshake.answer(request)
    #expect(answer.status == status)
    if status == 426 { #expect(answer.headers["Upgrade"] == "websocket") }
  }
}
