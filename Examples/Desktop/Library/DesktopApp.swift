import ColmeiaPlatform
import ColmeiaRunner
import ReferenceApp

/// The reference app in production: its servers are remote, and its data is stored in a folder of the user.
struct DesktopApp: RunnableApp {
  typealias Root = AppReducer

  let name = "colmeia-desktop"
  let version = "0.2"

  var languages: [String] { Language.allCases.map(\.rawValue) }

  var screenType: (any Decodable.Type)? { ScreenModel.self }

  func texts(in language: String) -> [String: String] {
    Phrase.frontEndTexts.mapValues { $0.text(Language(rawValue: language) ?? .portuguese) }
  }

  func makeWorld(_ parts: WorldParts) async throws -> any RunnableWorld<AppReducer> { try DesktopWorld(parts) }
}

/// The reason why the app can't start.
struct DesktopProblem: Error, CustomStringConvertible {
  var description: String
}

/// The servers at the address that the host has provided, and the device.
struct DesktopWorld: RunnableWorld {
  private let parts: WorldParts
  private let server: BaseURL
  #if os(Linux)
    // URLSession refuses the album's responses there.
    private let transport = LinkTransport()
  #else
    private let transport = URLSessionTransport()
  #endif
  private let streams = PlatformStreamTransport()
  private let sockets = PlatformWebSocketTransport()

  init(_ parts: WorldParts) throws {
    guard let address = parts.given.origins["server"] else {
      throw DesktopProblem(description: "expected the address of a server, such as http://127.0.0.1:8080")
    }
    self.parts = parts
    server = try BaseURL(address)
  }

  var origin: String? { server.origin }

  func makeDevice(_ name: String) async throws -> Device<AppReducer> {
    let parts = parts
    let token = parts.given.variables["accessToken"]?.string.flatMap { $0.isEmpty ? nil : Token($0) }
    let environment = AppEnvironment.demo(
      at: server, folder: parts.folder, transport: parts.network.transport(over: transport, device: name),
      sockets: parts.network.sockets(over: sockets, device: name),
      streams: parts.network.streams(over: streams, device: name), clock: parts.backgroundClock,
      random: { Double.random(in: 0..<1) }, now: { parts.now },
      accessToken: token)
    await environment.answers?.warmUp()
    return Device(
      AppReducer.State(), AppReducer(), AppHandler(environment), start: AppReducer.start,
      screen: { state, language in state.screen(language.flatMap(Language.init) ?? .portuguese) })
  }

  func stop() async {
    await streams.shutdown()
    await sockets.shutdown()
    await transport.shutdown()
  }
}
