import Foundation
import TestSupport
import Testing

@testable import ColmeiaRunner
@testable import ColmeiaScenario
@testable import ColmeiaWorld
@testable import RunnerTestSupport

/// What a file says once: included files, procedures, rows of data, and expectations after which a scenario goes on.
@Suite(.blocking, .timeLimit(.minutes(10))) struct ProcedureTests {
  private static let files = [
    "lib/tea.scn": """
    include "deep/more.scn"
    # A comment.
    procedure brew(count, text)
    dispatch start {{count}}
    call say({{text}})
    expect state left == {{count}}
    capture brewed = state left
    """,
    "lib/deep/more.scn": "procedure say(text)\ndispatch note {{text}}\nexpect state note == {{text}}\n",
    "a.scn": """
    include "lib/tea.scn"
    scenario "green"
    var text = "outer"
    call brew(3, "green")
    expect var brewed == 3
    expect var text == "outer"
    expect state note == "green"
    call say("black")
    scenario "two"
    stores ann bob
    ann: call brew(2, "x")
    bob: expect state left == 0
    ann: expect state left == 2

    """,
  ]

  /// Runs files of a folder.
  private static func run(
    _ files: [String: String], _ arguments: [String]
  ) async throws -> (code: ExitCode, output: String, errors: String) {
    let folder = try Folder(files)
    defer { folder.remove() }
    let run = try await OutputTests.run(arguments + ["--color", "never"], in: folder)
    return (run.code, run.output.replacing(folder.path, with: "F"), run.errors.replacing(folder.path, with: "F"))
  }

  @Test func `A procedure of an included file is called with arguments, and what it captures is known afterward`()
    async throws
  {
    let (code, output, errors) = try await Self.run(Self.files, ["run", "@/a.scn", "--strict"])
    #expect(code == .success, "\(output)\(errors)")
    #expect(try await Self.run(Self.files, ["check", "@/a.scn"]).output == "2 scenarios, 0 errors\n")
  }

  @Test func `A failure in a procedure names its line and those of all calls`() async throws {
    var files = Self.files
    files["lib/deep/more.scn"] = "procedure say(text)\ndispatch note {{text}}\nexpect state note == \"no\"\n"
    let (code, output, _) = try await Self.run(files, ["run", "@/a.scn", "-n", "green"])
    #expect(code == .expectationFailed)
    #expect(
      output.contains(
        """
        F/lib/deep/more.scn:3:1: expected: state note == "no"
            (- expected, + found)
            - note: "no"
            + note: "green"
            called in F/lib/tea.scn:5:1
            called in F/a.scn:4:1
            included in F/lib/tea.scn:1:1
            included in F/a.scn:1:1
        """), "\(output)")
  }

  @Test func `A mistake in an included file is shown with both lines`() async throws {
    var files = Self.files
    files["lib/deep/more.scn"] = "procedure say(text)\ndispatch nte {{text}}\n"
    let (code, _, errors) = try await Self.run(files, ["run", "@/a.scn"])
    #expect(code == .parseError)
    #expect(errors.hasPrefix("F/lib/deep/more.scn:2:10: error: unknown action 'nte'\n"), "\(errors)")
    #expect(errors.contains("\n  included in F/lib/tea.scn:1:1\n  included in F/a.scn:1:1\n1 error"), "\(errors)")
  }

  /// A statement that fails, a fault and a variable without effect.
  private static let faulty = [
    "b.scn":
      "procedure brew(count)\ndispatch start {{count}}\nfault offline on \"GET /none\"\ncapture lost = state left\n",
    "a.scn": "include \"b.scn\"\nscenario \"t\"\ncall brew(3)\nscenario \"u\"\nsettle\n",
  ]

  @Test func `A statement of an included file is named with its own place and the line of its call`() async throws {
    var files = Self.faulty
    files["b.scn"]? += "expect state left == 9\n"
    let folder = try Folder(files)
    defer { folder.remove() }
    func text(_ name: String) throws -> String { try folder.text(name).replacing(folder.path, with: "F") }
    let arguments = ["run", "@/a.scn", "-vv", "--color", "never", "--junit", "@/junit", "--jsonl", "@/log"]
    #expect(try await OutputTests.run(arguments, in: folder).code == .expectationFailed)
    let output = try text("out")
    #expect(output.contains("\n  3  call brew(3)\n  3 (F/b.scn:2:1)  dispatch start {{count}}\n"), "\(output)")
    let origins = ["called in F/a.scn:3:1", "included in F/a.scn:1:1"]
    #expect(output.contains("\nF/b.scn:5:1: expected: state left == 9\n"), "\(output)")
    #expect(output.contains("    \(origins[0])\n    \(origins[1])\n"), "\(output)")
    let junit = try text("junit")
    #expect(junit.contains("message=\"F/b.scn:5:1: expected: state left == 9\""), "\(junit)")
    #expect(junit.contains("\(origins[0])\n\(origins[1])</failure>"), "\(junit)")
    let log = try text("log")
    #expect(log.contains(#""event":"statement","line":3,"location":"F/b.scn:2:1","text":"dispatch start {{count}}""#))
    #expect(log.contains(#""location":"F/b.scn:5:1","message":"expected: state left == 9""#), "\(log)")
    #expect(log.contains(#""called in F/a.scn:3:1","included in F/a.scn:1:1"]"#), "\(log)")
    #expect(RunEvent.location(3, "b.scn:2:1") == "3 (b.scn:2:1)", "as a crash report names it")
  }

  @Test func `What has no effect in an included file is named with its own place and the lines that lead there`()
    async throws
  {
    let variable = "F/b.scn:4:9: nothing uses the variable 'lost'"
    let fault = "F/b.scn:3:1: the fault 'offline on \"GET /none\"' affected no request"
    let origins = ", called in F/a.scn:3:1, included in F/a.scn:1:1"
    let (code, output, errors) = try await Self.run(Self.faulty, ["run", "@/a.scn"])
    #expect(code == .success && output.contains("note: \(fault)\(origins)\n"), "\(output)")
    #expect(errors == "note: \(variable), included in F/a.scn:1:1\n")
    let check = try await Self.run(Self.faulty, ["check", "@/a.scn"])
    #expect(check.errors == "note: \(variable), included in F/a.scn:1:1\n")
    var files = Self.faulty
    files["b.scn"] = files["b.scn"]?.replacing("capture lost = state left\n", with: "")
    let strict = try await Self.run(files, ["run", "@/a.scn", "--strict"])
    #expect(strict.code == .expectationFailed)
    #expect(strict.output.contains("\n\(fault)\n    called in F/a.scn:3:1\n    included in F/a.scn:1:1\n"))
  }

  @Test func `A fault without effect in a procedure of the same file is told, whoever else doesn't call it`()
    async throws
  {
    let text = """
      procedure cut
      fault offline on "GET /none"
      scenario "t"
      call cut
      scenario "u"
      settle

      """
    let (code, output, _) = try await Self.run(["a.scn": text], ["run", "@", "--strict"])
    #expect(code == .expectationFailed)
    #expect(output.contains("F/a.scn:2:1: the fault 'offline on \"GET /none\"' affected no request"), "\(output)")
    #expect(output.contains("\n    called in F/a.scn:4:1\n"), "\(output)")
  }

  @Test(arguments: [
    (
      ["a.scn": "include \"b.scn\"\n", "b.scn": "# b\ninclude \"a.scn\"\n"],
      "F/b.scn:2:9: error: 'a.scn' includes this file, in F/a.scn:1:1"
    ),
    (["a.scn": "include \"a.scn\"\n"], "F/a.scn:1:9: error: 'a.scn' includes this file, in F/a.scn:1:1"),
    (["a.scn": "include \"none.scn\"\n"], "F/a.scn:1:9: error: 'F/none.scn' cannot be read: No such file or directory"),
    (
      ["a.scn": "include \"../x.scn\"\n"],
      "F/a.scn:1:9: error: '../x.scn' is outside of 'F'; --root DIR allows another folder"
    ),
    (
      ["a.scn": "include \"/etc/hosts\"\n"],
      "F/a.scn:1:9: error: '/etc/hosts' is outside of 'F'; --root DIR allows another folder"
    ),
    (
      ["a.scn": "scenario \"t\"\ninclude \"b.scn\"\n"], "F/a.scn:2:1: error: 'include' must come before everything else"
    ),
    (
      ["a.scn": "include \"b.scn\"\n", "b.scn": "scenario \"t\"\n"],
      "F/b.scn:1:1: error: an included file has only procedures"
    ),
    (
      ["a.scn": "include \"b.scn\"\nscenario \"t\"\nsettle\n", "b.scn": "settle\n"],
      "F/b.scn:1:1: error: 'settle' occurs before the first scenario"
    ),
  ])
  func `An include that can't be is refused with its reason`(files: [String: String], message: String) async throws {
    let (code, _, errors) = try await Self.run(files, ["run", "@/a.scn"])
    #expect(code == .parseError && errors.hasPrefix(message + "\n"), "\(errors)")
  }

  @Test func `Included files are named as the scenario file is, also by a relative path`() async throws {
    let folder = try Folder([
      "a.scn": "include \"a.scn\"\nscenario \"t\"\nsettle\n",
      "b.scn": "include \"./c.inc\"\ninclude \"c.inc\"\nscenario \"t\"\ncall p\n",
      "c.inc": "procedure p\nexpect state left == 9\n",
    ])
    defer { folder.remove() }
    let depth = FileManager.default.currentDirectoryPath.split(separator: "/").count
    let path = "./" + String(repeating: "../", count: depth) + folder.path.dropFirst()
    let circle = try await OutputTests.run(["check", "\(path)/a.scn"], in: folder).errors
    #expect(circle.contains("a.scn:1:9: error: 'a.scn' includes this file, in "), "\(circle)")
    let output = try await OutputTests.run(["run", "\(path)/b.scn", "--color", "never"], in: folder).output
    #expect(output.contains("\n\(path.dropFirst(2))/c.inc:2:1: expected: state left == 9\n"), "\(output)")
    #expect(output.contains("\n    included in \(path)/b.scn:1:1\n"), "\(output)")
  }

  @Test func `A file outside of the scenario's folder is included only if that is asked for, and not through a link`()
    async throws
  {
    let files = ["s/a.scn": "include \"../lib.scn\"\nscenario \"t\"\ncall nap\n", "lib.scn": "procedure nap\nsettle\n"]
    #expect(try await Self.run(files, ["run", "@/s/a.scn"]).code == .parseError)
    #expect(try await Self.run(files, ["run", "@/s"]).code == .parseError)
    #expect(try await Self.run(files, ["run", "@/s/a.scn", "--root", "@"]).code == .success)
    #expect(try await Self.run(files, ["check", "@/s/a.scn", "--root", "@"]).code == .success)
    let folder = try Folder(["a.scn": "include \"link.scn\"\nscenario \"t\"\nsettle\n"])
    defer { folder.remove() }
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/link.scn", withDestinationPath: "/etc/hosts")
    #expect(try await OutputTests.run(["run", "@/a.scn"], in: folder).errors.contains("is outside of"))
  }

  @Test(arguments: [
    ("procedure p\nprocedure p\n", ["2 the procedure 'p' is defined twice"]),
    ("procedure p(a, a)\n", ["1 the parameter 'a' occurs twice"]), ("procedure p(a\n", ["1 expected ',' or ')' here"]),
    ("procedure p\nvar a = 1\n", ["2 'var' doesn't belong in a procedure"]),
    ("procedure p\n== s\n", ["2 a procedure has no steps"]),
    ("procedure p\ncleanup\n", ["2 'cleanup' doesn't belong in a procedure"]),
    ("scenario \"t\"\nprocedure p\n", ["2 a procedure must come before 'before' and the first scenario"]),
    ("procedure p(a)\nexpect var a == {{b}}\nscenario \"t\"\n", ["2 the variable 'b' is not defined before this line"]),
    ("procedure p(a)\nexpect var a == 1\nscenario \"t\"\ncall p\n", ["4 0 arguments instead of 1"]),
    (
      "procedure p(a)\nexpect var a == 1\nscenario \"t\"\ncall p({{b}})\n",
      ["4 the variable 'b' is not defined before this line"]
    ),
    ("procedure p\nscenario \"t\"\ncall q\n", ["3 no procedure is named 'q' before this line"]),
    ("procedure p\ncall p\nscenario \"t\"\n", ["2 no procedure is named 'p' before this line"]),
    ("procedure p\nsettle\nscenario \"t\"\ncall p(\n", ["4 expected a value here"]),
    ("procedure p\ndispatch x\nscenario \"t\"\nstores a b\ncall p\n", ["5 which store? The stores are a, b"]),
    ("scenario \"t\"\nrow \"a\" {\"x\": 1}\nrow \"b\" {\"y\": 1}\n", ["3 all rows have the same variables"]),
    ("scenario \"t\"\nrow \"a\" {\"x\": 1}\nrow \"a\" {\"x\": 1}\n", ["3 another row has the same name"]),
    ("scenario \"t\"\nvar x = 1\nrow \"a\" {\"x\": 1}\n", ["3 the variable 'x' is defined twice"]),
    ("scenario \"t\"\nrow \"a\" {\"x\": 1}\nvar x = 1\n", ["3 the variable 'x' is defined twice"]),
    ("scenario \"t\"\nrow \"a\" {\"a b\": 1}\n", ["2 'a b' can't be the name of a variable"]),
    ("scenario \"t\"\nrow \"a\" {}\n", ["2 expected an object with the row's variables here"]),
    ("before\nrow \"a\" {\"x\": 1}\nscenario \"t\"\n", ["2 'row' belongs in a scenario"]),
    ("scenario \"t\"\nawait softly state a == 1\n", ["2 unknown query 'softly'"]),
  ])
  func `A mistake is reported once, at its place`(text: String, mistakes: [String]) {
    let file = ScenarioFile(text)
    #expect(file.diagnostics.map { "\(file.source.line(of: $0.range.lowerBound)) \($0.message)" } == mistakes)
  }

  @Test func `A scenario runs once for each row, with its name in the report`() async throws {
    let text = """
      scenario "counts"
      var more = 1
      row "none" {"count": 0, "text": "n"}
      row "some" {"count": {{more}}, "text": "{{more}} s"}
      dispatch note {{text}}
      expect state left == {{count}}
      expect state note == "n"

      """
    let (code, output, _) = try await Self.run(["a.scn": text], ["run", "@", "-j1", "--junit", "@/j"])
    #expect(code == .expectationFailed)
    #expect(output.contains("passed  counts: none") && output.contains("failed  counts: some"), "\(output)")
    #expect(output.contains("F/a.scn:6:1: expected: state left == {{count}}"), "\(output)")
    let file = ScenarioFile(text)
    #expect(file.diagnostics == [] && file.notes == [])
    #expect(file.scenarios.map(\.title) == ["counts: none", "counts: some"])
  }

  @Test func `A scenario goes on after a soft expectation, and fails at its end`() async {
    let lines = await RunTests.failures(
      "expect softly state left == 1\nexpect softly state left == 0\nexpect softly state left == 2\ndispatch start 5\n"
        + "expect state left == 4\nexpect softly state left == 9")
    #expect(
      lines.filter { $0.hasPrefix("failed") } == [
        "failed: expected: state left == 1", "failed: expected: state left == 2", "failed: expected: state left == 4",
      ], "\(lines)")
  }

  @Test func `The cleanup calls procedures, too, and a secret in a procedure is masked from the start`() async {
    let text = """
      procedure sign-in(name)
      request POST "/login" {"name": {{name}}, "password": "very-hidden"}
      procedure end(text)
      expect state note == {{text}}
      scenario "t"
      dispatch note "very-hidden"
      call sign-in("ann")
      expect state left == 1
      cleanup
      call end("x")
      dispatch start 7
      """
    let lines = await RunTests.failures(of: KettleApp(), text)
    #expect(lines.filter { $0.contains("expected:") }.count == 2 && lines.contains("called in x.scn:10:1"), "\(lines)")
    #expect(!lines.joined().contains("very-hidden"))
  }
}
