import Colmeia
import ColmeiaApp
import ColmeiaBackend
import ColmeiaHTTP
import ColmeiaJSON
import ColmeiaNetworking
import ColmeiaRunner
import ColmeiaStorage

/// A world with a back end on loopback. Its date, its tokens and its salts come from the scenario's seed, so that two runs
/// are the same. While a recording is played there is no back end: what it has said is in the recording.
struct LiveWorld: RunnableWorld {
  private let parts: WorldParts
  private let server: LoopbackServer<BackendHandler>?
  private let place: String
  private let transport: URLSessionTransport
  private let streams = PlatformStreamTransport()
  private let sockets = PlatformSocketTransport()

  init(_ parts: WorldParts) throws {
    self.parts = parts
    transport = URLSessionTransport()
    if parts.network.isReplaying {
      (server, place) = (nil, parts.network.recordedOrigin ?? "http://127.0.0.1:1")
      return
    }
    let stamps = StampMaker(seed: parts.seed) { parts.now }
    let server = try LoopbackServer { BackendHandler(.demo, allowsFaults: true, makeStamp: { stamps.next() }) }
    (self.server, place) = (server, server.origin)
  }

  var origin: String? { place }

  func makeDevice(_ name: String) async throws -> Device<AppReducer> {
    let parts = parts
    let environment = AppEnvironment.demo(
      at: try BaseURL(place), folder: "\(parts.folder)/device\(name.isEmpty ? "" : "-" + name)",
      transport: parts.network.transport(over: transport, device: name),
      sockets: parts.network.sockets(over: sockets, device: name),
      streams: parts.network.streams(over: streams, device: name),
      clock: parts.backgroundClock, random: SeededRandom(parts.seed, name).next,
      now: { parts.now }, readPhoto: Self.photo)
    let tokens = environment.tokens
    return Device(
      AppReducer.State(), AppReducer(), AppHandler(environment), start: AppReducer.start,
      fact: { name in await Self.fact(name, tokens) },
      screen: { state in try? JSON(encoding: state.screen(.portuguese)) })
  }

  /// A file of the user's; or `sample:husky`, a picture that is the same everywhere.
  @Sendable private static func photo(_ name: String) async -> Result<[UInt8], PhotoFailure> {
    guard name.hasPrefix("sample:") else { return await PhotoFile.read(name) }
    return SamplePicture.png(String(name.dropFirst("sample:".count))).map { .success($0) } ?? .failure(.unreadable)
  }

  /// Whether a token is stored.
  private static func fact(_ name: String, _ tokens: any TokenStore) async -> JSON? {
    let services = name == "token" ? ["iddog", "eventbee"] : [String(name.dropFirst("token.".count))]
    do throws(TokenStoreError) {
      for service in services where try await !tokens.accounts(of: service).isEmpty { return true }
      return false
    } catch { return .string("\(error)") }
  }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse { try await transport.send(request) }

  func stop() async {
    await streams.shutdown()
    await sockets.shutdown()
    await transport.shutdown()
    await server?.stop()
  }
}
