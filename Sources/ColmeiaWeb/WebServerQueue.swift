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
    let type = picture.flatMap(Self.type)
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

  /// What image some bytes are, by their signature; `nil` for what a browser might run.
  private static func type(_ bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "image/png" }
    if bytes.starts(with: "GIF8".utf8) { return "image/gif" }
    return bytes.starts(with: "RIFF".utf8) && bytes.dropFirst(8).starts(with: "WEBP".utf8) ? "image/webp" : nil
  }
}
