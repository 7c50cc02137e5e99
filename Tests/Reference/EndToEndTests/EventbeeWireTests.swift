import ColmeiaBase
import ColmeiaPlatform
import ReferenceApp
import ReferenceBackend
import TestSupport
import Testing

/// Tests the header fields of the app's requests to Eventbee, as its server receives them.
@Suite(.blocking, .timeLimit(.minutes(10))) struct EventbeeWireTests {
  private static func transports() -> [(any Transport, shutdown: () async -> Void)] {
    let session = URLSessionTransport(.init(timeout: .seconds(3_600)))
    #if os(Linux)
      let links = LinkTransport(.init(timeout: .seconds(3_600)))
      return [(session, { await session.shutdown() }), (links, { await links.shutdown() })]
    #else
      return [(session, { await session.shutdown() })]
    #endif
  }

  @Test func `Every call of the app has the content type of JSON, and a token only if it needs one`() async throws {
    for (transport, shutdown) in Self.transports() {
      let received = Recorder<HTTPRequest>()
      let count = Guarded(0)
      let server = try LoopbackServer {
        let backend = BackendHandler(.demo) {
          let number = count.withLock { count in
            count += 1
            return count
          }
          return RequestContext(date: 1_600_000_000, token: "token-\(number)", salt: [1])
        }
        return RecordingHandler(received, backend)
      }
      try await Self.useEverything(of: server.origin, transport)
      let lines = received.all.map { request in
        let token = request.headers["Token"] == nil ? "" : " token"
        return "\(request.method) \(request.path) \(request.headers["Content-Type"] ?? "")\(token)"
      }
      #expect(lines.sorted() == Self.lines.sorted())
      await shutdown()
      await server.stop()
    }
  }

  private static let lines = [
    "POST /users application/json", "POST /users/login application/json", "GET /events application/json",
    "GET /users/4/events application/json token", "GET /events/1 application/json",
    "GET /events/1/users application/json token", "POST /events/1/subscribe application/json token",
    "DELETE /events/1/subscribe application/json token", "POST /events application/json token",
    "GET /events/4 application/json", "GET /events/4/users application/json token",
    "GET /users application/json token", "POST /events/4/add_user/2 application/json token",
    "GET /events/4/users application/json token", "DELETE /events/4/users/2 application/json token",
    "GET /events/4 application/json", "GET /events/4/users application/json token",
    "PUT /events/4 application/json token",
    "GET /users/logoff application/json token",
  ]

  private static func useEverything(of origin: String, _ transport: any Transport) async throws {
    let base = try BaseURL(origin)
    let environment = AppEnvironment(
      iddog: base, eventbee: base, canillita: base, transport: transport, tokens: MemoryTokenStore(), random: { 0 })
    let store = Store(AppReducer.State(), AppReducer(), AppHandler(environment))
    func send(_ actions: AppReducer.Action...) async { for action in actions { await store.send(action).finish() } }
    await send(
      .members(.choose(.createAccount)), .members(.typed(.name, "Dora")), .members(.typed(.email, "dora@example.org")),
      .members(.typedPassword(Secret("dora-123"))), .members(.submit), .events(.load), .events(.open(1)),
      .events(.enroll), .events(.leave), .events(.close), .events(.new), .events(.typed(.name, "Festa")),
      .events(.typed(.start, "30/06/2025 16:00")), .events(.typed(.end, "30/06/2025 18:00")), .events(.save),
      .events(.choosePerson), .events(.add(2)), .events(.remove(2)))
    // Leaving the event makes the removal at once.
    _ = store.send(.events(.confirmRemoval))
    await send(
      .events(.close), .events(.open(4)), .events(.edit), .events(.typed(.about, "Oi")), .events(.save),
      .members(.logOut))
    #expect(store.state.members.session == .signedOut(.byUser))
    await store.shutdown()
  }
}
