import ColmeiaApp
import ColmeiaJSON
import ColmeiaRunner
import ColmeiaStorage
import ColmeiaWeb
import ReferencePage

/// `serve --web`: the app in browsers.
enum WebFrontEnd {
  static let way = ServeWay(
    [
      .init("--web", value: "PORT", help: "serve a page for browsers on PORT; 0 for any free port"),
      .init(
        "--host", value: "ADDRESS", help: "the address that --web listens on (default: 127.0.0.1, this machine only)"),
      .init("--hosts", value: "NAMES", help: "host names that --web accepts, separated by commas"),
    ],
    notes: """
      --web prints an address. Only this address gives access, because it contains a token, which becomes a cookie.
      With --folder, the token stays the same, and open pages reconnect after a restart. Each tab has its own app,
      which ends 5 minutes after the tab is closed; tabs with the same ?session=NAME share an app. ?language=en and
      ?language=pt-BR choose the language; the default is that of --language, or else the browser's. Nothing is
      encrypted: with --host, use a reverse proxy with TLS.
      """, run: run)

  /// Returns an unpredictable token.
  private static func makeToken() -> Token {
    var random = SystemRandomNumberGenerator()
    return Token((0..<3).map { _ in String(UInt64.random(in: .min ... .max, using: &random), radix: 36) }.joined())
  }

  @Sendable private static func run(
    _ arguments: CommandArguments, _ options: ServeOptions
  ) async throws -> ExitCode {
    var settings = WebServer<ReferenceApp>.Settings(token: try await token(options.folder).value)
    settings.port = UInt16(try arguments.number("--web", in: 0...65_535, default: 0))
    settings.hosts = Set((arguments["--hosts"] ?? "").split(separator: ",").map(String.init))
    if let address = arguments["--host"] {
      settings.address = address
      settings.hosts.insert(address)
    }
    // The page loads the events when it starts.
    let start = [#"{"dispatch": {"events": "load"}}"#]
    let server = WebServer(ReferenceApp(), page(options.given.language), start: start, settings)
    try await server.run(options, ready: { _, address in OutputFile.standard.write("listening at \(address)\n") }) {
      await Interrupts.next()
    }
    return .success
  }

  /// Returns the access token. If there is a folder, the token is stored there and reused.
  static func token(_ folder: String?) async throws -> Token {
    guard let folder else { return makeToken() }
    let (store, item) = (FileTokenStore(folder: "\(folder)/web"), TokenItem(service: "web", account: "page"))
    if let token = try await store.read(item) { return token }
    let token = makeToken()
    try await store.write(token, as: item)
    return token
  }

  static func page(_ language: String? = nil) -> WebPage {
    WebPage(
      html: ReferencePage.html,
      files: Dictionary(
        uniqueKeysWithValues: ReferencePage.files.map { ($0.path, WebPage.File($0.type, $0.bytes)) }),
      places: AppLink.firstComponents, languages: ReferenceApp().languages, language: language
    ) { ReferenceApp().texts(in: $0).merging(["name": ReferenceApp().name]) { $1 } }
  }
}
