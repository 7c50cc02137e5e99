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
  let folder = try Folder(["a.scn": "scenario \"t\"\n" + text])
  defer { folder.remove() }
  let output = "\(folder.path)/out"
  let terminal = CommandOutput(output: try OutputFile(path: output), errors: try OutputFile(path: output + "2"))
  let code = await Runner(app, terminal).run(["run", "\(folder.path)/a.scn"] + options)
  return (code, try [output, output + "2"].map { try String(contentsOfFile: $0, encoding: .utf8) }.joined())
}
