import Foundation
import TestSupport
import Testing

@testable import ColmeiaRunner
@testable import ColmeiaWorld
@testable import RunnerTestSupport

/// Tests of output, and of failures to write it.
@Suite(.blocking, .timeLimit(.minutes(10))) struct OutputTests {
  /// Runs a command whose standard output and standard error are files.
  static func run(
    _ arguments: [String], in folder: Folder, output: String? = nil, _ app: some RunnableApp = KettleApp()
  ) async throws -> (code: ExitCode, output: String, errors: String) {
    let path = output ?? "\(folder.path)/out"
    let terminal = CommandOutput(
      output: try OutputFile(path: path), errors: try OutputFile(path: "\(folder.path)/err"))
    let code = await Runner(app, terminal).run(arguments.map { $0.replacing("@", with: folder.path) })
    return (code, output == nil ? try folder.text("out") : "", try folder.text("err"))
  }

  /// Runs a command in a folder with these files.
  static func run(
    _ arguments: [String], files: [String: String], output: String? = nil, _ app: some RunnableApp = KettleApp()
  ) async throws -> (code: ExitCode, output: String, errors: String) {
    let folder = try Folder(files)
    defer { folder.remove() }
    return try await run(arguments, in: folder, output: output, app)
  }

  static let bad = ["a.scn": "scenario \"good\"\nsettle\nscenario \"bad\"\nexpect state left == 1\n"]

  @Test(arguments: [
    ["run", "@/a.scn"], ["run", "-vv", "@"], ["check", "@"], ["actions"], ["schema"], ["--help"], ["run", "--help"],
    ["--version"],
  ])
  func `A full disk for standard output ends a command with an error message`(arguments: [String]) async throws {
    let (code, _, errors) = try await Self.run(arguments, files: Self.bad, output: "/dev/full")
    #expect(code == .runtimeError)
    #expect(errors.hasSuffix("kettle: '/dev/full' cannot be written: No space left on device\n"), "\(errors)")
  }

  @Test(arguments: [["run", "@/a.scn"], ["actions"], ["schema"], ["--help"]])
  func `A command whose reader has ended, as head does, ends without a message`(arguments: [String]) async throws {
    let folder = try Folder(Self.bad)
    defer { folder.remove() }
    signal(SIGPIPE, SIG_IGN)  // as the program does
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    close(ends[0])
    defer { close(ends[1]) }
    let terminal = CommandOutput(
      output: OutputFile(descriptor: ends[1], name: "standard output"),
      errors: try OutputFile(path: "\(folder.path)/err"))
    let code = await Runner(KettleApp(), terminal).run(arguments.map { $0.replacing("@", with: folder.path) })
    #expect(code == .outputClosed)
    #expect(try folder.text("err") == "")
  }

  @Test func `A full disk for the log ends the run with an error message`() async throws {
    let (code, _, errors) = try await Self.run(["run", "@", "--jsonl", "/dev/full"], files: Self.bad)
    #expect(code == .runtimeError)
    #expect(errors == "kettle: '/dev/full' cannot be written: No space left on device\n")
  }

  @Test func `The most important result determines the exit code, even if a report can't be written`() async throws {
    let folder = try Folder([
      "a.scn": "scenario \"a\"\nalways \"none\": state left == 1\ndispatch start 0\n",
      "b.scn": "scenario \"b\"\nexpect state left == 1\n",
    ])
    defer { folder.remove() }
    #expect(try await Self.run(["run", "@/a.scn", "--junit", "/dev/full"], in: folder).code == .invariantViolated)
    #expect(try await Self.run(["run", "@/b.scn", "--junit", "/dev/full"], in: folder).code == .runtimeError)
  }

  @Test func `Reports contain no colors`() async throws {
    let folder = try Folder(Self.bad)
    defer { folder.remove() }
    let arguments = ["run", "@", "--color", "always", "--junit", "@/j.xml", "--jsonl", "@/j.jsonl"]
    let (_, output, _) = try await Self.run(arguments, in: folder)
    #expect(output.contains("    \u{1B}[31m- left: 1\u{1B}[0m\n    \u{1B}[32m+ left: 0\u{1B}[0m"))
    for name in ["j.xml", "j.jsonl"] {
      let report = try folder.text(name)
      #expect(report.contains("- left: 1") && !report.contains("\u{1B}") && !report.contains("u001b"))
    }
  }

  @Test(arguments: [
    (["run", "@:7"], "' is a folder, so it has no line 7"), (["run", "@", "--record", ""], "--record must be"),
    (["run", "@", "--junit", "-"], "--junit must be the path of a file, not '-'"),
  ])
  func `An operand that would be read as something else is refused`(arguments: [String], message: String) async throws {
    let folder = try Folder(Self.bad)
    defer { folder.remove() }
    try FileManager.default.createDirectory(atPath: "\(folder.path)/sub.scn", withIntermediateDirectories: false)
    let (code, _, errors) = try await Self.run(arguments, in: folder)
    #expect(code == .usage && errors.contains(message), "\(errors)")
  }

  @Test func `A folder is not a scenario, even if it is named like one`() async throws {
    let folder = try Folder(["a.scn": "scenario \"a\"\nsettle\n"])
    defer { folder.remove() }
    try FileManager.default.createDirectory(atPath: "\(folder.path)/sub.scn", withIntermediateDirectories: false)
    #expect(try await Self.run(["run", "@"], in: folder).code == .success)
  }

  @Test func `A file that isn't text is rejected as such`() async throws {
    let folder = try Folder([
      "a.scn": "scenario \"a\"\nsettle\n\u{0}\n", "b.scn": "scenario \"b\"\nsetle\n",
    ])
    defer { folder.remove() }
    let (code, output, errors) = try await Self.run(["check", "@"], in: folder)
    #expect(code == .parseError)
    #expect(errors.hasPrefix("kettle: '\(folder.path)/a.scn' is not a text file in UTF-8\n"))
    // The other files are checked, too.
    #expect(errors.contains("unknown statement 'setle'") && output == "1 scenario, 2 errors\n")
    let run = try await Self.run(["run", "@/a.scn"], in: folder)
    #expect(run.code == .usage && run.errors.hasPrefix("kettle: '\(folder.path)/a.scn' is not a text file in UTF-8\n"))
  }

  @Test func `An output that would destroy an input or another output is refused`() async throws {
    let text = "scenario \"a\"\nsettle\n"
    let folder = try Folder(["a.scn": text])
    defer { folder.remove() }
    let (path, other) = ("\(folder.path)/a.scn", "\(folder.path)/x")
    let runs = [
      (["--junit", "@/./a.scn"], "--junit: '\(folder.path)/./a.scn' is also a scenario"),
      (["--record", "@/x", "--jsonl", "@/x"], "--record: '\(other)' is also the file of --jsonl"),
    ]
    for (options, message) in runs {
      let (code, _, errors) = try await Self.run(["run", path] + options, in: folder)
      #expect(code == .usage && errors.hasPrefix("kettle: \(message)\n"), "\(errors)")
    }
    #expect(try folder.text("a.scn") == text)
  }

  @Test func `A run that selects nothing says why`() async throws {
    let folder = try Folder(["a.scn": "scenario \"a\"\nsettle\n"])
    defer { folder.remove() }
    let empty = try Folder([:])
    defer { empty.remove() }
    let runs = [
      ([empty.path], "there are no .scn files in \(empty.path)"),
      (
        ["@", "--name", "zzz", "--tags", "smoke and not slow"],
        "the only scenario doesn't match --name 'zzz' and the tag 'smoke' and the tag 'not slow'"
      ),
      (["@/a.scn:99"], "the only scenario doesn't match \(folder.path)/a.scn:99"),
    ]
    for (arguments, reason) in runs {
      let (code, _, errors) = try await Self.run(["run"] + arguments, in: folder)
      #expect(code == .nothingRan && errors.hasPrefix("nothing to run: \(reason)\n"), "\(errors)")
    }
  }

  @Test func `A scenario for another transport is left out, and the run lists it`() async throws {
    let folder = try Folder([
      "a.scn":
        "scenario \"a\"\nsettle\nscenario \"b\"\ntags links-only\nsettle\nscenario \"c\"\ntags session-only slow\nsettle\n"
    ])
    defer { folder.remove() }
    for options in [["-q"], []] {
      let session = try await Self.run(["run", "@"] + options, in: folder).output
      #expect(
        session.replacing(/; [0-9.]+ m?s\n$/, with: "\n").hasSuffix(
          """
          left out (links-only): b  \(folder.path)/a.scn:3
          2 scenarios: 2 passed; --transport leaves out 1

          """), "\(session)")
    }
    try FileManager.default.removeItem(atPath: "\(folder.path)/out")
    let links = try await Self.run(["run", "@", "-q", "--transport", "links", "--tags", "not slow"], in: folder).output
    #expect(links == "2 scenarios: 2 passed; --tags leaves out 1\n")
    let (code, _, errors) = try await Self.run(["run", "@", "--name", "c", "--transport", "links"], in: folder)
    #expect(code == .nothingRan)
    #expect(
      errors.hasPrefix(
        """
        left out (session-only): c  \(folder.path)/a.scn:6
        nothing to run: each selected scenario is for another --transport

        """), "\(errors)")
  }

  @Test func `A name on the command line that nothing uses is noted, with the nearest one`() async throws {
    let folder = try Folder([
      "a.scn": "scenario \"a\"\nvar left = 0\nexpect state left == {{left}}  # or lfet\n"
    ])
    defer { folder.remove() }
    let options = [
      "--var", "left=0", "--var", "lfet=1", "--origin", "sever=http://127.0.0.1:9",
      "--transport", "links",
    ]
    let (code, _, errors) = try await Self.run(["run", "@/a.scn"] + options, in: folder)
    #expect(code == .success)
    #expect(
      errors == """
        note: nothing has used --origin 'sever'
        note: nothing has used --var 'lfet'
        note: nothing has used --transport 'links'

        """)
    var chosen = GivenWorld()
    chosen.transport = .links
    #expect(
      chosen.unusedNames(besides: []).count == 1 && chosen.transport == .links && chosen.unusedNames(besides: []) == [])
    var given: GivenValues<Int> = ["server": 1]
    #expect(given["srver"] == nil && given["server"] == 1 && given.namesRead == ["srver", "server"])
    given["x"] = 2
    #expect(given.unread == ["server": 1, "x": 2] && !given.namesRead.contains("x"))
  }

  @Test func `A secret that is learned late is masked in earlier lines, too`() async throws {
    let folder = try Folder([
      "a.scn": "scenario \"a\"\ndispatch note \"hidden-token\"\ndispatch fetch \"/a\"\nsettle\n"
    ])
    defer { folder.remove() }
    let (code, output, _) = try await Self.run(["run", "-vv", "@/a.scn"], in: folder)
    #expect(code == .success && output.contains("note \"***\"") && !output.contains("hidden-token"), "\(output)")
  }

  @Test func `A request that fails is named when an expectation isn't met`() async {
    let failures = await RunTests.failures(
      "fault status 503 on \"/a\"\nfault offline on \"/typo\"\ndispatch fetch \"/a\"\nsettle\nexpect state left == 9")
    #expect(failures.suffix(2) == ["requests that failed:", "  GET /a: status 503"])
  }

  @Test func `A report that can't be written is reported before anything runs`() async throws {
    let folder = try Folder(Self.bad)
    defer { folder.remove() }
    let (code, output, errors) = try await Self.run(["run", "@", "--junit", "@/none/j.xml"], in: folder)
    #expect(code == .usage && output.isEmpty)
    #expect(errors == "kettle: '\(folder.path)/none/j.xml' cannot be written: No such file or directory\n")
  }

  @Test func `A device in place of a report is not changed`() async throws {
    let (code, _, _) = try await Self.run(
      ["run", "@", "--junit", "/dev/null", "--jsonl", "/dev/null"], files: Self.bad)
    #expect(code == .expectationFailed)
    let type = try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type] as? FileAttributeType
    #expect(type == .typeCharacterSpecial)
  }

  @Test func `A report replaces an older one, and follows the umask; a recording is accessible only to the user`()
    async throws
  {
    let folder = try Folder(Self.bad.merging(["c": "old"]) { $1 })
    defer { folder.remove() }
    _ = try await Self.run(["run", "@", "--junit", "@/j", "--jsonl", "@/l", "--record", "@/c"], in: folder)
    let long = try (folder.text("j"), folder.text("l"))
    _ = try await Self.run(["run", "@", "-n", "good", "--junit", "@/j", "--jsonl", "@/l"], in: folder)
    #expect(try folder.text("j").utf8.count < long.0.utf8.count && folder.text("l").utf8.count < long.1.utf8.count)
    #expect(FileManager.default.createFile(atPath: "\(folder.path)/plain", contents: nil))
    func mode(_ name: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: "\(folder.path)/\(name)")[.posixPermissions] as? Int
    }
    let usual = try mode("plain")
    #expect(try mode("j") == usual && mode("l") == usual)
    #expect(try mode("c") == 0o600)
  }

  /// Characters that move a cursor, end a line, or hide or reverse text.
  static let obeyed = "a\u{9B}b\u{7F}c\u{202E}d\u{2066}e\u{200F}f"

  @Test(arguments: ["never", "always"])
  func `Text from outside has no effect on a terminal`(color: String) async throws {
    let (title, note) = ("t\(Self.obeyed)", "n\(Self.obeyed)")
    let folder = try Folder([
      "\u{1B}[31m\(Self.obeyed).scn":
        "scenario \"\(title)\"\n== step\(Self.obeyed)\ndispatch note \"\(note)\"\nexpect state note == \"\"\n",
      "bad.scn": "scenario \"x\"\nexpect state none == \"\(note)\"\n",
    ])
    defer { folder.remove() }
    for arguments in [
      ["run", "-vv", "@/\u{1B}[31m\(Self.obeyed).scn", "--color", color], ["check", "@", "--color", color],
      ["run", "@", "--color", color], ["run", "@/none\u{1B}[1m\(Self.obeyed)"], ["run", "@", "--tags", note],
    ] {
      let (_, output, errors) = try await Self.run(arguments, in: folder)
      var text = output + errors
      #expect(text.contains("a\\u009bb\\u007fc\\u202ed\\u2066e\\u200ff"), "\(arguments)")
      if color == "always" {
        for code in ["0", "1", "2", "31", "32"] { text = text.replacing("\u{1B}[\(code)m", with: "") }
      }
      let rest = text.unicodeScalars.filter {
        $0.properties.generalCategory == .control && $0 != "\n" || $0.properties.generalCategory == .format
      }
      #expect(rest.isEmpty, "\(arguments): \(rest.map(\.value))")
      #expect(!text.contains("\u{1B}[31m\(Self.obeyed)"))
    }
  }

  @Test func `The log on standard output contains only its lines, even if something fails`() async throws {
    let (code, output, errors) = try await Self.run(["run", "@", "--jsonl", "-"], files: Self.bad)
    #expect(code == .expectationFailed)
    for line in output.split(separator: "\n") { #expect(throws: Never.self) { try JSON(parsing: String(line)) } }
    #expect(errors.contains("expected: state left == 1") && errors.hasSuffix("2 scenarios: 1 passed, 1 failed\n"))
  }

  @Test(arguments: [
    ([], ExitCode.usage, "", "kettle 0\n\nUSAGE: kettle COMMAND"),
    (["help"], .success, "kettle 0\n\nUSAGE: kettle COMMAND", ""),
    (["help", "check"], .success, "kettle check — check scenario files", ""),
    (["--versoin"], .usage, "", "kettle: unknown command '--versoin'; did you mean '--version'?"),
    (["-v", "run"], .usage, "", "kettle: unknown option '-v'; options follow the command\nSee 'kettle --help'."),
    (["check", "@"], .nothingRan, "0 scenarios, 0 errors\n", "there are no .scn files in "),
    (["run", "@", "--tags", "a,b"], .usage, "", "kettle: '--tags a,b': tags must be joined by 'and'"),
    (["actions", "st"], .success, "start 1\n", ""),
    (["actions", "start", "nap"], .usage, "", "kettle: actions takes one PREFIX\n"),
    (["serve", "--stdio", "a.scn"], .usage, "", "kettle: serve takes no operand 'a.scn'\n"),
    (["serve", "--", "--stdio"], .usage, "", "kettle: serve takes no operand '--stdio'\n"),
  ])
  func `A command, its help and its operands are found or reported`(
    arguments: [String], code: ExitCode, output: String, error: String
  ) async throws {
    let run = try await Self.run(arguments, files: [:])
    #expect(run.code == code)
    #expect(output.isEmpty ? run.output.isEmpty : run.output.hasPrefix(output), "\(run.output)")
    #expect(error.isEmpty ? run.errors.isEmpty : run.errors.hasPrefix(error), "\(run.errors)")
  }

  @Test(
    arguments: [
      (["--jobs", "typo.scn"], "--jobs must be a number from 1 to 256, not 'typo.scn'"),
      (
        ["--name", "typo.scn"],
        "run needs a PATH; 'typo.scn' was taken as the value of --name\nSee 'kettle run --help'."
      ),
      (
        ["--tags", "smoke and", "@"],
        "'--tags smoke and': tags must be joined by 'and', such as 'smoke and not slow'"
      ),
      (
        ["--tags", "smoke or slow", "@"],
        "'--tags smoke or slow': tags must be joined by 'and', such as 'smoke and not slow'"
      ),
      (["--tags", "not", "@"], "'--tags not': tags must be joined by 'and', such as 'smoke and not slow'"),
      (["--tags", "", "@"], "'--tags ': tags must be joined by 'and', such as 'smoke and not slow'"),
    ])
  func `An invalid command line is reported with the reason`(arguments: [String], message: String) async throws {
    let (code, _, errors) = try await Self.run(["run"] + arguments, files: Self.bad)
    #expect(code == .usage && errors == "kettle: \(message)\n")
  }

  @Test func `The steps of before run in each scenario, and fail at their lines`() async throws {
    let text = """
      before
      == begin
      dispatch start 90
      expect state left == 80
      scenario "one"
      settle
      scenario "two"
      settle

      """
    let (code, output, _) = try await Self.run(["run", "@", "--jobs", "1", "-vv"], files: ["a.scn": text])
    #expect(code == .expectationFailed)
    for line in ["  == begin", "  3  dispatch start 90", "a.scn:4:1: expected: state left == 80"] {
      #expect(output.components(separatedBy: line).count == 3, "\(line): \(output)")
    }
    #expect(!output.contains("  6  settle") && output.contains("2 scenarios: 2 failed"), "\(output)")
  }

  @Test(arguments: [
    (["--version"], ExitCode.success, "kettle 0\n"),
    (["schema"], .success, #""$schema": "https://json-schema.org/draft/2020-12/schema""#),
    (["schema", "--help"], .success, "JSON Schema 2020-12"),
    (["schema", "state"], .usage, "kettle: schema takes no operand 'state'\nSee 'kettle schema --help'."),
    (["schema", "--python"], .usage, "schema has no option '--python'"),
    (["serve", "--help"], .success, #"{"advance":1.5}"#),
  ])
  func `The command prints the schema`(arguments: [String], code: ExitCode, text: String) async throws {
    let run = try await Self.run(arguments, files: [:])
    #expect(run.code == code)
    #expect((run.output + run.errors).contains(text), "\(run.output)\(run.errors)")
  }
}
