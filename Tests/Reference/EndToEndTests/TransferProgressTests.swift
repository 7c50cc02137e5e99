import ColmeiaJSON
import ColmeiaServer
import Testing

/// Tests the progress that the app shows, with a server that states the length of one picture, and not of the other.
@Suite(.blocking, .timeLimit(.minutes(10))) struct TransferProgressTests {
  @Test(arguments: ["session", "links"])
  func `A picture's progress is shown up to 100%, and not at all if the server states no length`(
    transport: String
  ) async throws {
    let server = try LoopbackServer { Pictures() }
    let (code, output) = try await runScenario(
      """
      await    state auth.session == {"signedOut": null}
      dispatch auth.typed "ann@example.org"
      dispatch auth.submit
      await    state feed.phase.loaded count == 2
      dispatch feed.select "known"
      await    state feed.picture.phase.loaded.bytes == \(Pictures.size)
      capture  reported = actions "feed.picture.progress" count
      expect   actions "feed.picture.progress" count between 1 101
      expect   actions "feed.picture.progress" last endsWith "\\"percent\\":100}"
      dispatch feed.select "unknown"
      await    state feed.picture.phase.loaded.bytes == \(Pictures.size)
      expect   actions "feed.picture.progress" count == {{reported}}
      """, ["--origin", "iddog=\(server.origin)", "--transport", transport])
    #expect(code == .success, "\(output)")
    await server.stop()
  }
}

/// Answers with a feed of two pictures of the same size.
private final class Pictures: ServerHandler {
  static let size = 1_000_000
  private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  func handle(_ request: HTTPRequest, _ exchange: UInt64) -> [ServerOutput] {
    let origin = "http://\(request.headers["Host"] ?? "")"
    let picture = Self.png + [UInt8](repeating: 7, count: Self.size - Self.png.count)
    switch request.path {
    case "/signup":
      let user: JSON = ["user": ["email": "ann@example.org", "token": "a-token-for-ann"]]
      return [.respond(exchange, HTTPResponse(json: user))]
    case "/feed":
      let list: JSON = [.string("\(origin)/known.png"), .string("\(origin)/unknown.png")]
      return [.respond(exchange, HTTPResponse(json: ["category": "hound", "list": list]))]
    case "/known.png":
      return [.respond(exchange, HTTPResponse(200, headers: ["Content-Type": "image/png"], body: picture))]
    default:
      let head = HTTPResponse(200, headers: ["Content-Type": "image/png", "Transfer-Encoding": "chunked"])
      let body = Array("\(String(picture.count, radix: 16))\r\n".utf8) + picture + Array("\r\n0\r\n\r\n".utf8)
      return [.upgrade(exchange, head), .write(exchange, body), .finish(exchange)]
    }
  }
}
