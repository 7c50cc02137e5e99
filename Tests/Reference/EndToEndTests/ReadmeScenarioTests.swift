import Foundation
import RunnerTestSupport
import TestSupport
import Testing

@testable import ColmeiaRunner
@testable import ColmeiaWorld
@testable import ReferenceCommand

@Suite(.blocking, .timeLimit(.minutes(10))) struct ReadmeScenarioTests {
  @Test func `The scenario of the README passes`() async throws {
    let readme = URL(filePath: #filePath).appending(path: "../../../../README.md").standardized
    let text = try String(contentsOf: readme, encoding: .utf8)
    let scenario = text.components(separatedBy: "```\n").first { $0.hasPrefix("scenario") }
    let folder = try Folder(["readme.scn": scenario ?? ""])
    defer { folder.remove() }
    let output = CommandOutput(
      output: try OutputFile(path: "\(folder.path)/out"), errors: try OutputFile(path: "\(folder.path)/err"))
    let code = await Runner(CommandLineApp(), output).run(["run", "\(folder.path)/readme.scn"])
    let report = try String(contentsOfFile: "\(folder.path)/out", encoding: .utf8)
    #expect(code == .success, "\(report)")
  }
}
