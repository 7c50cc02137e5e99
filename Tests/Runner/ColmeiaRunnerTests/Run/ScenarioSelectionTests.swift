import Foundation
import TestSupport
import Testing

@testable import ColmeiaRunner
@testable import ColmeiaScenario
@testable import ColmeiaWorld
@testable import RunnerTestSupport

@Suite struct ScenarioSelectionTests {
  private func targets(_ paths: String..., in folder: Folder) throws -> [String] {
    try ScenarioSelection.targets(paths.map { folder.path + $0 }, root: nil).targets.map { target in
      target.path.dropFirst(folder.path.count) + (target.line.map { ":\($0)" } ?? "")
    }
  }

  @Test func `A folder may be a link, and no file is selected twice`() throws {
    let folder = try Folder(["a.scn": "", "b.txt": "", "c.scn": ""])
    defer { folder.remove() }
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/link", withDestinationPath: folder.path)
    try FileManager.default.removeItem(atPath: folder.path + "/c.scn")
    try FileManager.default.createDirectory(atPath: folder.path + "/sub", withIntermediateDirectories: false)
    try Data().write(to: URL(filePath: folder.path + "/sub/d.scn"))
    #expect(try targets("/link", in: folder) == ["/link/a.scn", "/link/sub/d.scn"])
    #expect(try targets("/a.scn", "/./a.scn", "", in: folder) == ["/a.scn", "/sub/d.scn"])
  }

  @Test func `A file is selected with the line and the column of a failure`() throws {
    let folder = try Folder(["a.scn": ""])
    defer { folder.remove() }
    #expect(try targets("/a.scn:4", in: folder) == ["/a.scn:4"])
    #expect(try targets("/a.scn:4:12", in: folder) == ["/a.scn:4"])
  }

  @Test func `The folder of the files to include exists`() {
    #expect(throws: UsageError("--root: no such folder: '/nowhere'")) {
      try ScenarioSelection.targets(["/"], root: "/nowhere")
    }
  }

  @Test func `What can't be read in a folder is reported, and the rest is selected`() async throws {
    let folder = try Folder(["good.scn": "scenario \"a\"\nsettle\n"])
    defer { folder.remove() }
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/x.scn", withDestinationPath: "/nowhere")
    mkfifo(folder.path + "/b.scn", 0o600)
    let odd = Array("\(folder.path)/".utf8) + [0xFF] + Array(".scn".utf8)
    close(open(odd.map { CChar(bitPattern: $0) } + [0], O_CREAT | O_WRONLY, 0o600))
    for hidden in ["/.git", "/.build", "/node_modules"] {
      try FileManager.default.createDirectory(atPath: folder.path + hidden, withIntermediateDirectories: false)
      try Data("nonsense".utf8).write(to: URL(filePath: folder.path + hidden + "/c.scn"))
    }
    let (found, problems) = try ScenarioSelection.targets([folder.path], root: nil)
    #expect(found.map(\.path) == [URL(filePath: folder.path).resolvingSymlinksInPath().path + "/good.scn"])
    #expect(
      problems == [
        "in '\(folder.path)', the name '\u{FFFD}.scn' is not in UTF-8", "'\(folder.path)/b.scn' is not a regular file",
        "'\(folder.path)/x.scn' cannot be read: No such file or directory",
      ])
    let (code, output, errors) = try await OutputTests.run(["run", "-q", "@"], in: folder)
    #expect(code == .runtimeError && output.hasPrefix("1 scenario: 1 passed"), "\(output)")
    #expect(errors == problems.map { "kettle: \($0)\n" }.joined())
    #expect(try await OutputTests.run(["check", "@"], in: folder).code == .parseError)
    #expect(throws: UsageError.self) { try SourceText.read(folder.path + "/x.scn") }
  }

  @Test func `A pipe that gives nothing is abandoned on an interruption, and else read to its end`() async throws {
    let folder = try Folder([:])
    defer { folder.remove() }
    mkfifo(folder.path + "/b.scn", 0o600)
    let interruption = Interruption()
    interruption.turnOn()
    #expect(try SourceText.read(folder.path + "/b.scn", isInterrupted: { interruption.isOn }).bytes == [])
    let path = folder.path + "/b.scn"
    let text = String(repeating: "# long\n", count: 20_000)
    let writer = Thread { try? Data(text.utf8).write(to: URL(filePath: path)) }
    writer.start()
    #expect(try SourceText.read(path).bytes == Array(text.utf8))
  }

  @Test func `The value of a short option may be attached`() throws {
    let syntax = Command<KettleApp>.runSyntax(KettleApp())
    for arguments in [["-j2", "x"], ["-j", "2", "x"], ["-j=2", "x"], ["--jobs=2", "x"]] {
      let parsed = try CommandArguments(arguments, syntax)
      #expect(parsed["--jobs"] == "2" && parsed.operands == ["x"])
    }
    #expect(try CommandArguments(["-vv"], syntax).has("-vv"))
    #expect(throws: UsageError.self) { try CommandArguments(["-v2"], syntax) }
  }
}
