import Foundation
import TestSupport
import Testing

/// Checks the table that lists the implementation and the proof of each capability of the five systems.
@Suite(.blocking, .timeLimit(.minutes(10))) struct CapabilityTests {
  private static let numbers =
    (1...30).map { "E\($0)" } + (1...36).map { "H\($0)" } + (1...27).map { "D\($0)" } + (1...31).map { "O\($0)" }
    + (1...13).map { "M\($0)" }
  private static let context: Set = [
    "E2", "E3", "E9", "E30", "H36", "D24", "O23", "O24", "O25", "O30", "M10", "M13",
  ]
  /// The numbers of which only the intent counts.
  private static let intents = Set(
    ["E4", "E7", "E8", "E11", "E20", "E25", "E28", "H20", "H22", "H31", "H32", "O6", "O19", "O21", "M9", "M11", "M12"]
      + (1...8).map { "H\($0)" } + (1...11).map { "D\($0)" } + (12...16).map { "O\($0)" } + (1...4).map { "M\($0)" })

  @Test func `Each number names an existing test, scenario or line of a script that runs`() throws {
    let table = PageTests.top.appending(path: "Tests/Tools/DocumentationTests/Capabilities.md")
    let check = CapabilityCheck(
      numbers: Self.numbers, context: Self.context,
      musts: Set(Self.numbers).subtracting(Self.context).subtracting(Self.intents),
      paths: try Self.paths(),
      text: { try? String(contentsOf: PageTests.top.appending(path: $0), encoding: .utf8) },
      built: try Self.builtTests())
    for mistake in check.mistakes(in: try String(contentsOf: table, encoding: .utf8)) { Issue.record("\(mistake)") }
  }

  /// Returns the tests in this program, as `swift test list` asks it for them.
  private static func builtTests() throws -> Set<TestFiles.Test> {
    let program = try #require(CommandLine.arguments.first)
    let (status, output) = try PageTests.run([program, "--testing-library", "swift-testing", "--list-tests"])
    try #require(status == 0, "\(output)")
    return Set(output.split(separator: "\n").compactMap(TestFiles.Test.init(listed:)))
  }

  private static func paths() throws -> [String] {
    try ["Sources", "Tests", "Examples", ".ci"].flatMap { folder in
      // `subpathsOfDirectory(atPath:)` doesn't follow a link, so it is resolved first.
      let path = PageTests.top.appending(path: folder).resolvingSymlinksInPath().path
      return try FileManager.default.subpathsOfDirectory(atPath: path).map { "/\(folder)/\($0)" }
    }
  }
}
