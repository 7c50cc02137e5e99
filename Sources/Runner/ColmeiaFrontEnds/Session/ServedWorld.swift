import ColmeiaBase
import ColmeiaJSON
import ColmeiaScenario
import ColmeiaSecrets
import ColmeiaWorld

/// A world for one front end, or for the sessions of a web server.
package struct ServedWorld<App: RunnableApp>: Sendable {
  /// The app.
  package let app: App
  /// The language of screens unless a front end asks for another, or `nil` for the app's default.
  package let language: String?
  private let world: any RunnableWorld<App.Root>
  private let advancer: Advancer
  private let folder: KeptFolder
  private let noted: WorldFailure

  /// Creates the world. In the log of requests, the values with the names of secrets and the secrets of the command line
  /// are masked.
  package init(_ app: App, _ options: ServeOptions) async throws {
    let time = ScenarioClock.Time(ContinuousClock())
    let clock = ScenarioClock(time, for: .effect)
    let seed = UInt64(max(0, options.seed))
    let folder = try await KeptFolder(options.folder)
    let network = ScenarioNetwork(
      seed: seed, clock: clock, bell: time.bell, masker: SharedMasker(options.masker, learns: false),
      log: options.given.exchanges)
    do {
      world = try await app.makeWorld(
        WorldParts(
          time, date: options.date ?? WallClock.now(), seed: seed, folder: folder.path, network: network,
          given: options.given))
    } catch {
      await folder.remove()
      throw error
    }
    (self.app, self.folder, language, noted) = (app, folder, options.given.language, options.failure)
    advancer = Advancer(time) { network.inFlight > 0 }
  }

  /// Sends the hello message.
  package func greet(_ messenger: Messenger) {
    messenger.send(.hello(ServeProtocol.hello(app, world.origin, messenger.language)))
  }

  /// Starts the app on a device. The data of an earlier device with this name is still there.
  package func start(
    _ frontEnds: FrontEnds, device: String = ""
  ) async throws -> AppSession<App> {
    try await AppSession<App>(world, advancer, device: device, frontEnds)
  }

  /// Deletes the data that a device has stored.
  package func remove(device: String) async { await world.removeDevice(device) }

  /// The description of the world's failure, such as a server that has terminated, or `nil`.
  var failure: String? { get async { await world.failure.map { "\($0)" } } }

  /// Stops the world. The options then have its failure.
  package func stop() async {
    await advancer.stop()
    if let failure = await failure { noted.report(failure) }
    await world.stop()
    await folder.remove()
  }
}

/// The beginning of a session.
package enum ServeProtocol {
  /// Parses the first message of a front end. Its language is one of the app's, if the app has any.
  ///
  /// - Throws: ``ProtocolError``, if it is not a hello of this version, or claims effects that the app doesn't have.
  package static func greeting<App: RunnableApp>(
    _ content: [UInt8]?, of app: App
  ) throws(ProtocolError) -> FrontEndHello {
    var hello = try hello(content, of: app)
    if let problem = problem(with: hello.claims ?? [], of: app) {
      throw ProtocolError(.invalidHello, "hello.claims: \(problem)")
    }
    guard let wanted = hello.language, !wanted.isEmpty else {
      hello.language = nil
      return hello
    }
    if app.languages.isEmpty { return hello }
    hello.language = language(wanted, among: app.languages)
    if hello.language == nil {
      throw ProtocolError(.invalidHello, "hello.language: must be \(app.languages.joined(separator: " or "))")
    }
    return hello
  }

  private static func hello<App: RunnableApp>(
    _ content: [UInt8]?, of app: App
  ) throws(ProtocolError) -> FrontEndHello {
    let expected = "the first message must be hello with protocol \(ProtocolVersion.current)"
    guard let content else {
      throw ProtocolError(.invalidHello, "\(expected); the input ended, or the line is too long")
    }
    let message: JSON
    do throws(JSONError) { message = try JSON(parsing: content) } catch {
      throw ProtocolError(.invalidHello, "\(expected), but it isn't valid JSON: \(error.inMessage)")
    }
    // Another version may have other members.
    guard let version = message["hello"]?["protocol"]?.int else { throw ProtocolError(.invalidHello, expected) }
    if version != ProtocolVersion.current { throw .unsupported(version) }
    do throws(ProtocolError) {
      if case .hello(let hello) = try MessageToApp<App.Root.Action>(parsing: content) { return hello }
      throw ProtocolError(.invalidHello, expected)
    } catch { throw ProtocolError(.invalidHello, error.message, advice: error.advice) }
  }

  /// Returns the supported language that matches a language tag such as `en-US`, or `nil` if there is none.
  package static func language(_ wanted: String, among languages: [String]) -> String? {
    func subtag(_ language: String) -> Substring { language.lowercased().prefix { $0 != "-" } }
    return languages.first { subtag($0) == subtag(wanted) }
  }

  /// Returns the reason why a front end can't claim these effects, or `nil` if it can.
  package static func problem(with claims: [String], of app: some RunnableApp) -> String? {
    if claims.isEmpty { return nil }
    let names = AppNames(app)
    return claims.lazy.compactMap { names.check(effect: EventName(text: $0, range: 0..<0)) }.first
      .map { $0.message + ($0.hint.map { "; \($0)" } ?? "") }
  }

  /// Returns the app's first message, including the texts that the front end shows itself.
  static func hello(_ app: some RunnableApp, _ origin: String?, _ language: String?) -> AppHello {
    let spoken = language.flatMap { app.languages.contains($0) ? $0 : nil } ?? app.languages.first
    return AppHello(app: app.name, version: app.version, origin: origin, texts: spoken.map { app.texts(in: $0) })
  }
}
