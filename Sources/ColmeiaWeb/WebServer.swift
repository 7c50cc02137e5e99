import ColmeiaBackend
import ColmeiaRunner
import ColmeiaSecrets

/// Serves an app to browsers: each session is the app on a device of one world, and each tab looks at one session.
package struct WebServer<App: RunnableApp>: Sendable {
  /// How it is reached.
  package struct Settings: Sendable {
    /// The address and the port where it listens; 0 for any free port.
    package var address = "127.0.0.1", port: UInt16 = 0
    /// Names by which it is reached, beside this machine's own.
    package var hosts: Set<String> = []
    /// What nobody can guess. Only who has it is let in.
    package var token: String
    /// How much it takes.
    package var limits = WebLimits()

    /// Settings; the others are the usual ones.
    package init(token: String) { self.token = token }
  }

  private let app: App
  private let page: WebPage
  private let start: [[UInt8]]
  private let settings: Settings

  /// - Parameter start: messages that each session hears first, as of a front end's.
  package init(_ app: App, _ page: WebPage, start: [String] = [], _ settings: Settings) {
    self.app = app
    self.page = page
    self.start = start.map { Array($0.utf8) }
    self.settings = settings
  }

  /// Serves until `end` comes back. `ready` is told the address with the token.
  package func run(
    _ options: ServeOptions, clock: any Clock<Duration> = ContinuousClock(),
    ready: @escaping @Sendable (_ origin: String, _ address: String) -> Void,
    until end: @escaping @Sendable () async -> Void
  ) async throws {
    let files = UploadedFiles()
    var options = options
    options.given.files = files
    let masker = options.masker
    let world = try await ServedWorld(app, options, masker)
    do {
      try await serve(world, masker, files, clock, ready, end)
      await world.stop()
    } catch {
      await world.stop()
      throw error
    }
  }

  private func serve(
    _ world: ServedWorld<App>, _ masker: SharedMasker, _ files: UploadedFiles, _ clock: any Clock<Duration>,
    _ ready: @Sendable (String, String) -> Void, _ end: @escaping @Sendable () async -> Void
  ) async throws {
    let (sessions, begin) = AsyncStream.makeStream(of: WebSession.self)
    let (page, settings) = (page, settings)
    var limits = ServerLimits()
    (limits.body, limits.output) = (settings.limits.upload, settings.limits.unread)
    let server = try LoopbackServer(address: settings.address, port: settings.port, limits: limits, clock: clock) {
      WebHandler(
        page, WebGate(token: settings.token, hosts: settings.hosts), settings.limits, files,
        begin: { begin.yield($0) })
    }
    ready(server.origin, "\(server.origin)/?token=\(settings.token)")
    let queue = WebServerQueue { work in server.post(work) }
    await withDiscardingTaskGroup { group in
      group.addTask {
        await end()
        // Its sessions end with it.
        await server.stop()
        begin.finish()
      }
      for await session in sessions {
        group.addTask {
          await session.run(world, masker, start, queue)
          queue.isOver(session.name)
        }
      }
    }
  }
}
