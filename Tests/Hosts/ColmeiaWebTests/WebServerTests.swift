import ColmeiaBase
import ColmeiaPlatform
import TestSupport
import Testing

@testable import ColmeiaWeb

/// A browser tab, without the browser.
struct Tab {
  let connection: any WebSocketConnection

  func send(_ message: JSON) throws { try connection.send(.text(message.text())) }

  func sendHello(_ language: String? = nil) throws {
    try send(["hello": ["protocol": 2, "language": language.map(JSON.string) ?? .null]])
  }

  /// Returns the next message that satisfies a predicate, or `nil` if the connection has ended.
  func receive(_ holds: (JSON) -> Bool) async -> JSON? {
    while case .text(let text)? = await connection.receive() {
      if let message = try? JSON(parsing: text), holds(message) { return message }
    }
    return nil
  }

  /// Waits until the screen has this title, as a new screen or as a change.
  func title(_ title: String) async -> Bool {
    await receive { $0["screen"]?["title"]?.string == title || $0.hasChange("/title", .string(title)) } != nil
  }
}

extension JSON {
  /// Whether this message changes a member of the screen to a value.
  func hasChange(_ path: JSON, _ value: JSON) -> Bool {
    self["screenPatch"]?.array?.contains(["op": "replace", "path": path, "value": value]) == true
  }
}

struct Site {
  let origin: String
  var token = "secret-1"
  let sockets = PlatformWebSocketTransport()
  let transport = URLSessionTransport()

  var headers: HTTPHeaders {
    let port = origin.split(separator: ":").last ?? ""
    return ["Origin": origin, "Cookie": "colmeia-\(port)=\(token)"]
  }

  func open(_ session: String) async throws -> Tab {
    let request = HTTPRequest(.get, origin: origin, path: "/session", query: "session=\(session)", headers: headers)
    return Tab(connection: try await sockets.open(request, subprotocols: []))
  }

  func send(_ method: HTTPMethod, _ target: String, _ body: [UInt8] = []) async throws -> HTTPResponse {
    let parts = target.split(separator: "?").map(String.init)
    return try await transport.send(
      HTTPRequest(
        method, origin: origin, path: parts[0], query: parts.count > 1 ? parts[1] : nil, headers: headers, body: body))
  }
}

