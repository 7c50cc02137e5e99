import ColmeiaHTTP
import ColmeiaJSON
import ColmeiaServer
import Testing

/// Tests what the app reads from a stream of news that another server sends.
@Suite(.blocking, .timeLimit(.minutes(10))) struct ForeignNewsTests {
  @Test func `The first line of an event is the title and all others are the text; a missing part is reported`()
    async throws
  {
    let server = try LoopbackServer { ForeignNews() }
    let (code, output) = try await runScenario(
      """
      dispatch select "news"
      await    state news.reader == "loggedOut"
      dispatch news.enterAsGuest
      await    state news.newspapers[*].name == ["Zangão"]
      dispatch news.toggle "Zangão"
      dispatch news.show "feed"
      await    state news.feed.list.items count == 2
      expect   screen messages == []
      expect   state news.feed.list.items[1] includes {"id": "1", "newspaper": "Zangão", "title": "Título", "body": "a\\n\\n  b"}
      expect   state news.feed.list.items[0] includes {"id": "2", "newspaper": "Zangão", "title": "Só título", "body": ""}
      request  POST "{{canillita}}/more"
      await    screen messages == ["A resposta do servidor está corrompida."]
      expect   state news.feed.list.items count == 2
      """, ["--origin", "canillita=\(server.origin)"])
    #expect(code == .success, "\(output)")
    await server.stop()
  }
}

/// Sends two items, one of another newspaper, and, on request, an event without an ID.
private final class ForeignNews: ServerHandler {
  private var streams: [UInt64] = []

  func handle(_ request: HTTPRequest, _ exchange: UInt64) -> [ServerOutput] {
    switch request.path {
    case "/newspapers":
      return [.respond(exchange, HTTPResponse(json: [["name": "Zangão", "description": "x"]]), after: .zero)]
    case "/news":
      streams.append(exchange)
      let head = HTTPResponse(200, headers: ["Content-Type": "text/event-stream", "Transfer-Encoding": "chunked"])
      return [
        .upgrade(exchange, head),
        write(
          "id: 1\nevent: Zangão\ndata: Título\ndata: a\ndata:\ndata:   b\n\n"
            + "id: 2\nevent: Zangão\ndata: Só título\n\nid: 3\nevent: Outro\ndata: x\n\nid: 4\nevent: Zangão\n\n",
          exchange),
      ]
    default:
      return streams.map { write("id\nevent: Zangão\ndata: x\n\n", $0) } + [.respond(exchange, HTTPResponse(200))]
    }
  }

  private func write(_ text: String, _ stream: UInt64) -> ServerOutput {
    .write(stream, Array("\(String(text.utf8.count, radix: 16))\r\n\(text)\r\n".utf8))
  }

  func ended(_ stream: UInt64) -> [ServerOutput] {
    streams.removeAll { $0 == stream }
    return []
  }
}
