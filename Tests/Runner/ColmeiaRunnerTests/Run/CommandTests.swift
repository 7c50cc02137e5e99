import Foundation
import TestSupport
import Testing

@testable import ColmeiaRunner
@testable import ColmeiaWorld
@testable import RunnerTestSupport

/// Tests of the whole command line: from arguments to exit codes and reports.
@Suite(.blocking, .timeLimit(.minutes(10))) struct CommandTests {
  static let files = [
    "a.scn": "scenario \"good\"\ntags smoke\nsettle\nscenario \"bad <&>\"\ntags slow\nexpect state left == 1\n",
    "b.scn": "scenario \"broken law\"\ntags slow law\nalways \"none\": state left == 0\ndispatch start 1\n",
  ]

  @Test(
    arguments: [
      (["run", "-q", "@/a.scn", "--tags", "smoke"], .success), (["run", "-q", "@/a.scn"], .expectationFailed),
      (["run", "-q", "@"], .invariantViolated), (["run", "-q", "@/a.scn:3"], .success),
      (["run", "-q", "@/a.scn:6"], .expectationFailed), (["run", "-q", "@", "-n", "good"], .success),
      (["run", "-q", "@", "--tags", "slow and not law"], .expectationFailed),
      (["run", "-q", "@", "-n", "nothing"], .nothingRan),
      (["run"], .usage), (["run", "@/none.scn"], .usage), (["run", "--jbos", "2", "@"], .usage),
      (["run", "--jobs", "0", "@"], .usage), (["run", "--jobs"], .usage), (["run", "-q=1", "@"], .usage),
      (["rnu"], .usage), ([], .usage), (["--help"], .success), (["run", "--help"], .success), (["--version"], .success),
      (["check", "@"], .success), (["check"], .usage), (["actions"], .success),
      (["actions", "start", "--json"], .success),
      (["actions", "stat"], .usage), (["schema"], .success), (["schema", "x"], .usage), (["serve"], .usage),
      (["run", "-q", "--color", "pink", "@"], .usage),
      (["serve", "--stdio", "--date", "9223372036854775807"], .usage), (["serve", "--stdio", "--date", "-1"], .usage),
      (["serve", "--stdio", "--language", "fr"], .usage), (["run", "-q", "@/a.scn:3", "--language", "en"], .success),
    ] as [([String], ExitCode)])
  func `The exit code reflects the outcome`(arguments: [String], code: ExitCode) async throws {
    let folder = try Folder(Self.files)
    defer { folder.remove() }
    let arguments = arguments.map { $0.replacing("@", with: folder.path) }
    #expect(await Runner(KettleApp()).run(arguments) == code)
  }

  @Test func `A mistake in one file prevents all files from running`() async throws {
    let folder = try Folder(Self.files.merging(["c.scn": "scenario \"c\"\ndispatch strat 1\n"]) { $1 })
    defer { folder.remove() }
    #expect(await Runner(KettleApp()).run(["run", folder.path, "--jsonl", "\(folder.path)/log"]) == .parseError)
    #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/log"))
    #expect(await Runner(KettleApp()).run(["check", folder.path]) == .parseError)
  }

  @Test func `Reports contain every scenario`() async throws {
    let folder = try Folder(Self.files)
    defer { folder.remove() }
    let arguments = [
      "run", "-q", folder.path, "--junit", "\(folder.path)/j.xml", "--jsonl", "\(folder.path)/l", "-j", "1",
    ]
    #expect(await Runner(KettleApp()).run(arguments) == .invariantViolated)
    let xml = try folder.text("j.xml")
    #expect(xml.contains("<testsuites tests=\"3\" failures=\"2\" errors=\"0\" time="))
    // Jenkins' junit-10.xsd has neither.
    #expect(!xml.contains(" line=") && xml.prefix { $0 != "\n" }.contains("skipped") == false)
    #expect(xml.contains("name=\"bad &lt;&amp;&gt;\"") && xml.contains("- left: 1\n+ left: 0"))
    let events = try folder.text("l").split(separator: "\n").map { try JSON(parsing: $0) }
    #expect(
      events.filter { $0["event"] == "result" }.map { $0["outcome"]?.string } == ["passed", "failed", "violated"])
    #expect(events.allSatisfy { $0["v"] == 1 && $0["scenario"] != nil })
  }

  @Test func `With fail-fast, no scenario starts after the first failure`() async throws {
    let folder = try Folder(Self.files)
    defer { folder.remove() }
    let arguments = ["run", "-q", folder.path, "--fail-fast", "--jobs", "1", "--junit", "\(folder.path)/j.xml"]
    #expect(await Runner(KettleApp()).run(arguments) == .expectationFailed)
    #expect(try folder.text("j.xml").contains("<skipped message=\"skipped\"/>"))
  }

  @Test func `The app's actions are listed, each with a valid example`() throws {
    let entries = ActionCatalogue(KettleApp()).entries
    #expect(
      entries.compactMap(\.text) == [
        "start 1", "ticked", "fetch \"text\"", "received \"text\"", "nap", "woke", "note \"text\"",
      ])
    for entry in entries { _ = try #require(entry.json).decode(Kettle.Action.self, .strict) }
  }

  private static let commands: [String: (right: [String], output: String, wrong: [String], message: String)] = [
    "run": (["run", "@"], "1 passed", ["run"], "run needs a PATH"),
    "check": (["check", "@"], "1 scenario, 0 errors", ["check"], "check needs a PATH"),
    "actions": (["actions"], "start 1", ["actions", "zzz"], "no action begins with 'zzz'"),
    "schema": (["schema"], "$schema", ["schema", "zzz"], "schema takes no operand 'zzz'"),
    "serve": (["serve", "--help"], "--stdio", ["serve"], "serve needs --stdio"),
  ]

  @Test func `Every command of an app has a valid and an invalid use`() async throws {
    let folder = try Folder(["a.scn": "scenario \"good\"\nsettle\n"])
    defer { folder.remove() }
    let help = try await OutputTests.run(["--help"], in: folder).output
    let table = help.components(separatedBy: "COMMANDS:\n").last?.prefix { $0 != "'" } ?? ""
    let listed = table.split(separator: "\n").compactMap { $0.split(separator: " ").first.map(String.init) }
    #expect(Set(listed) == Set(Self.commands.keys))
    for (name, command) in Self.commands {
      let (right, output, errors) = try await OutputTests.run(command.right, in: folder)
      #expect(right == .success && (output + errors).contains(command.output), "\(name): \(output)\(errors)")
      let wrong = try await OutputTests.run(command.wrong, in: folder)
      #expect(wrong.code == .usage && wrong.errors.hasPrefix("kettle: \(command.message)"), "\(name): \(wrong.errors)")
    }
  }
}
