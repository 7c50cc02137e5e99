import ColmeiaBackend
import ColmeiaHTTP

/// Why a tab is sent away.
enum WebEnding: Sendable {
  /// It has said that it goes; it has not said hello; the app could not be started.
  case left, refused, failed
}

/// What sessions say to the server. May be called on any thread.
struct WebServerQueue: Sendable {
  /// Has something done on the server's thread.
  let post: @Sendable (@escaping @Sendable (WebHandler) -> [ServerOutput]) -> Void

  func say(_ text: String, _ tab: UInt64) { post { $0.say(text, to: tab) } }

  func end(_ tab: UInt64, _ farewell: WebEnding) { post { $0.end(tab, farewell) } }

  /// The answer to who waits for a picture.
  func answer(_ exchange: UInt64, _ picture: [UInt8]?) {
    let type = picture.flatMap(ImageType.init(of:))?.rawValue
    let response =
      if let picture, let type {
        HTTPResponse(
          200, headers: ["Content-Type": type, "Cache-Control": "private, max-age=3600"], body: picture)
      } else { HTTPResponse.text(404, "there is no such picture\n") }
    post { _ in [.respond(exchange, WebHandler.protected(response))] }
  }

  /// A session has ended.
  func isOver(_ session: String) {
    post { handler in
      handler.forget(session)
      return []
    }
  }
}
