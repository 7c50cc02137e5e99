import Foundation
import RunnerTestSupport
import Testing

@testable import ColmeiaRunner
@testable import ColmeiaScenario
@testable import ColmeiaWorld

@Suite struct ScenarioSelectionTests {
  private func targets(_ paths: String..., in folder: Folder) throws -> [String] {
    try ScenarioSelection.targets(paths.map { folder.path + $0 }).map { target in
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

  @Test func `A broken link is reported`() throws {
    let folder = try Folder([:])
    defer { folder.remove() }
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/x.scn", withDestinationPath: "/nowhere")
    #expect(try targets("", in: folder) == ["/x.scn"])
    #expect(throws: UsageError.self) { try SourceText.read(folder.path + "/x.scn") }
  }
}
