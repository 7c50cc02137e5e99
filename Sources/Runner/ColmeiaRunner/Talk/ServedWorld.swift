import ColmeiaBase
import ColmeiaJSON
import ColmeiaSecrets

/// A front end's options for the world in which its app runs.
package struct ServeOptions: Sendable {
  /// The seed of the random numbers. By default it is random, so that an app that is served again doesn't repeat what is to
  /// be unique on its servers, such as the ids of messages.
  package var seed = Int.random(in: 0...Int.max)
  /// The time at which the world begins, in seconds since 1970, or `nil` for the current time.
  package var date: Int?
  /// The folder in which the app stores its data, or `nil` for a temporary folder that is removed at the end.
  package var folder: String?
  /// The options of the command line: servers that already run, variables, and the transport.
  package var given = GivenWorld()
  /// The failure of the world, once it is stopped.
  let failure = WorldFailure()

  /// Creates the default options.
  package init() {}

  /// A masker that knows the secrets among the variables.
  package var masker: Masker { given.masker }

  /// The valid dates.
  package static var dates: ClosedRange<Int> { CalendarDate.seconds }
}

/// The failure of a served world, such as a server that has terminated.
final class WorldFailure: Sendable {
  private let content = Guarded<String?>(nil)
  /// The description of the failure, or `nil` if there was none.
  var text: String? { content.withLock { $0 } }
  func note(_ text: String) { content.withLock { $0 = text } }
}

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
          clock: clock, backgroundClock: ScenarioClock(time, for: .background),
          date: options.date ?? WallClock.now(), seed: seed, folder: folder.path,
          network: network, given: options.given, elapsed: { time.now.offset }))
    } catch {
      await folder.remove()
      throw error
    }
    (self.app, self.folder, language, noted) = (app, folder, options.given.language, options.failure)
    advancer = Advancer(time) { network.inFlight > 0 }
  }

  /// Sends the hello message.
  package func greet(_ messenger: Messenger) {
    messenger.send(ServeProtocol.hello(app, world.origin, messenger.language))
  }

  /// Starts the app on a device. The data of an earlier device with this name is still there.
  package func start(
    _ frontEnds: FrontEnds, device: String = ""
  ) async throws -> AppTalk<App> {
    try await AppTalk<App>(world, advancer, device: device, frontEnds)
  }

  /// Deletes the data that a device has stored.
  package func remove(device: String) async { await world.removeDevice(device) }

  /// The description of the world's failure, such as a server that has terminated, or `nil`.
  var failure: String? { get async { await world.failure.map { "\($0)" } } }

  /// Stops the world. The options then have its failure.
  package func stop() async {
    await advancer.stop()
    if let failure = await failure { noted.note(failure) }
    await world.stop()
    await folder.remove()
  }
}

/// The protocol of the messages between an app and its front end.
package enum ServeProtocol {
  /// The version of the protocol.
  package static var version: Int { 1 }

  /// The first message of a front end.
  package struct Greeting: Sendable, Equatable {
    /// The names of the effects that the front end performs itself.
    package var claims: [String]
    /// The language of its screens, or `nil` for the app's default.
    package var language: String?
  }

  /// The first message of a front end is not a valid hello.
  package struct Refusal: Error, CustomStringConvertible {
    /// What is wrong.
    package let description: String
    /// Creates a refusal.
    package init(description: String) { self.description = description }
  }

  private struct Message: Decodable {
    struct Hello: Decodable {
      var `protocol`: Int
      var client: String?
      var claims: [String]?
      var language: String?
    }
    var hello: Hello
  }

  /// Parses the first message of a front end.
  ///
  /// - Throws: ``Refusal``, if it is not a hello of this version, or claims effects that the app doesn't have.
  package static func greeting(_ content: [UInt8]?, of app: some RunnableApp) throws(Refusal) -> Greeting {
    let expected = "the first message must be hello with protocol \(version)"
    guard let content else { throw Refusal(description: "\(expected); the input ended, or the line is too long") }
    let message: JSON
    do throws(JSONError) { message = try JSON(parsing: content) } catch {
      let place = error.column.map { "column \($0): " } ?? ""
      throw Refusal(description: "\(expected), but it isn't valid JSON: \(place)\(error.message)")
    }
    guard message["hello"]?["protocol"]?.int == version else { throw Refusal(description: expected) }
    let hello: Message.Hello
    do throws(JSONError) {
      hello = try JSON.decode(Message.self, from: content, .strict).hello
    } catch { throw Refusal(description: "\(error.path): \(error.message)") }
    let claims = hello.claims ?? []
    if let problem = problem(with: claims, of: app) { throw Refusal(description: "hello.claims: \(problem)") }
    guard let wanted = hello.language, !wanted.isEmpty else { return Greeting(claims: claims) }
    if app.languages.isEmpty { return Greeting(claims: claims, language: wanted) }
    guard let language = language(wanted, among: app.languages) else {
      throw Refusal(description: "hello.language: must be \(app.languages.joined(separator: " or "))")
    }
    return Greeting(claims: claims, language: language)
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
