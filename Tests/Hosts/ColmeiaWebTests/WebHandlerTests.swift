import ColmeiaBase
import ColmeiaServer
import Testing

@testable import ColmeiaWeb

/// A handler without a server, and the requests of a browser.
struct Desk {
  let handler: WebHandler
  let files = UploadedFiles()
  /// The sessions that the handler has started. They are not run.
  let begun = Begun()

  final class Begun: Sendable {
    private let sessions = Guarded<[WebSession]>([])
    var count: Int { sessions.withLock { $0.count } }
    func add(_ session: WebSession) { sessions.withLock { $0.append(session) } }
  }

  static func page(_ language: String? = nil) -> WebPage {
    WebPage(
      files: [
        "index.html": Array("<html lang={{language}}>{{name}}, {{greeting}}".utf8), "page.js": Array("1".utf8),
        "data.bin": [0],
      ],
      languages: ["pt-BR", "en"], language: language
    ) { ["name": "<A & \"B\">", "greeting": $0 == "en" ? "hi" : "oi"] }
  }

  init(_ limits: WebLimits = WebLimits(), language: String? = nil) {
    let gate = WebGate(token: "secret-1", hosts: ["hive.example"])
    handler = WebHandler(Self.page(language), gate, limits, files) { [begun] in
      begun.add($0)
    }
  }

  static func request(
    _ method: HTTPMethod = .get, _ target: String, _ headers: HTTPHeaders = [:], body: [UInt8] = []
  ) -> HTTPRequest {
    let parts = target.split(separator: "?", maxSplits: 1).map(String.init)
    var all: HTTPHeaders = ["Host": "127.0.0.1:8080", "Cookie": "a=b; colmeia-8080=secret-1"]
    for field in headers.fields { all[field.name] = field.value.isEmpty ? nil : field.value }
    return HTTPRequest(
      method, path: parts.first ?? "", query: parts.count > 1 ? parts[1] : nil, headers: all, body: body)
  }

  static let upgrade: HTTPHeaders = [
    "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==", "Origin": "http://127.0.0.1:8080",
  ]

  func answer(_ request: HTTPRequest) -> HTTPResponse? {
    for case .respond(_, let response, _) in handler.handle(request, 1) { return response }
    return nil
  }

  /// Opens the WebSocket of a tab, and returns the status of the response.
  func open(_ session: String, _ tab: UInt64) -> Int? {
    for output in handler.handle(Self.request(.get, "/session?session=\(session)", Self.upgrade), tab) {
      switch output {
      case .respond(_, let response, _), .upgrade(_, let response): return response.status
      default: break
      }
    }
    return nil
  }

  /// Returns the bytes of a message from a tab.
  static func frame(_ message: WebSocketMachine.Message) -> ArraySlice<UInt8> {
    var client = WebSocketMachine(.client) { 7 }
    try? client.send(message)
    return client.takeOutput()[...]
  }

  /// Returns the close frame in the server's bytes, or `nil` if they don't close the connection.
  static func end(_ outputs: [ServerOutput]) -> WebSocketClose? {
    var client = WebSocketMachine(.client) { 7 }
    for case .write(_, let bytes) in outputs {
      for case .closed(let close) in client.receive(bytes) { return close }
    }
    return nil
  }
}

@Suite struct WebHandlerTests {
  @Test func `If another site's link is followed, a page loads the address without the token`() throws {
    let headers: HTTPHeaders = ["Cookie": "", "Sec-Fetch-Site": "cross-site"]
    let answer = try #require(Desk().answer(Desk.request(.get, "/feed?a=1&token=secret-1&b=%22", headers)))
    #expect(answer.status == 200 && answer.headers["Location"] == nil && answer.headers["Set-Cookie"] != nil)
    #expect(String(decoding: answer.body, as: UTF8.self).contains(#"content="0;url=/feed?a=1&amp;b=%22">"#))
  }

  @Test func `The token in an address is moved to a cookie, and the address is redirected`() throws {
    let target = "/feed?a=a%20b+c&token=secret-1&'%2f"
    let answer = try #require(Desk().answer(Desk.request(.get, target, ["Cookie": ""])))
    #expect(answer.status == 303 && answer.headers["Location"] == "/feed?a=a%20b+c&'%2f")
    #expect(answer.headers["Set-Cookie"] == "colmeia-8080=secret-1; Path=/; HttpOnly; SameSite=Strict")
  }

