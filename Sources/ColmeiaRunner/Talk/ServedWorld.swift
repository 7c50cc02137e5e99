import ColmeiaJSON
import ColmeiaSecrets
import ColmeiaSync

/// What a front end says of the world in which its app is to run.
package struct ServeOptions: Sendable {
  /// Where chance begins.
  package var seed = 42
  /// What time it is, in seconds since 1970; `nil` for now.
  package var date: Int?
  /// Where the app keeps what it keeps; `nil` for a folder that goes at the end.
  package var folder: String?
  /// Servers that run already, variables, what carries requests.
  package var given = GivenWorld()

  /// The next of everything that there is.
  package init() {}

  /// What is a secret from the beginning; another one each time.
  package var masker: SharedMasker { given.masker }

  /// The dates that can be told.
  package static var dates: ClosedRange<Int> { CalendarDate.seconds }
}

/// A world for one front end.
package struct ServedWorld<App: RunnableApp>: Sendable {
  let app: App
  let world: any RunnableWorld<App.Root>
  let time: ScenarioClock.Time
  private let folder: KeptFolder

  /// Makes the world; what goes over its network and is a secret, the masker hears of.
  package init(_ app: App, _ options: ServeOptions, _ masker: SharedMasker) async throws {
    let time = ScenarioClock.Time(ContinuousClock())
    let clock = ScenarioClock(time, for: .effect)
    let seed = UInt64(max(0, options.seed))
    let folder = try KeptFolder(options.folder)
    do {
      world = try await app.makeWorld(
        WorldParts(
          clock: clock, backgroundClock: ScenarioClock(time, for: .background),
          date: options.date ?? WallClock.now(), seed: seed, folder: folder.path,
          network: ScenarioNetwork(
            seed: seed, clock: clock, bell: Bell(), masker: masker, log: options.given.exchanges),
          given: options.given, elapsed: { time.now.offset }))
    } catch {
      folder.remove()
      throw error
    }
    (self.app, self.time, self.folder) = (app, time, folder)
  }

  /// Says hello.
  package func greet(_ teller: Teller) { teller.say(ServeProtocol.hello(app, world.origin, teller.language)) }

  /// Starts the app on a device, which keeps what was kept on one of this name.
  package func start(_ teller: Teller, device: String = "") async throws -> AppTalk<App> {
    try await AppTalk<App>(world, time, device: device, teller)
  }

  /// Forgets what a device has stored.
  package func remove(device: String) async { await world.removeDevice(device) }

  /// The end of the world.
  package func stop() async {
    await world.stop()
    folder.remove()
  }
}

/// The messages between an app and its front end.
package enum ServeProtocol {
  /// Their version.
  package static var version: Int { 1 }

  /// What a front end says first.
  package struct Greeting: Sendable, Equatable {
    /// The names of the effects that it carries out itself.
    package var claims: [String]
    /// In which its screens are; the app's own, where it says none.
    package var language: String?
  }

  /// What is said to a front end that does not say hello as it should.
  package static var refusal: String { "hello with protocol \(version) is needed first" }

  /// Reads the first message of a front end; `nil` when it speaks another version, or something else.
  package static func greeting(_ content: [UInt8]) -> Greeting? {
    guard let hello = (try? JSON(parsing: content))?["hello"], hello["protocol"]?.int == version else { return nil }
    return Greeting(
      claims: hello["claims"]?.array?.compactMap(\.string) ?? [], language: hello["language"]?.string)
  }

  /// The app's first message, with what the front end may say by itself.
  static func hello(_ app: some RunnableApp, _ origin: String?, _ language: String?) -> JSON {
    let greeting: JSON = [
      "protocol": .number(JSONNumber(version)), "app": .string(app.name), "version": .string(app.version),
      "origin": origin.map(JSON.string) ?? .null,
    ]
    var hello = greeting.object ?? JSONObject()
    if let spoken = language.flatMap({ app.languages.contains($0) ? $0 : nil }) ?? app.languages.first {
      var texts = JSONObject()
      for (name, text) in app.texts(in: spoken).sorted(by: { $0.key < $1.key }) { texts[name] = .string(text) }
      hello["texts"] = .object(texts)
    }
    return ["hello": .object(hello)]
  }
}
