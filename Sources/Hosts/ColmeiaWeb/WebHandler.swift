import ColmeiaServer
import ColmeiaWorld

/// Handles the requests of browsers: the page, its pictures, uploaded files, and one WebSocket for each tab.
///
/// Used only on the server's thread.
package final class WebHandler: ServerHandler {
  struct Tab {
    var socket: WebSocketMachine
    let session: WebSession
    /// The name of the page, if it wants to know what has been received of it.
    let page: String?
    var messages = 0
    /// Whether the tab has sent anything since the last ping.
    var isThere = true
    /// Whether it is not read, because its session has too many messages.
    var isPaused = false
    /// Whether the server has started to close the connection.
    var isLeaving = false
  }

  /// A session and its number of tabs. If it has none, `rest` is the number of the timer that ends it.
  private struct SessionEntry {
    let session: WebSession
    var tabs = 0
    var rest: Int?
    var isEnding = false
  }

  let page: WebPage
  let limits: WebLimits
  private let gate: WebGate
  private let files: UploadedFiles
  private let begin: @Sendable (WebSession) -> Void
  var tabs: [UInt64: Tab] = [:]
  private var sessions: [String: SessionEntry] = [:]
  private var rests = 0
  private var isBeating = false

  /// The number of the ping timer. All other numbers belong to the timers of sessions without tabs.
  private static var beating: Int { 0 }

  /// - Parameter begin: Starts to run a session.
  package init(
    _ page: WebPage, _ gate: WebGate, _ limits: WebLimits, _ files: UploadedFiles,
    begin: @escaping @Sendable (WebSession) -> Void
  ) {
    self.page = page
    self.gate = gate
    self.limits = limits
    self.files = files
    self.begin = begin
  }

  /// The number of sessions.
  package var sessionCount: Int { sessions.count }
  /// The number of tabs.
  package var tabCount: Int { tabs.count }

  package func handle(_ request: HTTPRequest, _ exchange: UInt64) -> [ServerOutput] {
    if let answer = gate.entrance(for: request) ?? gate.refusal(of: request) {
      return [.respond(exchange, Self.protected(answer))]
    }
    switch (request.method, request.path) {
    case (.get, "/session"): return open(request, exchange)
    case (.get, "/picture"): return picture(request, exchange)
    case (.post, "/upload"): return [.respond(exchange, Self.protected(upload(request)))]
    case (.get, _), (.head, _): return [.respond(exchange, Self.protected(file(request)))]
    default:
      let allowed = request.path == "/upload" ? "POST" : "GET, HEAD"
      return [.respond(exchange, Self.protected(HTTPResponse(405, headers: ["Allow": allowed])))]
    }
  }

  /// Returns the response with header fields that restrict how a browser may use it.
  static func protected(_ response: HTTPResponse) -> HTTPResponse {
    var response = response
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
    response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    if response.headers["Content-Security-Policy"] == nil {
      response.headers["Content-Security-Policy"] = "default-src 'none'; frame-ancestors 'none'"
    }
    if response.headers["Cache-Control"] == nil { response.headers["Cache-Control"] = "no-store" }
    return response
  }

  private func file(_ request: HTTPRequest) -> HTTPResponse {
    if let file = page.file(at: request.path) {
      return HTTPResponse(
        200, headers: ["Content-Type": file.type, "Cache-Control": "no-cache"], body: file.bytes)
    }
    if request.path == "/session/state" { return HTTPResponse(204) }
    // Which places there are, only the app knows. It gets the address from the page.
    let isNavigation = request.headers.values(of: "Accept").contains { $0.lowercased().contains("text/html") }
    guard request.path == "/" || isNavigation else { return .text(404, "not found\n") }
    if let wanted = item("language", request) {
      guard let known = page.language(wanted) else {
        return .text(400, "'language' must be \(page.languages.joined(separator: " or "))\n")
      }
      return WebGate.redirect(
        request, without: "language", "language=\(known); Path=/; SameSite=Strict; Max-Age=31536000")
    }
    let language = language(request)
    return HTTPResponse(
      200,
      headers: [
        "Content-Type": "text/html; charset=utf-8", "Content-Language": language,
        "Content-Security-Policy": Self.policy(request.headers["Host"] ?? ""),
      ], body: page.html(in: language))
  }

  /// Returns the content security policy of the page: what it may load and connect to.
  private static func policy(_ host: String) -> String {
    """
    default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
    connect-src 'self' ws://\(host) wss://\(host); base-uri 'none'; form-action 'none'; frame-ancestors 'none'
    """
  }

  private func language(_ request: HTTPRequest) -> String {
    let chosen = WebGate.cookies(request).filter { $0.name == "language" }.map(\.value)
    return page.language(chosen: chosen, spoken: Self.spoken(request))
  }

  /// Returns the languages that a browser accepts, the preferred ones first (RFC 9110 §12.5.4).
  private static func spoken(_ request: HTTPRequest) -> [String] {
    let parts = request.headers.values(of: "Accept-Language").flatMap { $0.split(separator: ",") }
    let all = parts.enumerated().map { position, part in
      let items = part.split(separator: ";").map { $0.filter { $0 != " " }.lowercased() }
      let weight = items.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 }
      return (language: items.first ?? "", weight: weight ?? 1, position: position)
    }
    return all.filter { $0.weight > 0 }.sorted { ($1.weight, $0.position) < ($0.weight, $1.position) }.map(\.language)
  }

  private func item(_ name: String, _ request: HTTPRequest) -> String? {
    request.queryItems?.first { $0.name == name }?.value
  }

  /// Returns a name in the request's query, or `nil` if it is missing or can't be the name of a folder.
  private func name(_ key: String, _ request: HTTPRequest) -> String? {
    item(key, request).flatMap { name in
      let isName = name.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == 0x2D || byte == 0x5F
      }
      return isName && (1...64).contains(name.utf8.count) ? name : nil
    }
  }

  private func session(_ request: HTTPRequest) -> WebSession? {
    name("session", request).flatMap { sessions[$0] }.flatMap { $0.isEnding ? nil : $0.session }
  }

  private func picture(_ request: HTTPRequest, _ exchange: UInt64) -> [ServerOutput] {
    guard let session = session(request), let address = item("address", request) else { return answer(exchange, nil) }
    session.enqueue(.picture(exchange, address))
    return []
  }

  /// Responds to a request for a picture.
  func answer(_ exchange: UInt64, _ picture: [UInt8]?) -> [ServerOutput] {
    guard let picture, let type = ImageType(of: picture) else {
      return [.respond(exchange, Self.protected(.text(404, "unknown picture\n")))]
    }
    let headers: HTTPHeaders = ["Content-Type": type.rawValue, "Cache-Control": "private, max-age=3600"]
    return [.respond(exchange, Self.protected(HTTPResponse(200, headers: headers, body: picture)))]
  }

  private func upload(_ request: HTTPRequest) -> HTTPResponse {
    guard let session = session(request), let path = item("name", request) else {
      return .text(404, "unknown session\n")
    }
    let name = files.add(request.body, path, on: session.name)
    return HTTPResponse(
      201, headers: ["Content-Type": "application/json"], body: Array((["file": .string(name)] as JSON).text().utf8))
  }
}