  @Test(arguments: ["//evil.example/?token=secret-1", "/\\evil.example?token=secret-1", "///?token=secret-1"])
  func `No address redirects to another site`(target: String) throws {
    let location = try #require(Desk().answer(Desk.request(.get, target))?.headers["Location"])
    #expect(location.hasPrefix("/") && !location.hasPrefix("//") && !location.hasPrefix("/\\"))
  }

  struct Refused: Sendable {
    let method: HTTPMethod, target: String, headers: HTTPHeaders, status: Int
    init(_ method: HTTPMethod, _ target: String, _ headers: HTTPHeaders, _ status: Int) {
      (self.method, self.target, self.headers, self.status) = (method, target, headers, status)
    }
  }

  @Test(
    arguments: [
      .init(.get, "/", ["Host": "evil.example:8080"], 421),
      .init(.get, "/?token=secret-1", ["Host": "evil.example:8080"], 421),
      .init(.get, "/", ["Cookie": ""], 403), .init(.get, "/", ["Cookie": "colmeia-8080=secret-2"], 403),
      .init(.get, "/", ["Cookie": "colmeia-8081=secret-1"], 403), .init(.get, "/", ["Host": ""], 403),
      .init(.get, "/?token=secret-2", [:], 403), .init(.get, "/?token=", [:], 403),
      .init(.get, "/page.js", ["Cookie": ""], 403),
      .init(.get, "/session/state", ["Cookie": ""], 403), .init(.post, "/upload?session=a&name=b", [:], 403),
      .init(.post, "/upload?session=a&name=b", ["Origin": "http://evil.example"], 403),
      .init(.get, "/session?session=a", ["Upgrade": "websocket"], 403),
      .init(.get, "/session?session=a", ["Upgrade": "websocket", "Origin": "http://evil.example"], 403),
      .init(.get, "/session?session=a", ["Upgrade": "websocket", "Origin": "null"], 403),
      .init(.get, "/nowhere", [:], 404), .init(.get, "/../etc/passwd", [:], 404), .init(.get, "/feeds", [:], 404),
      .init(.put, "/", ["Origin": "http://127.0.0.1:8080"], 405), .init(.get, "/session?session=a", [:], 400),
      .init(.get, "/session?session=../a", ["Upgrade": "websocket", "Origin": "http://127.0.0.1:8080"], 400),
      .init(.get, "/session", ["Upgrade": "websocket", "Origin": "http://127.0.0.1:8080"], 400),
      .init(.get, "/picture?session=a&address=lamp", [:], 404),
      .init(.post, "/upload?session=a&name=b", ["Origin": "http://127.0.0.1:8080"], 404),
    ] as [Refused])
  func `Other requests are refused with a reason and without executable content`(_ refused: Refused) throws {
    let answer = try #require(Desk().answer(Desk.request(refused.method, refused.target, refused.headers)))
    #expect(answer.status == refused.status)
    #expect(answer.headers["X-Content-Type-Options"] == "nosniff" && answer.headers["Set-Cookie"] == nil)
    #expect(answer.headers["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'")
    #expect(!String(decoding: answer.body, as: UTF8.self).contains("secret-1"))
  }

  /// What a browser accepts when the user opens an address.
  static let opened: HTTPHeaders = ["Accept": "text/html,application/xhtml+xml,*/*;q=0.8"]

