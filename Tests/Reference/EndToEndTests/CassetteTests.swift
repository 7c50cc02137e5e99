import ColmeiaCassette
import ColmeiaPlatform
import Foundation
import ReferenceApp
import TestSupport
import Testing

/// Records the app against a real server, and replays the recording without the server.
@Suite(.blocking, .timeLimit(.minutes(10))) struct CassetteTests {
  /// Signs up, loads two feeds, logs in to Eventbee with a wrong and a right password, and enrolls.
  private static func story(_ store: Store<AppReducer>) async {
    store.send(.auth(.typed("ann@example.org")))
    await store.send(.auth(.submit)).finish()
    await store.send(.feed(.load(.pug))).finish()
    store.send(.members(.typed(.email, "carla@colmeia.example")))
    for password in ["wrong-one", "carla-123"] {
      store.send(.members(.typedPassword(Secret(password))))
      await store.send(.members(.submit)).finish()
    }
    await store.send(.events(.open(1))).finish()
    await store.send(.events(.enroll)).finish()
  }

  private static func store(_ origin: String, _ transport: any Transport) throws -> Store<AppReducer> {
    let base = try BaseURL(origin)
    let environment = AppEnvironment(
      iddog: base, eventbee: base, canillita: base, transport: transport, tokens: MemoryTokenStore(),
      random: { 0 })
    return Store(AppReducer.State(), AppReducer(), AppHandler(environment))
  }

  @Test func `A recording replays the same without the server and contains no token and no password`()
    async throws
  {
    let backend = try LocalBackend()
    let recording = CassetteRecording("the story")
    let live = try Self.store(backend.server.origin, RecordingTransport(backend.transport, recording))
    await Self.story(live)
    #expect(live.state.members.session.member?.name == "Carla")
    let folder = try Folder([:])
    defer { folder.remove() }
    let path = "\(folder.path)/story.cassette"
    try await recording.cassette.write(to: path)
    await backend.close()

    let text = try String(contentsOfFile: path, encoding: .utf8)
    for secret in ["token-", "wrong-one", "carla-123"] { #expect(!text.contains(secret)) }
    #expect(text.contains("<token 1>") && text.contains("<token 2>") && text.contains("<password 2>"))

    let replay = CassetteReplay(try Cassette(path: path), isInOrder: true)
    let again = try Self.store(try #require(replay.origin), ReplayTransport(replay))
    await Self.story(again)
    #expect(again.state == live.state)
    #expect(replay.unused.isEmpty && replay.mismatches.isEmpty)
    await live.shutdown()
    await again.shutdown()
  }

  @Test func `A recorded chat replays the same without the server`() async throws {
    let backend = try LocalBackend()
    let sockets = LinkWebSocketTransport()
    let recording = CassetteRecording(changing: ["client_id"])
    let live = try await Self.chat(
      RecordingTransport(backend.transport, recording), RecordingWebSocketTransport(sockets, recording),
      backend.server.origin)
    await sockets.shutdown()
    await backend.close()
    #expect(!recording.cassette.text.contains("token-"))
    let replay = CassetteReplay(recording.cassette)
    let again = try await Self.chat(
      ReplayTransport(replay), ReplayTransport(replay), try #require(replay.origin))
    #expect(live == ["Oi 🐝", "E aí?"] && again == live)
    #expect(replay.mismatches.isEmpty && replay.surplus.isEmpty)
  }

  /// Enters the room, sends two messages, and leaves when both have been received.
  private static func chat(
    _ transport: any Transport, _ sockets: any WebSocketTransport, _ origin: String
  ) async throws -> [String] {
    let base = try BaseURL(origin)
    var environment = AppEnvironment(
      iddog: base, eventbee: base, canillita: base, transport: transport, tokens: MemoryTokenStore(),
      random: { 0 })
    environment.sockets = sockets
    environment.cableTiming = CableTiming(staleAfter: .seconds(3_600))
    let store = Store(AppReducer.State(), AppReducer(), AppHandler(environment))
    store.send(.members(.typed(.email, "ana@colmeia.example")))
    store.send(.members(.typedPassword(Secret("ana-123"))))
    await store.send(.members(.submit)).finish()
    await store.send(.events(.open(1))).finish()
    store.send(.enterChat)
    for (number, text) in ["Oi 🐝", "E aí?"].enumerated() {
      try await SoakTests.wait("the room", [store]) {
        store.state.chat?.connection == .open && store.state.chat?.isCatchingUp == false
      }
      store.send(.chat(.typed(text)))
      store.send(.chat(.send))
      try await SoakTests.wait("the message", [store]) {
        store.state.chat?.messages.count == number + 1 && store.state.chat?.unsent.isEmpty == true
      }
    }
    let texts = store.state.chat?.messages.map(\.text) ?? []
    store.send(.leaveChat)
    await store.shutdown()
    return texts
  }
}
