import Colmeia
import ColmeiaApp
import ColmeiaBackend
import ColmeiaHTTP
import ColmeiaJSON
import ColmeiaNetworking
import ColmeiaRunner
import ColmeiaStorage

/// A world with a back end on loopback. Its date, its tokens and its salts come from the scenario's seed, so that two runs
/// are the same.
struct LiveWorld: RunnableWorld {
  private let parts: WorldParts
  private let server: LoopbackServer<BackendHandler>
  private let transport: URLSessionTransport
  private let streams = PlatformStreamTransport()
  private let sockets = PlatformSocketTransport()

  init(_ parts: WorldParts) throws {
    self.parts = parts
    let stamps = StampMaker(seed: parts.seed) { parts.date + Int(parts.elapsed() / .seconds(1)) }
    server = try LoopbackServer { BackendHandler(.demo, allowsFaults: true, makeStamp: { stamps.next() }) }
    transport = URLSessionTransport()
  }

  var origin: String? { server.origin }

  func makeDevice(_ name: String) async throws -> Device<AppReducer> {
    let parts = parts
    let environment = AppEnvironment.demo(
      at: try BaseURL(server.origin), folder: "\(parts.folder)/device\(name.isEmpty ? "" : "-" + name)",
      transport: parts.network.transport(over: transport, device: name), sockets: sockets, streams: streams,
      clock: parts.backgroundClock, random: SeededRandom(parts.seed, name).next,
      now: { parts.date + Int(parts.elapsed() / .seconds(1)) }, readPhoto: Self.photo)
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
    await server.stop()
  }
}
