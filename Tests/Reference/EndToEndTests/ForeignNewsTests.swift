import ColmeiaJSON
import ColmeiaServer
import TestSupport
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
      await    screen messages[*].text == ["A resposta do servidor está corrompida."]
      expect   state news.feed.list.items count == 2
      """, ["--origin", "canillita=\(server.origin)"])
    #expect(code == .success, "\(output)")
    await server.stop()
  }

  @Test(arguments: ["session", "links"])
  func `The stream is asked for as the original does, also after a redirect`(transport: String) async throws {
    let received = Recorder<HTTPRequest>()
    let server = try LoopbackServer { ForeignNews(received) }
    let (code, output) = try await runScenario(
      """
      dispatch select "news"
      await    state news.reader == "loggedOut"
      dispatch news.enterAsGuest
      await    state news.newspapers[*].name == ["Zangão"]
      dispatch news.toggle "Zangão"
      await    state news.feed.list.items count == 2
      request  POST "{{canillita}}/end"
      await    state news.feed.connection == "waiting"
      advance  10s
      await    state news.feed.connection == "open"
      """, ["--origin", "canillita=\(server.origin)", "--transport", transport])
    #expect(code == .success, "\(output)")
    await server.stop()
    let streams = received.all.filter { ["/news", "/moved"].contains($0.path) }
    #expect(streams.map(\.path) == ["/news", "/moved", "/news", "/moved"])
    #expect(streams.map { $0.headers["Last-Event-ID"] } == [nil, nil, "4", "4"])
    for stream in streams {
      #expect(stream.headers.values(of: "Accept") == ["text/event-stream"])
      #expect(stream.headers.values(of: "Cache-Control") == ["no-cache"])
    }
  }
}

/// Sends two items, one of another newspaper, and, on request, an event without an ID, or the end of the streams. If
/// requests are recorded, the streams have moved to another address.
private final class ForeignNews: ServerHandler {
  private let received: Recorder<HTTPRequest>?
  private var streams: [UInt64] = []

  init(_ received: Recorder<HTTPRequest>? = nil) { self.received = received }

  func handle(_ request: HTTPRequest, _ exchange: UInt64) -> [ServerOutput] {
    received?.add(request)
    switch request.path {
    case "/news" where received != nil:
      return [.respond(exchange, HTTPResponse(307, headers: ["Location": "/moved"]), after: .zero)]
    case "/end":
      return streams.map { .finish($0) } + [.respond(exchange, HTTPResponse(200), after: .zero)]
    case "/newspapers":
      return [.respond(exchange, HTTPResponse(json: [["name": "Zangão", "description": "x"]]), after: .zero)]
    case "/news", "/moved":
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
