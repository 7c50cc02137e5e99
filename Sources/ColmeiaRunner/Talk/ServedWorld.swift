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
          network: ScenarioNetwork(seed: seed, clock: clock, bell: Bell(), masker: masker), given: options.given,
          elapsed: { time.now.offset }))
    } catch {
      folder.remove()
      throw error
    }
    (self.app, self.time, self.folder) = (app, time, folder)
  }

  /// Says hello, and starts the app.
  package func start(_ teller: Teller<App.Root>) async throws -> any Talk {
    teller.say(ServeProtocol.hello(app, world.origin))
    return try await AppTalk<App>(world, time, teller)
  }

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

  /// The app's first message.
  static func hello(_ app: some RunnableApp, _ origin: String?) -> JSON {
    [
      "hello": [
        "protocol": .number(JSONNumber(version)), "app": .string(app.name), "version": .string(app.version),
        "origin": origin.map(JSON.string) ?? .null,
      ]
    ]
  }
}