@Suite(.blocking, .timeLimit(.minutes(10))) struct WebServerTests {
  /// Serves the lamp app while `body` runs.
  private func serve(
    _ limits: WebLimits = WebLimits(), _ app: LampApp = LampApp(), language: String? = nil,
    _ body: (Site) async throws -> Void
  ) async throws {
    let (origins, isOver) = (LampApp.Names(), Bell())
    var settings = WebServer<LampApp>.Settings(token: "secret-1")
    settings.limits = limits
    var options = ServeOptions()
    options.given.language = language
    let server = WebServer(app, Desk.page(), settings)
    try await withThrowingTaskGroup(of: Void.self) { [options] group in
      group.addTask {
        try await server.run(options) { origin, address in
          #expect(address == "\(origin)/?token=secret-1")
          origins.add(origin)
        } until: {
          await isOver.waitRegardless(after: 0)
        }
      }
      await origins.bell.waitRegardless(after: 0)
      let site = Site(origin: try #require(origins.all.first))
      let outcome: (any Error)?
      do {
        try await body(site)
        outcome = nil
      } catch { outcome = error }
      await site.sockets.shutdown()
      await site.transport.shutdown()
      isOver.ring()
      try await group.waitForAll()
      if let outcome { throw outcome }
    }
  }

  @Test func `Sessions are independent; tabs of one session share its state, each in its own language`() async throws {
    try await serve { site in
      let (first, second, other) = (try await site.open("a"), try await site.open("a"), try await site.open("b"))
      try first.sendHello()
      #expect(await first.title("apagada"))
      try first.send(["dispatch": ["turn": true]])
      #expect(await first.title("acesa"))
      try second.sendHello("en")
      #expect(await second.receive { $0["hello"] != nil }?["hello"]?["app"] == "lamp")
      #expect(await second.receive { $0["state"] != nil }?["state"]?["value"] == ["isOn": true, "photo": "a"])
      #expect(await second.title("on"))
      try second.send(["dispatch": ["turn": false]])
      #expect(await first.title("apagada"))
      #expect(await second.title("off"))
      try other.sendHello("xx")
      #expect(await other.title("apagada"))
      try other.send(["dispatch": ["turn": true]])
      #expect(await other.title("acesa"))
      try first.send(["echo": 1])
      let answer = await first.receive { $0["echo"] == 1 || $0["screen"] != nil || $0["screenPatch"] != nil }
      #expect(answer == ["echo": 1], "the other session does not affect this one")
    }
  }

  @Test func `A page that reconnects is told how many of its messages were received, and its old connection ends`()
    async throws
  {
    try await serve { site in
      let (old, other) = (try await site.open("a&page=p"), try await site.open("a&page=q"))
      for (tab, echoes) in [(old, [0, 1] as [JSON]), (other, [0])] {
        try tab.sendHello()
        #expect(await tab.receive { $0["received"] != nil } == ["received": 0])
        for echo in echoes {
          try tab.send(["echo": echo])
          #expect(await tab.receive { $0["echo"] == echo } != nil)
        }
      }
      let new = try await site.open("a&page=p")
      try new.sendHello()
      #expect(await new.receive { $0["received"] != nil } == ["received": 2])
      #expect(await old.receive { _ in false } == nil)
      try other.send(["dispatch": ["turn": true]])
      #expect(await new.title("acesa"))
    }
  }

  @Test func `A tab that asks for no language gets that of the command line`() async throws {
    try await serve(language: "en") { site in
      let (silent, other) = (try await site.open("a"), try await site.open("a"))
      try silent.sendHello()
      #expect(await silent.receive { $0["screen"] != nil }?["screen"]?["title"] == "off")
      try other.sendHello("pt-BR")
      #expect(await other.receive { $0["screen"] != nil }?["screen"]?["title"] == "apagada")
    }
  }

  @Test func `The path of a password is sent, but not the password`() async throws {
    try await serve { site in
      let tab = try await site.open("a")
      try tab.sendHello()
      let screen = try #require(await tab.receive { $0["screen"] != nil }?["screen"])
      #expect(screen["fields"] == [["edit": ["typedPassword": "{{text}}"], "password": "***"]])
    }
  }

  @Test func `Invalid messages are reported to their sender, and later messages are processed`() async throws {
    try await serve { site in
      let (tab, second) = (try await site.open("a"), try await site.open("a"))
      try tab.sendHello()
      #expect(await tab.title("apagada"))
      try second.sendHello()
      #expect(await second.title("apagada"))
      try tab.connection.send(.text("{"))
      try tab.send(["dispatch": ["burn": true]])
      #expect(await tab.receive { $0["error"] != nil }?["error"]?["line"] == 2)
      #expect(await tab.receive { $0["error"] != nil }?["error"]?["line"] == 3)
      try tab.send(["dispatch": ["turn": true]])
      #expect(await tab.title("acesa"))
      let change = await second.receive { $0["error"] != nil || $0["screenPatch"] != nil }
      #expect(change?.hasChange("/title", "acesa") == true)
    }
  }

  @Test func `A tab that sends a burst of messages is slowed down, not disconnected`() async throws {
    var limits = WebLimits()
    limits.pending = 4
    try await serve(limits) { site in
      let tab = try await site.open("a")
      try tab.sendHello()
      for number in 1...10_000 { try tab.send(["dispatch": ["turn": .bool(number == 10_000)]]) }
      try tab.send(["echo": "all"])
      #expect(await tab.receive { $0["state"] != nil } != nil)
      #expect(await tab.title("acesa"))
      #expect(await tab.receive { $0["echo"] != nil }?["echo"] == "all")
    }
  }

  @Test func `A tab that doesn't say hello is refused, and a tab that says bye is disconnected`() async throws {
    try await serve { site in
      let tab = try await site.open("a")
      try tab.send("hi")
      #expect(
        await tab.receive { _ in true }?["error"]?["message"] == "the first message must be hello with protocol 2")
      #expect(await tab.receive { _ in true } == nil)
      let reason = "the first message must be hello with protocol 2"
      #expect(tab.connection.end == WebSocketClose(.policy, reason: reason))
      let other = try await site.open("a")
      try other.sendHello()
      #expect(await other.title("apagada"))
      try other.send("bye")
      #expect(await other.receive { _ in false } == nil)
    }
  }

  @Test func `A page of another version is refused with what to do next`() async throws {
    try await serve { site in
      let tab = try await site.open("a")
      try tab.send(["hello": ["protocol": 1]])
      let error = await tab.receive { _ in true }?["error"]
      #expect(error?["kind"] == "unsupportedVersion" && error?["advice"] != nil && error?["line"] == 1)
      #expect(await tab.receive { _ in true } == nil)
    }
  }

  @Test func `An app that can't start reports an error, and other sessions start`() async throws {
    try await serve { site in
      let tab = try await site.open("broken")
      try tab.sendHello()
      let error = await tab.receive { $0["error"] != nil }
      #expect(error?["error"]?["message"]?.string?.hasPrefix("the app cannot start: ") == true)
      #expect(await tab.receive { _ in false } == nil)
      #expect(tab.connection.end == WebSocketClose(.internalError, reason: "the app cannot start"))
      let other = try await site.open("a")
      try other.sendHello()
      #expect(await other.title("apagada"))
    }
  }

  @Test func `Only the data of a single tab's session is deleted when the session ends`()
    async throws
  {
    var limits = WebLimits()
    limits.rest = .zero
    let app = LampApp()
    try await serve(limits, app) { site in
      for session in ["ana", "tab-1"] {
        let tab = try await site.open(session)
        try tab.sendHello()
        #expect(await tab.title("apagada"))
        tab.connection.close()
        while session == "tab-1", app.removed.all.isEmpty { await app.removed.bell.waitRegardless(after: 0) }
      }
    }
    #expect(app.removed.all == ["tab-1"])
  }

  @Test func `A picture is served only while it is shown; anything executable is refused`() async throws {
    try await serve { site in
      let tab = try await site.open("a")
      try tab.sendHello()
      #expect(await tab.title("apagada"))
      #expect(try await site.send(.get, "/picture?session=a&address=lamp").status == 404)
      try tab.send(["dispatch": ["turn": true]])
      #expect(await tab.title("acesa"))
      let picture = try await site.send(.get, "/picture?session=a&address=lamp")
      #expect(picture.status == 200 && picture.body == LampApp.png && picture.headers["Content-Type"] == "image/png")
      #expect(try await site.send(.get, "/picture?session=a&address=page").status == 404)
      #expect(try await site.send(.get, "/picture?session=a&address=file").status == 404)
      #expect(try await site.send(.get, "/picture?session=b&address=lamp").status == 404)
    }
  }

  @Test func `The app can read an uploaded file; a file that is too large is refused`() async throws {
    var limits = WebLimits()
    limits.upload = 10
    try await serve(limits) { site in
      let tab = try await site.open("a")
      try tab.sendHello()
      #expect(await tab.title("apagada"))
      #expect(try await site.send(.post, "/upload?session=a&name=x.png", [1, 2, 3]).status == 201)
      try tab.send(["dispatch": ["photo": "x.png"]])
      #expect(await tab.receive { $0.hasChange("/size", 3) } != nil)
      let large = [UInt8](repeating: 0, count: 11)
      #expect(try await site.send(.post, "/upload?session=a&name=y.png", large).status == 413)
    }
  }
}
