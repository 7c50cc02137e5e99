import ColmeiaFrontEnds
import ColmeiaScenario
import ColmeiaWorld

/// The `serve` command, which connects the app to a front end in another process and language.
extension Command {
  static func serveSyntax(_ app: App) -> CommandSyntax {
    CommandSyntax(
      "serve",
      app.serveWays.isEmpty
        ? "drive the app from another process, over standard input and output"
        : "drive the app from another process or a browser",
      options: [
        .init("--stdio", help: "one JSON value per line, over standard input and output")
      ] + app.serveWays.flatMap(\.options) + [
        .init("--seed", value: "N", help: "the seed of all random numbers (default: a random one)"),
        .init("--date", value: "SECONDS", help: "the time at the start, in seconds since 1970 (default: now)"),
        .init("--folder", value: "DIR", help: "store the app's data in DIR (default: a temporary folder)"),
      ] + GivenWorld.options(app.languages),
      notes: """
        \(GivenWorld.notes)

        The messages of protocol \(ProtocolVersion.current):
        \(MessageReference().rows.map { "  \($0.sender): \($0.example)\n    \($0.meaning)" }.joined(separator: "\n"))
        """ + app.serveWays.map { "\n\n" + $0.notes }.joined())
  }

  func serve() async throws -> ExitCode {
    let chosen = app.serveWays.filter { arguments.has($0.name) }
    guard chosen.count + (arguments.has("--stdio") ? 1 : 0) == 1 else {
      let names = ["--stdio"] + app.serveWays.map(\.name)
      let count = names.count == 1 ? "" : chosen.isEmpty ? "one of " : "only one of "
      throw UsageError("serve needs \(count)\(names.joined(separator: ", "))", nil, "\(app.name) serve")
    }
    var options = ServeOptions()
    options.seed = try arguments.number("--seed", in: 0...Int.max, default: options.seed)
    options.date = try arguments.number("--date", in: CalendarDate.seconds, default: WallClock.now())
    options.given = try GivenWorld(arguments, languages: app.languages)
    options.folder = arguments["--folder"]
    if let way = chosen.first { return ended(try await way.run(arguments, options), options) }
    let served = try await ServedWorld(app, options)
    let input = InputLines(limit: 1 << 20, interruption) { count in Standard.read(count) }
    let (output, interruption) = (terminal.output, interruption)
    let session = ServeSession(served, input, masker: options.masker) {
      if !output.write($0, until: interruption) { interruption.turnOn() }
    }
    do {
      let code = try await session.run()
      await served.stop()
      return ended(interruption.isOn ? .interrupted : code, options)
    } catch {
      await served.stop()
      _ = ended(.runtimeError, options)
      throw error
    }
  }

  /// Reports errors if the world has failed, or if the log of requests could not be written.
  private func ended(_ code: ExitCode, _ options: ServeOptions) -> ExitCode {
    let failures = [options.failure.text.map { options.masker($0) }, options.given.exchanges?.failure]
    for failure in failures.compactMap(\.self) { terminal.writeError("\(app.name): \(failure)") }
    let isWorse = failures.contains { $0 != nil } && code.rawValue < ExitCode.runtimeError.rawValue
    return isWorse ? .runtimeError : code
  }
}