// MARK: Sessions
extension WebHandler {
  private func open(_ request: HTTPRequest, _ exchange: UInt64) -> [ServerOutput] {
    guard let name = name("session", request) else {
      let problem = "a session name consists of 1 to 64 letters, digits, - and _\n"
      return [.respond(exchange, Self.protected(.text(400, problem)))]
    }
    let answer = WebSocketHandshake.answer(request)
    guard answer.status == 101 else { return [.respond(exchange, Self.protected(answer))] }
    guard let session = enter(name) else {
      return [.respond(exchange, Self.protected(.text(503, "too many sessions\n")))]
    }
    let machine = WebSocketMachine(.server, limits: .init(message: limits.message, unsent: limits.unread)) { 0 }
    let page = self.name("page", request)
    var outputs: [ServerOutput] = [.upgrade(exchange, answer)]
    // What an old connection of the page still receives would come after what the page sends again.
    for (stream, tab) in tabs where page != nil && tab.page == page && tab.session === session {
      outputs += end(stream, WebSocketClose(.goingAway))
    }
    tabs[exchange] = Tab(socket: machine, session: session, page: page)
    if !isBeating { outputs.append(.wake(Self.beating, after: limits.beat)) }
    isBeating = true
    return outputs
  }

  /// Adds a tab to a session, which is started if it doesn't exist. Returns `nil` if there is no room.
  private func enter(_ name: String) -> WebSession? {
    if let entry = sessions[name] {
      guard !entry.isEnding, entry.tabs < limits.tabs else { return nil }
    } else {
      guard sessions.count < limits.sessions else {
        endOldest()
        return nil
      }
      let session = WebSession(name, limits)
      sessions[name] = SessionEntry(session: session)
      begin(session)
    }
    sessions[name]?.tabs += 1
    sessions[name]?.rest = nil
    return sessions[name]?.session
  }

  /// Ends the session that has been without tabs the longest, to make room.
  private func endOldest() {
    // One that is ending makes room.
    if sessions.values.contains(where: \.isEnding) { return }
    let resting = sessions.filter { !$0.value.isEnding && $0.value.rest != nil }
    if let oldest = resting.min(by: { ($0.value.rest ?? 0) < ($1.value.rest ?? 0) }) { end(oldest.key) }
  }

  private func end(_ name: String, forgets: Bool = true) {
    sessions[name]?.isEnding = true
    sessions[name]?.session.end(forgets: forgets)
  }

  /// Forgets a session that has ended, and its files.
  @discardableResult package func forget(_ name: String) -> [ServerOutput] {
    sessions[name] = nil
    files.remove(on: name)
    return []
  }

  package func ended(_ stream: UInt64) -> [ServerOutput] {
    guard let tab = tabs.removeValue(forKey: stream) else { return [] }
    let name = tab.session.name
    tab.session.enqueue(.left(stream))
    sessions[name]?.tabs -= 1
    guard sessions[name]?.tabs == 0 else { return [] }
    rests += 1
    sessions[name]?.rest = rests
    return [.wake(rests, after: limits.rest)]
  }

  package func wake(_ number: Int) -> [ServerOutput] {
    if number == Self.beating { return beat() }
    if let name = sessions.first(where: { $0.value.rest == number })?.key { end(name) }
    return []
  }

  /// Pings all tabs, and disconnects those that have sent nothing since the last ping.
  private func beat() -> [ServerOutput] {
    isBeating = !tabs.isEmpty
    var outputs: [ServerOutput] = []
    for (stream, tab) in tabs.sorted(by: { $0.key < $1.key }) {
      if !tab.isThere, !tab.isPaused { outputs.append(.close(stream)) }
      tabs[stream]?.isThere = false
      try? tabs[stream]?.socket.ping()
      write(stream, &outputs)
    }
    return outputs + (isBeating ? [.wake(Self.beating, after: limits.beat)] : [])
  }

  /// Ends all sessions when the server has ended.
  package func end() { for name in sessions.keys { end(name, forgets: false) } }
}
