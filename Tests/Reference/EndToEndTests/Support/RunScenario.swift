import Foundation
import TestSupport

@testable import ColmeiaRunner
@testable import ColmeiaWorld
@testable import ReferenceCommand

/// Runs a scenario as the command does, and returns the exit code and everything that was printed.
///
/// - Parameters:
///   - text: The statements of the scenario, and its head.
///   - options: The options of the command.
///   - app: The app.
func runScenario(
  _ text: String, _ options: [String] = [], _ app: some RunnableApp = CommandLineApp()
) async throws -> (code: ExitCode, output: String) {
  let folder = TemporaryFolder()
  defer { folder.remove() }
  try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
  let file = "\(folder.path)/a.scn"
  try ("scenario \"t\"\n" + text).write(toFile: file, atomically: true, encoding: .utf8)
  let output = "\(folder.path)/out"
  let terminal = CommandOutput(output: try OutputFile(path: output), errors: try OutputFile(path: output + "2"))
  let code = await Runner(app, terminal).run(["run", file] + options)
  return (code, try [output, output + "2"].map { try String(contentsOfFile: $0, encoding: .utf8) }.joined())
}
