import ColmeiaFrontEnds
import ColmeiaWorld

extension ScriptedFrontEnd {
  /// Runs a session of the kettle app with this front end.
  package func run(_ interruption: Interruption = Interruption()) async throws -> ExitCode {
    try await run(KettleApp(), folder: nil, interruption)
  }

  /// Runs a session of an app that stores its data in this folder, or else in a temporary one.
  package func run(
    _ app: some RunnableApp, folder: String?, language: String? = nil, _ interruption: Interruption = Interruption()
  ) async throws -> ExitCode {
    var options = ServeOptions()
    (options.seed, options.date, options.folder, options.given.language) = (1, 0, folder, language)
    let served = try await ServedWorld(app, options)
    let input = InputLines(limit: 200, interruption) { [self] in read($0) }
    let session = ServeSession(served, input, masker: options.masker) { [self] in write($0) }
    let code = try await session.run()
    await served.stop()
    return code
  }
}
