import ColmeiaWorld

extension ServeWay {
  /// Serves the app to browsers: `serve --web PORT` prints the address to open.
  ///
  /// The server listens on this machine only, unless `--host` says otherwise, and the address contains a token without
  /// which requests are refused. Each tab has its own device of the app's world.
  ///
  /// The default page draws the app's screens (`Device.screen`): objects with a `title`, and optionally
  /// with `messages`, `fields`, `rows`, `buttons` and others, which the guide's page about browsers describes.
  ///
  /// ```swift
  /// var serveWays: [ServeWay] { [.web(self)] }
  /// ```
  ///
  /// - Parameters:
  ///   - app: The app.
  ///   - files: Files by name, such as `"page.css"`. They replace those of the default page (`index.html`, `page.js`,
  ///     `page.css`, `session.js` and `icon.svg`), or are added to them.
  public static func web<App: RunnableApp>(
    _ app: App, files: [String: [UInt8]] = [:]
  ) -> ServeWay {
    let way = WebWay(app: app, files: files)
    return ServeWay(way.options, notes: way.notes) { arguments, options in
      try await way.run(arguments, options) { _, address in
        OutputFile.standard.write("listening at \(address)\n")
      } until: {
        await Interrupts.next()
      }
      return .success
    }
  }
}

/// `serve --web`: an app in browsers.
struct WebWay<App: RunnableApp>: Sendable {
  let app: App
  var files: [String: [UInt8]] = [:]

  var options: [CommandSyntax.Option] {
    [
      .init("--web", value: "PORT", help: "serve a page for browsers on PORT; 0 for any free port"),
      .init(
        "--host", value: "ADDRESS", help: "the address that --web listens on (default: 127.0.0.1, this machine only)"),
      .init("--hosts", value: "NAMES", help: "host names that --web accepts, separated by commas"),
    ]
  }

  var notes: String {
    let languages = """

      ?language=NAME chooses a language; the default is that of --language, or else the browser's.
      """
    return """
      --web prints an address. Only this address gives access, because it contains a token, which becomes a cookie.
      With --folder, the token stays the same, and open pages reconnect after a restart. Each tab has its own app,
      which ends 5 minutes after the tab is closed; tabs with the same ?session=NAME share an app. Nothing is
      encrypted: with --host, use a reverse proxy with TLS.
      """ + (app.languages.isEmpty ? "" : languages)
  }

  /// Serves until `end` returns. `ready` receives the origin, and the address that includes the token.
  func run(
    _ arguments: CommandArguments, _ options: ServeOptions,
    ready: @escaping @Sendable (_ origin: String, _ address: String) -> Void,
    until end: @escaping @Sendable () async -> Void
  ) async throws {
    var settings = WebServer<App>.Settings(token: try await Self.token(options.folder).value)
    settings.port = UInt16(try arguments.number("--web", in: 0...65_535, default: 0))
    settings.hosts = Set((arguments["--hosts"] ?? "").split { $0 == "," || $0 == " " }.map(String.init))
    if let address = arguments["--host"] {
      settings.address = address
      settings.hosts.insert(address)
    }
    let server = WebServer(app, page(options.given.language), settings)
    try await server.run(options, ready: ready, until: end)
  }

  /// Returns the page, in `language` unless the user has chosen another.
  func page(_ language: String? = nil) -> WebPage {
    WebPage(files: files, languages: app.languages, language: language) { [app] in
      app.texts(in: $0).merging(["name": app.name]) { text, _ in text }
    }
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

  /// Returns an unpredictable token.
  private static func makeToken() -> Token {
    var random = SystemRandomNumberGenerator()
    return Token((0..<3).map { _ in String(UInt64.random(in: .min ... .max, using: &random), radix: 36) }.joined())
  }
}
