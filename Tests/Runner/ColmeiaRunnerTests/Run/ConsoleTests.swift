import ColmeiaBase
import Foundation
import TestSupport
import Testing

@testable import ColmeiaRunner
@testable import ColmeiaScenario
@testable import ColmeiaWorld
@testable import RunnerTestSupport

/// What the console shows of a run.
@Suite(.blocking, .timeLimit(.minutes(10))) struct ConsoleTests {
  private static let files = [
    "a.scn":
      "scenario \"good\"\nsettle\nscenario \"bad\"\nexpect state left == 1\nscenario \"odd\"\nexpect state left > 1\n"
  ]

  /// Returns the lines of a run's output, with the folder and the times replaced.
  private static func lines(_ options: String...) async throws -> [String] {
    let folder = try Folder(files)
    defer { folder.remove() }
    let output = try await OutputTests.run(["run", "@", "-j1"] + options, in: folder).output
    return output.replacing(folder.path, with: "F").replacing(/[0-9.]+ m?s\b/, with: "T").split(separator: "\n").map {
      String($0)
    }
  }

  @Test func `The title comes first, then what went wrong, and at the end the failures again`() async throws {
    #expect(
      try await Self.lines() == [
        "passed  good  F/a.scn:1, T", "failed  bad  F/a.scn:3, T", "F/a.scn:4:1: expected: state left == 1",
        "    (- expected, + found)", "    - left: 1", "    + left: 0", "failed  odd  F/a.scn:5, T",
        "F/a.scn:6:1: expected: state left > 1", "    left is 0", "failures:", "  F/a.scn:4:1  bad",
        "  F/a.scn:6:1  odd", "3 scenarios: 1 passed, 2 failed; T",
      ])
  }

  @Test func `A quiet run shows the failures with their titles`() async throws {
    let lines = try await Self.lines("-q")
    #expect(lines.first == "failed  bad  F/a.scn:3, T" && lines.last == "3 scenarios: 1 passed, 2 failed", "\(lines)")
    #expect(!lines.contains { $0.contains("good") || $0.hasPrefix("failures") })
  }

  @Test func `A verbose run shows the slowest scenarios`() async throws {
    let lines = try await Self.lines("-v")
    #expect(lines.contains("slowest:") && lines.filter { $0.hasPrefix("  T  ") }.count == 3, "\(lines)")
  }

  @Test func `A long value is cut, but not with steps, and reports have it whole up to a limit that they tell`()
    async throws
  {
    let same = String(repeating: "x", count: 300)
    let note = same + #"\nend\u001b[2J"#
    let folder = try Folder([
      "a.scn": """
      scenario "t"
      dispatch note "\(note)"
      expect softly state note == "\(same)\\nEND"
      expect softly state note matches "z"

      """
    ])
    defer { folder.remove() }
    let cut = try await OutputTests.run(["run", "@", "--jsonl", "@/log", "--junit", "@/junit"], in: folder).output
    #expect(cut.contains("    + note: \"" + same.prefix(231) + "… (324 characters; -v shows them)\n"), "\(cut)")
    #expect(cut.contains(#"    the first 301 characters are the same; then "END", "end\u001b[2J""#), "\(cut)")
    #expect(!cut.contains("\u{1B}"))
    let whole = try await OutputTests.run(["run", "@", "-v"], in: folder).output
    #expect(whole.contains("    note is \"\(note)\"\n") && whole.contains("    + note: \"\(note)\"\n"), "\(whole)")
    for report in ["log", "junit"] { #expect(try folder.text(report).contains("\(same)")) }
    #expect(JSON.string(String(repeating: "y", count: 9_998)).short.utf8.count == 10_000)
    #expect(JSON.string(String(repeating: "y", count: 9_999)).short.hasSuffix("y… (10001 characters; these are 10000)"))
  }

  @Test func `The live line says how many scenarios have ended, what runs and for how long, in one line`() {
    let start = ContinuousClock.now
    var line = LiveLine(total: 96)
    #expect(line.text(at: start, width: 79) == "0/96")
    line.begin(0, "signs in\u{1B}[2J", at: start)
    line.begin(1, "signs out", at: start + .seconds(2))
    let later = start + .seconds(12)
    #expect(line.text(at: later, width: 79) == "0/96  signs in\\u001b[2J, 12 s, and 1 more")
    #expect(line.text(at: later, width: 34) == "0/96  signs in\\…, 12 s, and 1 more")
    line.end(0)
    #expect(line.text(at: later, width: 79) == "1/96  signs out, 10 s")
    for width in 0..<100 { #expect(line.text(at: later, width: width).count <= width) }
    line.end(1)
    #expect(line.text(at: later, width: 79) == "2/96")
  }

  @Test func `A path is shortened at its beginning`() {
    #expect("a/b/c.scn:3".endOfPath(20) == "a/b/c.scn:3" && "a/b/c.scn:3".endOfPath(8) == "…c.scn:3")
    #expect("a/b/c.scn:3".endOfPath(-4) == "…3")
  }

  #if os(Linux)
    @Test func `On a terminal, the live line is drawn and removed, and paths are shortened`() async throws {
      let folder = try Folder(Self.files)
      defer { folder.remove() }
      // A pseudo terminal of 40 columns. Its output stays in the kernel until it is read.
      let main = open("/dev/ptmx", O_RDWR | O_NOCTTY)
      var (number, isLocked) = (UInt32(0), Int32(0))
      let (unlock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
      try #require(main >= 0 && ioctl(main, unlock, &isLocked) == 0 && ioctl(main, getNumber, &number) == 0)
      let terminal = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
      var size = winsize(ws_row: 24, ws_col: 40, ws_xpixel: 0, ws_ypixel: 0)
      try #require(terminal >= 0 && ioctl(terminal, UInt(TIOCSWINSZ), &size) == 0)
      let output = CommandOutput(
        output: OutputFile(descriptor: terminal, name: "terminal"), errors: try OutputFile(path: "\(folder.path)/err"))
      let code = await Runner(KettleApp(), output).run(["run", folder.path, "-j", "1"])
      #expect(code == .expectationFailed)
      var all: [UInt8] = []
      var asked = pollfd(fd: main, events: Int16(POLLIN), revents: 0)
      while poll(&asked, 1, 0) > 0 {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = read(main, &bytes, bytes.count)
        if count <= 0 { break }
        all += bytes.prefix(count)
      }
      for descriptor in [terminal, main] { close(descriptor) }
      let text = String(decoding: all, as: UTF8.self)
      let isDumb = ProcessEnvironment["TERM"] == "dumb"
      #expect(text.contains("\r\u{1B}[K1/3  bad, 0 s") != isDumb, "\(text.debugDescription)")
      #expect(text.contains("…") != isDumb)
      // Nothing of the line is left before the summary.
      let last = text.components(separatedBy: "\u{1B}[K").last ?? ""
      #expect(isDumb || last.hasPrefix("failures:\r\n"), "\(last.debugDescription)")
    }
  #endif
}
