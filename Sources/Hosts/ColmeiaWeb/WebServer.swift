import ColmeiaFrontEnds
import ColmeiaSecrets
import ColmeiaServer
import ColmeiaWorld

/// Serves an app to browsers. Each session runs the app on a device of one shared world, and each tab shows one
/// session.
package struct WebServer<App: RunnableApp>: Sendable {
  /// The settings of a web server.
  package struct Settings: Sendable {
    /// The address and the port to listen on. Port 0 selects any free port.
    package var address = "127.0.0.1", port: UInt16 = 0
    /// The names by which the server can be reached, in addition to this machine's own.
    package var hosts: Set<String> = []
    /// An unguessable token. Only requests that present it are accepted.
    package var token: String
    /// The server's limits.
    package var limits = WebLimits()

    /// Creates settings with default values for all but the token.
    package init(token: String) { self.token = token }
  }

  private let app: App
  private let page: WebPage
  private let settings: Settings

  package init(_ app: App, _ page: WebPage, _ settings: Settings) {
    self.app = app
    self.page = page
    self.settings = settings
  }

  /// Serves until `end` returns. `ready` receives the origin, and the address that includes the token.
  package func run(
    _ options: ServeOptions, ready: @escaping @Sendable (_ origin: String, _ address: String) -> Void,
    until end: @escaping @Sendable () async -> Void
  ) async throws {
    let files = UploadedFiles()
    var options = options
    options.given.files = files
    let world = try await ServedWorld(app, options)
    do {
      try await serve(world, options.masker, files, ready, end)
      await world.stop()
    } catch {
      await world.stop()
      throw error
    }
  }

  private func serve(
    _ world: ServedWorld<App>, _ masker: Masker, _ files: UploadedFiles,
    _ ready: @Sendable (String, String) -> Void, _ end: @escaping @Sendable () async -> Void
  ) async throws {
    let (sessions, begin) = AsyncStream.makeStream(of: WebSession.self)
    let (page, settings) = (page, settings)
    var limits = ServerLimits()
    (limits.body, limits.output) = (settings.limits.upload, settings.limits.unread)
    let server = try LoopbackServer(address: settings.address, port: settings.port, limits: limits) {
      WebHandler(
        page, WebGate(token: settings.token, hosts: settings.hosts), settings.limits, files,
        begin: { begin.yield($0) })
    }
    ready(server.origin, "\(server.origin)/?token=\(settings.token)")
    await withDiscardingTaskGroup { group in
      group.addTask {
        await end()
        // Stopping the server also ends its sessions.
        await server.stop()
        begin.finish()
      }
      for await session in sessions {
        group.addTask {
          await session.run(world, masker, server)
          server.post { $0.forget(session.name) }
        }
      }
    }
  }
}