  @Test(arguments: ["/", "/feed", "/feed/x?y=z", "/people/ann@example.org"])
  func `Each address that a user opens shows the page, which may load only its own resources`(target: String) throws {
    let answer = try #require(Desk().answer(Desk.request(.get, target, Self.opened)))
    #expect(answer.status == 200 && answer.headers["Content-Type"] == "text/html; charset=utf-8")
    #expect(
      answer.headers["Content-Security-Policy"]
        == "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self' "
        + "ws://127.0.0.1:8080 wss://127.0.0.1:8080; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
    #expect(
      String(decoding: answer.body, as: UTF8.self) == "<html lang=pt-BR>&lt;A &amp; &quot;B&quot;&gt;, oi")
  }

  @Test(arguments: [
    ("/page.js", "text/javascript; charset=utf-8"), ("/page.css", "text/css; charset=utf-8"),
    ("/icon.svg", "image/svg+xml"), ("/data.bin", "application/octet-stream"), ("/index.html", nil), ("//page.js", nil),
  ])
  func `The app's files are added to those of the default page, or replace them`(path: String, type: String?) {
    let answer = Desk().answer(Desk.request(.get, path))
    #expect(answer?.status == (type == nil ? 404 : 200) && (type == nil || answer?.headers["Content-Type"] == type))
    #expect((answer?.body == Array("1".utf8)) == (path == "/page.js"))
  }

  @Test(arguments: [
    ("en-GB,en;q=0.9,pt;q=0.8", "", "en"), ("fr, pt-PT;q=0.5", "", "pt-BR"), ("fr", "", "pt-BR"), ("", "", "pt-BR"),
    ("pt", "language=en; ", "en"), ("en;q=0, pt", "", "pt-BR"), ("pt;q=0.2, en; Q=0.8", "", "en"),
  ])
  func `The language is the chosen one, the browser's, or the app's`(spoken: String, cookie: String, is: String) {
    let headers: HTTPHeaders = ["Accept-Language": spoken, "Cookie": cookie + "colmeia-8080=secret-1"]
    #expect(Desk().answer(Desk.request(.get, "/", headers))?.headers["Content-Language"] == `is`)
  }

  @Test func `An address can choose a language, which a cookie keeps`() throws {
    let answer = try #require(Desk().answer(Desk.request(.get, "/feed?session=a&language=en-US", Self.opened)))
    #expect(answer.status == 303 && answer.headers["Location"] == "/feed?session=a")
    #expect(answer.headers["Set-Cookie"]?.hasPrefix("language=en;") == true)
  }

  @Test(arguments: [("pt", "", "en"), ("", "", "en"), ("en", "language=pt-BR; ", "pt-BR")])
  func `The language of the command line applies to users who haven't chosen one`(
    spoken: String, cookie: String, is: String
  ) {
    let headers: HTTPHeaders = ["Accept-Language": spoken, "Cookie": cookie + "colmeia-8080=secret-1"]
    #expect(Desk(language: "en").answer(Desk.request(.get, "/", headers))?.headers["Content-Language"] == `is`)
  }

  @Test func `An unknown language is refused, and the supported ones are listed`() throws {
    let answer = try #require(Desk().answer(Desk.request(.get, "/feed?language=fr", Self.opened)))
    #expect(answer.status == 400 && answer.headers["Set-Cookie"] == nil)
    #expect(String(decoding: answer.body, as: UTF8.self).contains("pt-BR or en"))
  }

  @Test func `An additional host name is accepted`() {
    let headers: HTTPHeaders = ["Host": "hive.example", "Cookie": "colmeia-80=secret-1"]
    #expect(Desk().answer(Desk.request(.get, "/", headers))?.status == 200)
  }

  @Test func `A session ends some time after its last tab has disconnected, unless a tab reconnects`() {
    let desk = Desk()
    #expect(desk.open("a", 1) == 101 && desk.open("a", 2) == 101)
    #expect(desk.begun.count == 1)
    #expect(desk.handler.ended(1) == [])
    #expect(desk.handler.ended(2) == [.wake(1, after: .seconds(300))])
    #expect(desk.open("a", 3) == 101)
    _ = desk.handler.wake(1)
    #expect(desk.open("a", 4) == 101, "the session continues")
    _ = desk.handler.ended(3)
    #expect(desk.handler.ended(4) == [.wake(2, after: .seconds(300))])
    _ = desk.handler.wake(2)
    #expect(desk.open("a", 5) == 503, "the session is still ending")
    desk.handler.forget("a")
    #expect(desk.handler.sessionCount == 0 && desk.open("a", 6) == 101)
    #expect(desk.begun.count == 2)
  }

  @Test func `Sessions and tabs are limited; a session without tabs is ended to make room`() {
    var limits = WebLimits()
    (limits.sessions, limits.tabs) = (2, 2)
    let desk = Desk(limits)
    #expect([desk.open("a", 1), desk.open("a", 2), desk.open("a", 3)] == [101, 101, 503])
    #expect([desk.open("b", 4), desk.open("c", 5)] == [101, 503])
    _ = desk.handler.ended(4)
    #expect(desk.open("c", 6) == 503)
    desk.handler.forget("b")
    #expect(desk.open("c", 7) == 101)
  }

  @Test func `A tab is disconnected for too large a message in either direction or binary data, and learns why`() {
    var limits = WebLimits()
    limits.message = 20
    func end(_ message: WebSocketMachine.Message) -> WebSocketClose? {
      let desk = Desk(limits)
      _ = desk.open("a", 1)
      return Desk.end(desk.handler.receive(Desk.frame(message), 1))
    }
    #expect(end(.text(String(repeating: "x", count: 20))) == nil)
    let tooLarge = end(.text(String(repeating: "x", count: 21)))
    #expect(tooLarge == WebSocketClose(.tooLarge, reason: "A message has more than 20 bytes."))
    #expect(end(.binary([1])) == WebSocketClose(.unsupported, reason: "messages must be text, not binary"))
    limits.unread = 200
    let desk = Desk(limits)
    _ = desk.open("a", 1)
    #expect(Desk.end(desk.handler.send(String(repeating: "x", count: 100), to: 1)) == nil)
    let unread = Desk.end(desk.handler.send(String(repeating: "x", count: 201), to: 1))
    #expect(unread == WebSocketClose(.tooLarge, reason: "more than 200 bytes wait for this tab"))
  }

  @Test func `A tab that sends more than its session can process is not read until it is resumed`() {
    var limits = WebLimits()
    (limits.pending, limits.pendingBytes) = (3, 10)
    func outputs(_ texts: [String]) -> [ServerOutput] {
      let desk = Desk(limits)
      _ = desk.open("a", 1)
      return texts.flatMap { desk.handler.receive(Desk.frame(.text($0)), 1) }
    }
    #expect(outputs(["1", "2"]) == [])
    #expect(outputs(["1", "2", "3", "4"]) == [.pause(1, true)])
    #expect(outputs(["12345", "12345", "1"]) == [.pause(1, true)])
    let desk = Desk(limits)
    (_, _) = (desk.open("a", 1), desk.open("a", 2))
    for _ in 1...3 { _ = desk.handler.receive(Desk.frame(.text("1")), 1) }
    _ = desk.handler.wake(0)
    let next = desk.handler.wake(0)
    #expect(!next.contains(.close(1)) && next.contains(.close(2)), "answers to pings are not read from a paused tab")
    #expect(desk.handler.resume(1) == [.pause(1, false)] && desk.handler.resume(1) == [])
    #expect(!desk.handler.wake(0).contains(.close(1)) && desk.handler.wake(0).contains(.close(1)))
  }

  @Test func `Tabs that don't answer a ping are disconnected`() {
    let desk = Desk()
    let outputs = desk.handler.handle(Desk.request(.get, "/session?session=a", Desk.upgrade), 1)
    #expect(outputs.contains(.wake(0, after: .seconds(30))))
    _ = desk.open("a", 2)
    #expect(!desk.handler.wake(0).contains(.close(1)))
    var client = WebSocketMachine(.client) { 7 }
    try? client.ping()
    _ = desk.handler.receive(client.takeOutput()[...], 2)
    let next = desk.handler.wake(0)
    #expect(next.contains(.close(1)) && !next.contains(.close(2)) && next.last == .wake(0, after: .seconds(30)))
    (_, _) = (desk.handler.ended(1), desk.handler.ended(2))
    #expect(desk.handler.wake(0) == [])
  }

  @Test func `A file is kept for its session under the last part of its name`() throws {
    let desk = Desk()
    _ = desk.open("a", 1)
    let headers: HTTPHeaders = ["Origin": "http://127.0.0.1:8080"]
    let request = Desk.request(.post, "/upload?session=a&name=..%2Fb%5Cc%0A.png", headers, body: [1, 2])
    let answer = try #require(desk.answer(request))
    #expect(answer.status == 201 && answer.body == Array(#"{"file":"c.png"}"#.utf8))
    #expect(desk.files.bytes(of: "c.png", on: "a") == [1, 2] && desk.files.bytes(of: "c.png", on: "b") == nil)
    desk.handler.forget("a")
    #expect(desk.files.bytes(of: "c.png", on: "a") == nil)
  }

  @Test func `The oldest files are removed if there are too many`() {
    let files = UploadedFiles()
    for number in 0...UploadedFiles.mostFiles { _ = files.add([1], "\(number)", on: "a") }
    #expect(files.bytes(of: "0", on: "a") == nil && files.bytes(of: "1", on: "a") == [1])
    _ = files.add([UInt8](repeating: 0, count: UploadedFiles.mostBytes), "large", on: "a")
    #expect(files.bytes(of: "64", on: "a") == nil && files.bytes(of: "large", on: "a") != nil)
  }
}
