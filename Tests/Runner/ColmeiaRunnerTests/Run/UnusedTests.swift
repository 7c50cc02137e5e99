import TestSupport
import Testing

@testable import ColmeiaRunner
@testable import ColmeiaScenario
@testable import ColmeiaWorld
@testable import RunnerTestSupport

/// What has no effect is told once, with its line, and fails a strict run.
@Suite(.blocking, .timeLimit(.minutes(10))) struct UnusedTests {
  private static let files = [
    "a.scn": """
    before
    always "shared": state left == 9 implies state left == 9
    fault delay 0s on "GET /a"
    scenario "one"
    always "own": state left == 9 implies state left == 9
    dispatch note "x"
    scenario "two"
    dispatch start 9

    """
  ]

  @Test func `An invariant that was never checked, and a fault without effect, are told once, with their lines`()
    async throws
  {
    let folder = try Folder(Self.files)
    defer { folder.remove() }
    let never = "was never checked: the condition before 'implies' never held"
    let (code, output, errors) = try await OutputTests.run(["run", "@"], in: folder)
    #expect(code == .success)
    #expect(output.contains("\nnote: \(folder.path)/a.scn:5:1: 'own' \(never)\n"), "\(output)")
    #expect(
      errors == "note: \(folder.path)/a.scn:3:1: the fault 'delay on \"GET /a\"' affected no request\n", "\(errors)")
    let strict = try await OutputTests.run(["run", "--strict", "-j", "1", "@"], in: folder)
    #expect(strict.code == .expectationFailed)
    #expect(strict.output.contains("\n\(folder.path)/a.scn:5:1: 'own' \(never)\n"), "\(strict.output)")
    // Only a run of all scenarios of a file tells what its 'before' needs.
    let other = try Folder(Self.files)
    defer { other.remove() }
    let one = try await OutputTests.run(["run", "@", "--name", "one"], in: other)
    #expect(one.errors == "")
  }

  @Test func `A variable that nothing uses is told by check and run, and is a mistake in a strict run`() async throws {
    let folder = try Folder([
      "a.scn": """
      before
      var shared = 1
      var lost = 1
      scenario "one"
      var x = 1
      secret hidden = "s3cr3t-word"
      expect state left == 0
      scenario "two"
      var x = {{shared}}
      var path = "/a"
      expect state left != {{x}}
      capture left = state left
      request GET "{{path}}"

      """
    ])
    defer { folder.remove() }
    func note(_ line: Int, _ column: Int, _ name: String) -> String {
      "note: \(folder.path)/a.scn:\(line):\(column): nothing uses the variable '\(name)'\n"
    }
    let notes = note(3, 5, "lost") + note(5, 5, "x") + note(12, 9, "left")
    #expect(try await OutputTests.run(["run", "@"], in: folder).errors == notes)
    #expect(try await OutputTests.run(["check", "@"], in: folder).errors.hasPrefix(notes))
    let strict = try await OutputTests.run(["run", "--strict", "@"], in: folder)
    #expect(strict.code == .parseError && strict.errors.hasSuffix("3 errors; nothing was run\n"), "\(strict)")
  }

  @Test func `An option that nothing uses fails a strict run, and an origin is used through a variable's value`()
    async throws
  {
    let folder = try Folder(["a.scn": "scenario \"a\"\nrequest GET \"{{url}}/x\"\n"])
    defer { folder.remove() }
    let used = ["--var", "url=http://127.0.0.1:9/a", "--origin", "eb=http://127.0.0.1:9/a"]
    let strict = ["run", "@", "--strict"] + used
    let (code, _, errors) = try await OutputTests.run(strict, in: folder)
    #expect(code == .success && errors == "")
    let more = try await OutputTests.run(strict + ["--var", "x=1"], in: folder)
    #expect(more.code == .expectationFailed && more.errors == "error: nothing has used --var 'x'\n", "\(more)")
  }

  @Test func `A line of the head that is too late is reported together with the mistakes before it`() {
    let file = ScenarioFile(
      "scenario \"t\"\nexpect state a cuont\ntags late\nvar x = 1\nstores a b\nalways \"late\": state a >= 0\n")
    #expect(file.diagnostics.map { file.source.line(of: $0.range.lowerBound) } == [2, 3, 4, 5, 6])
  }
}
