import ColmeiaHTTP
import ColmeiaServer
import ColmeiaWebSocket

/// Passes work from sessions to the server. Can be used on any thread.
struct WebServerQueue: Sendable {
  /// Runs a function on the server's thread.
  let post: @Sendable (@escaping @Sendable (WebHandler) -> [ServerOutput]) -> Void

  func send(_ text: String, _ tab: UInt64) { post { $0.send(text, to: tab) } }

  func end(_ tab: UInt64, _ close: WebSocketClose) { post { $0.end(tab, close) } }

  /// Reads from a tab again.
  func resume(_ tab: UInt64) { post { $0.resume(tab) } }

  /// Responds to a request for a picture.
  func answer(_ exchange: UInt64, _ picture: [UInt8]?) {
    let type = picture.flatMap(ImageType.init(of:))?.rawValue
    let response =
      if let picture, let type {
        HTTPResponse(
          200, headers: ["Content-Type": type, "Cache-Control": "private, max-age=3600"], body: picture)
      } else { HTTPResponse.text(404, "unknown picture\n") }
    post { _ in [.respond(exchange, WebHandler.protected(response))] }
  }

  /// Tells the server that a session has ended.
  func isOver(_ session: String) {
    post { handler in
      handler.forget(session)
      return []
    }
  }
}
