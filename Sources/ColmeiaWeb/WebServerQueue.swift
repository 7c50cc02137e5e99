import ColmeiaBackend
import ColmeiaHTTP

/// The reason why the server closes a tab's connection.
enum WebEnding: Sendable {
  /// The tab has closed, it did not send a hello first, or the app could not be started.
  case left, refused, failed
}

/// Passes work from sessions to the server. Can be used on any thread.
struct WebServerQueue: Sendable {
  /// Runs a function on the server's thread.
  let post: @Sendable (@escaping @Sendable (WebHandler) -> [ServerOutput]) -> Void

  func send(_ text: String, _ tab: UInt64) { post { $0.send(text, to: tab) } }

  func end(_ tab: UInt64, _ farewell: WebEnding) { post { $0.end(tab, farewell) } }

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
