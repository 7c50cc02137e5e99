import TestSupport
import Testing

@testable import ReferenceApp

/// The handlers and reducers of the sessions together, against the back end: the state says that somebody is signed in
/// exactly if the device has the token, whatever is lost on the way, also after a restart of the app.
@Suite(.timeLimit(.minutes(5))) struct SessionRecordTests {
  @Test(arguments: 0..<16) func `The session and the stored token agree, whatever is lost and restarted`(seed: Int)
    async throws
  {
    var random = SplitMix(state: UInt64(seed))
    let (tokens, server) = (MemoryTokenStore(), UnreliableBackend(seed: UInt64(seed)))
    var store = try Self.start(tokens, server)
    var signedIn: Set<String> = []
    for _ in 0..<80 {
      if random.below(5) == 0 {
        let before = Self.sessions(store.state)
        await store.shutdown()
        store = try Self.start(tokens, server)
        server.isReliable = true
        for action in AppReducer.start + [.select(.album)] { await store.send(action).finish() }
        server.isReliable = false
        // The server may have ended the album's session, because responses with its new tokens were lost.
        #expect(Self.sessions(store.state).union(["album"]) == before.union(["album"]))
      } else {
        for action in random.pick(Self.programs) { await store.send(action).finish() }
      }
      let sessions = Self.sessions(store.state)
      #expect(sessions == (try await Self.stored(tokens)))
      signedIn.formUnion(sessions)
    }
    await store.shutdown()
    #expect(signedIn == ["iddog", "eventbee", "album"])
  }

  private static let programs: [[AppReducer.Action]] = [
    [.auth(.typed("rex@example.com")), .auth(.submit)], [.auth(.signOut)], [.auth(.sessionExpired)],
    [
      .members(.typed(.email, "ana@colmeia.example")), .members(.typedPassword(Secret("ana-123"))), .members(.submit),
    ], [.members(.logOut)], [.members(.sessionRefused)],
    [
      .select(.album), .album(.typed(.email, "beto@colmeia.example")), .album(.typedPassword(Secret("beto-123"))),
      .album(.signIn),
    ], [.album(.signOut)], [.album(.load)],
  ]

  private static func start(_ tokens: MemoryTokenStore, _ server: UnreliableBackend) throws -> Store<AppReducer> {
    let bench = try Bench(rules: [], tokens: tokens) { environment in
      environment.transport = server
      let base = try BaseURL("http://bees.example")
      (environment.iddog, environment.eventbee, environment.canillita) = (base, base, base)
      (environment.clock, environment.shots) = (NoWait(), nil)
      environment.album = AlbumService(
        server, base: base.appending("album"), tokens: tokens, cache: nil, clock: NoWait(), random: { 0 },
        photo: { _ in nil })
    }
    return Store(AppReducer.State(), AppReducer(), bench.handler)
  }

  /// The systems where somebody is signed in, as the state says.
  private static func sessions(_ state: AppReducer.State) -> Set<String> {
    var systems: Set<String> = []
    if state.auth.session.account != nil { systems.insert("iddog") }
    if state.members.session.member != nil { systems.insert("eventbee") }
    if state.album.session.owner != nil { systems.insert("album") }
    return systems
  }

  /// The systems for which the device has a token.
  private static func stored(_ tokens: MemoryTokenStore) async throws -> Set<String> {
    var systems: Set<String> = []
    for system in ["iddog", "eventbee", "album"] {
      if try await !tokens.accounts(of: system).isEmpty { systems.insert(system) }
    }
    return systems
  }
}
