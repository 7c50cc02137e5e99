import Foundation
import RunnerTestSupport
import TestSupport
import Testing

@testable import ColmeiaRunner
@testable import ColmeiaScenario
@testable import ColmeiaWorld

@Suite(.serialized) struct CrashReportTests {
  /// Returns the report of a crash. The log isn't the one of the process, to which other tests write meanwhile.
  private static func report(log: Int32 = -1) throws -> String {
    let path = FileManager.default.temporaryDirectory.appending(path: "crash-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let descriptor = open(path, O_CREAT | O_TRUNC | O_WRONLY, 0o600)
    CrashReport.write(to: descriptor, log: log)
    close(descriptor)
    return String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
  }

  @Test func `A crash names the scenarios that are running`() throws {
    CrashReport.prepare()
    let (first, second) = (CrashReport.Entry(), CrashReport.Entry())
    first.set("a-story.scn:3, in 'one \u{1B}[31m'")
    second.set(String(repeating: "é", count: 1_000))
    let text = try Self.report()
    #expect(text.contains("\ncrashed while it ran a-story.scn:3, in 'one \\u001b[31m'\n"), "\(text)")
    #expect(text.contains("ééé") && text.utf8.count < 10_000)
    first.set("")
    #expect(try !Self.report().contains("a-story.scn"))
  }

  @Test func `A crash adds the result of each running scenario to the log`() throws {
    CrashReport.prepare()
    let folder = try Folder([:])
    defer { folder.remove() }
    let source = SourceText(name: "crashing.scn", bytes: Array("scenario \"t\"\nsettle\n".utf8))
    let job = RunJob(source: source, scenario: try #require(ScenarioFile(source).scenarios.first))
    let (entry, ended) = (CrashReport.Entry(), CrashReport.Entry())
    let file = try OutputFile(path: "\(folder.path)/log")
    let log = EventLog(file, Interruption())
    for one in [entry, ended] {
      log.prepare(one, RunReports.crashed(job))
      one.set("crashing.scn:2, in 't'")
    }
    ended.set("")
    _ = try Self.report(log: file.descriptor)
    let lines = try folder.text("log").split(separator: "\n").filter { $0.contains("crashing.scn") }
    #expect(
      lines == [
        #"{"v":1,"file":"crashing.scn","scenario":"t","event":"failure","location":"crashing.scn:1:1","#
          + #""message":"the process crashed while the scenario ran","details":[]}"#,
        #"{"v":1,"file":"crashing.scn","scenario":"t","event":"result","outcome":"broken","milliseconds":0}"#,
      ])
  }

  @Test func `More entries than there is memory for are ignored, and their places are used again`() throws {
    CrashReport.prepare()
    for _ in 0..<3 {
      var entries = (0..<1_000).map { _ in CrashReport.Entry() }
      for (number, entry) in entries.enumerated() { entry.set("entry-\(number)-") }
      let text = try Self.report()
      #expect(text.contains("entry-0-") && !text.contains("entry-999-"))
      entries = []
      #expect(try !Self.report().contains("entry-"))
    }
  }
}
