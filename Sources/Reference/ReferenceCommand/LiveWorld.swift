import ColmeiaPlatform
import ColmeiaRunner
import Foundation
import ReferenceApp
import ReferenceBackend

/// A world with a back end on the loopback interface. Its date, tokens and salts are derived from the scenario's seed,
/// so runs are reproducible. While a recording is replayed, there is no back end; its responses are in the recording.
///
/// The command line may name servers that already run: `server` for all systems, or `iddog`, `eventbee`, `canillita`
/// and `dribbble` for individual ones. The variable `accessToken` is the token for the shots; a named server accepts no
/// other.
struct LiveWorld: RunnableWorld {
  private let parts: WorldParts
  private let server: LoopbackServer<BackendHandler>?
  private let place: String
  private let transport: any Transport
  private let shutdownTransport: @Sendable () async -> Void
  /// For the scenario's own requests: the run survives any answer to them.
  #if os(Linux)
    private let own = LinkTransport()
  #else
    private let own = URLSessionTransport(.init(keepsConnections: false))
  #endif
  private let streams = PlatformStreamTransport()
  private let sockets = PlatformWebSocketTransport()

  init(_ parts: WorldParts) throws {
    self.parts = parts
    (transport, shutdownTransport) = Self.transport(parts.given.transport)
    if parts.network.isReplaying {
      (server, place) = (nil, parts.network.recordedOrigin ?? "http://127.0.0.1:1")
      return
    }
    if let known = parts.given.origins["server"] {
      (server, place) = (nil, known)
      return
    }
    let contexts = RequestContextMaker(seed: parts.seed) { parts.now }
    let server = try LoopbackServer(date: { parts.now }) {
      BackendHandler(.demo, allowsFaults: true, makeContext: { contexts.next() })
    }
    (self.server, place) = (server, server.origin)
  }

  private static func transport(
    _ choice: GivenWorld.TransportChoice
  ) -> (any Transport, @Sendable () async -> Void) {
    #if os(Linux)
      if choice == .links {
        let links = LinkTransport()
        return (links, { await links.shutdown() })
      }
      let session = ExplainingTransport(URLSessionTransport(.init(keepsConnections: false)))
    #else
      let session = URLSessionTransport(.init(keepsConnections: false))
    #endif
    return (session, { await session.shutdown() })
  }

  var origin: String? { place }

  func makeDevice(_ name: String) async throws -> Device<AppReducer> {
    let parts = parts
    let folder = parts.folder(of: name)
    var environment = AppEnvironment.demo(
      at: try BaseURL(place), folder: folder,
      transport: parts.network.transport(over: transport, device: name),
      sockets: parts.network.sockets(over: sockets, device: name),
      streams: parts.network.streams(over: streams, device: name),
      clock: parts.backgroundClock, retryClock: parts.clock, random: parts.random(of: name),
      now: { parts.now }, dribbble: try parts.given.origins["dribbble"].map { try BaseURL($0).appending("v1") },
      accessToken: parts.given.variables["accessToken"]?.string.map { Token($0) },
      photo: { await Self.photo($0, on: name, in: folder, parts.given.files) })
    let origins = parts.given.origins
    if let origin = origins["iddog"] { environment.iddog = try BaseURL(origin) }
    if let origin = origins["eventbee"] { environment.eventbee = try BaseURL(origin) }
    if let origin = origins["canillita"] { environment.canillita = try BaseURL(origin) }
    await environment.answers?.warmUp()
    let (tokens, shots, kept) = (environment.tokens, environment.shots, environment)
    return Device(
      AppReducer.State(), AppReducer(), AppHandler(environment), start: AppReducer.start,
      fact: { name in
        guard name == "memory.shots" else { return await Self.fact(name, tokens) }
        return .bool(await shots?.isFirstPageInMemory() ?? false)
      },
      screen: { state, language in state.screen(language.flatMap(Language.init) ?? .portuguese) },
      picture: { state, address in
        state.screen(.portuguese).pictures.contains(address) ? await kept.picture(address) : nil
      })
  }

  func removeDevice(_ name: String) async {
    let folder = parts.folder(of: name)
    await SystemFileSystem().blocking { try? FileManager.default.removeItem(atPath: folder) }
  }

  /// Returns a photo: one of the user's files, an uploaded file, or a generated picture such as `sample:husky`, which is
  /// the same on every machine and becomes a file of the device.
  private static func photo(
    _ name: String, on device: String, in folder: String, _ files: UploadedFiles?
  ) async -> PhotoFile? {
    guard name.hasPrefix("sample:") else {
      guard let files else { return .path(name) }
      return files.bytes(of: name, on: device).map(PhotoFile.bytes)
    }
    let breed = String(name.dropFirst("sample:".count))
    guard let picture = SamplePicture.png(breed) else { return nil }
    let file = AtomicFile(folder: folder, name: "\(breed).png")
    return (try? await file.write(picture)).map { .path(file.path) }
  }

  /// Returns whether a token is stored, or the error of the store.
  private static func fact(_ name: String, _ tokens: any TokenStore) async -> JSON? {
    let services = name == "token" ? AppEnvironment.tokenServices : [String(name.dropFirst("token.".count))]
    do throws(TokenStoreError) {
      for service in services where try await !tokens.accounts(of: service).isEmpty { return true }
      return false
    } catch { return .string("\(error)") }
  }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    var options = TransferOptions()
    options.followsRedirects = false
    return try await own.send(request, options)
  }

  func open(_ request: HTTPRequest) async throws -> any ByteStream { try await streams.open(request) }

  func stop() async {
    await streams.shutdown()
    await sockets.shutdown()
    await shutdownTransport()
    await own.shutdown()
    await server?.stop()
  }
}
