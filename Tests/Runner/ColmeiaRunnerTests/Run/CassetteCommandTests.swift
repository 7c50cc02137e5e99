import ColmeiaCassette
import Foundation
import TestSupport
import Testing

@testable import ColmeiaRunner
@testable import ColmeiaScenario
@testable import ColmeiaWorld
@testable import RunnerTestSupport

/// Tests of `run --record` and `run --replay`.
@Suite(.blocking, .timeLimit(.minutes(10))) struct CassetteCommandTests {
  private static let files = [
    "a.scn": """
    scenario "fetches"
    secret   word = "s3cr3t-word"
    dispatch fetch "/a"
    settle
    expect   state log[1] == "200"
    request  POST "/b" {"password": "{{word}}"}
    expect   answer body body.password == {{word}}

    scenario "fetches twice"
    dispatch fetch "/b"
    settle
    fault    status 503 on "GET /b"
    dispatch fetch "/b"
    settle
    expect   state log == ["hello ", "200", "503"]
    """,
    "b.scn": "scenario \"fetches\"\ndispatch fetch \"/c\"\nsettle\nexpect http \"GET /c\" last status == 200\n",
  ]

  private static func run(_ arguments: [String], _ folder: Folder) async -> ExitCode {
    await Runner(KettleApp()).run(["run", "-q"] + arguments.map { $0.replacing("@", with: folder.path) })
  }

  @Test func `Each scenario replays its own recording without a server, in any number of parallel jobs`()
    async throws
  {
    let folder = try Folder(Self.files)
    defer { folder.remove() }
    #expect(await Self.run(["@", "--record", "@/x.cassette"], folder) == .success)
    let text = try folder.text("x.cassette")
    #expect(!text.contains("s3cr3t-word") && text.contains("\"password\":\"<password 1>\""))
    let cassette = try Cassette(path: "\(folder.path)/x.cassette")
    #expect(cassette.names == ["fetches", "fetches twice", "fetches"] && cassette.count == 4)
    // A different status than the world's shows that the response comes from the cassette.
    try text.replacing("\"status\":200", with: "\"status\":207")
      .write(toFile: "\(folder.path)/y.cassette", atomically: true, encoding: .utf8)
    for jobs in ["1", "8"] {
      #expect(await Self.run(["@", "-j", jobs, "--replay", "@/x.cassette"], folder) == .success)
      #expect(await Self.run(["@", "-j", jobs, "--replay", "@/y.cassette"], folder) == .expectationFailed)
    }
  }

  @Test func `A replay accepts values that differ from the recording only in a masked part`() async throws {
    func file(_ answer: String) -> String {
      "scenario \"t\"\nrequest POST \"/b\" {\"password\": \"milk\"}\nexpect answer body body == \(answer)\n"
    }
    let folder = try Folder(["a.scn": file("{\"password\": \"milk\"}")])
    defer { folder.remove() }
    #expect(await Self.run(["@", "--record", "@/x.cassette"], folder) == .success)
    #expect(try !folder.text("x.cassette").contains("milk"))
    // As a server's text, which contains the password as a word, it may begin with a capital letter.
    try file("{\"password\": \"Milk\"}").write(toFile: "\(folder.path)/a.scn", atomically: true, encoding: .utf8)
    #expect(await Self.run(["@"], folder) == .expectationFailed)
    #expect(await Self.run(["@", "--replay", "@/x.cassette"], folder) == .success)
    try file("{\"password\": \"Milk\", \"x\": 1}")
      .write(toFile: "\(folder.path)/a.scn", atomically: true, encoding: .utf8)
    #expect(await Self.run(["@", "--replay", "@/x.cassette"], folder) == .expectationFailed)
  }

  @Test func `A title shows a word that a scenario sends as a secret, but not what the file declares as secret`()
    async throws
  {
    let text = """
      scenario "the hidden-token is sent, not hunter22"
      secret word = "hunter22"
      == the hidden-token, not hunter22
      dispatch fetch "/a"
      settle

      """
    let folder = try Folder(["a.scn": text])
    defer { folder.remove() }
    let (code, output, _) = try await OutputTests.run(["run", "@", "-v", "--junit", "@/j.xml"], in: folder)
    #expect(code == .success)
    #expect(output.contains("the hidden-token is sent, not ***  ") && output.contains("== the hidden-token, not ***"))
    #expect(try folder.text("j.xml").contains("the hidden-token is sent, not ***"))
  }

  @Test(
    arguments: [
      (["@", "--record", "@/x", "--replay", "@/x"], "--record and --replay cannot be combined; remove one"),
      (["@", "--replay", "@/none"], "--replay: @/none: this file cannot be read; check that it exists"),
      (
        ["@", "--replay", "@/b.scn"],
        "--replay: @/b.scn:1:1: this is not a cassette: the first line must be "
          + "{\"colmeia\":\"cassette\",\"version\":1}; record one"
      ),
      (
        ["@", "--replay", "@/new"],
        "--replay: @/new:1:33: this cassette has version 9, but version 1 is supported; record it again"
      ),
      (
        ["@", "--replay", "@/other"],
        "--replay: '@/other' has no recording of the scenario 'fetches'; record it, or select others with --name; did you "
          + "mean 'fetch'?"
      ),
      (["@", "--record", "@"], "--record: '@' is a folder; name a file in it"),
      (["@", "--record", "@/no/x"], "--record: the folder '@/no' does not exist; create it first"),
    ]) func `A wrong command line is reported before anything runs`(arguments: [String], text: String) async throws
  {
    let head = "{\"colmeia\":\"cassette\",\"version\":1}\n"
    let folder = try Folder(
      Self.files.merging(["new": head.replacing("1", with: "9"), "other": head + "{\"scenario\":\"fetch\"}\n"]) { $1 })
    defer { folder.remove() }
    #expect(await Self.run(arguments + ["--junit", "@/j.xml"], folder) == .usage)
    #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/j.xml"))
    let values = arguments.map { $0.replacing("@", with: folder.path) }
    func value(_ name: String) -> String? { values.firstIndex(of: name).map { values[$0 + 1] } }
    do throws(UsageError) {
      let cassettes = try CassetteFiles(record: value("--record"), replay: value("--replay"))
      let source = SourceText(name: "a.scn", bytes: Array((Self.files["a.scn"] ?? "").utf8))
      let scenarios = ScenarioFile(source).scenarios.map { (source, $0) }
      _ = try cassettes.tapes(for: scenarios, changing: [])
      Issue.record("the option was accepted")
    } catch { #expect("\(error)" == text.replacing("@", with: folder.path)) }
  }

  @Test func `A request that was not recorded breaks its scenario at once; an unused entry is only noted`() async throws
  {
    let folder = try Folder(Self.files)
    defer { folder.remove() }
    #expect(await Self.run(["@", "--record", "@/x"], folder) == .success)
    try "scenario \"fetches\"\ntimeout 1h\ndispatch fetch \"/d\"\nawait state log[9] == \"200\"\n"
      .write(toFile: "\(folder.path)/b.scn", atomically: true, encoding: .utf8)
    try "scenario \"fetches twice\"\nsettle\n".write(toFile: "\(folder.path)/c.scn", atomically: true, encoding: .utf8)
    #expect(
      await Self.run(["@/b.scn", "--replay", "@/x", "--junit", "@/j.xml"], folder) == .runtimeError)
    #expect(
      try folder.text("j.xml").contains(
        "The cassette has no entry for GET /d; the nearest is number 1, GET /c: the path differs."))
    #expect(await Self.run(["@/c.scn", "--replay", "@/x", "--jsonl", "@/l"], folder) == .success)
    #expect(try folder.text("l").contains("c.scn:1:1: unused in the cassette: number 1, GET /b\""))
  }

  @Test func `An interrupted run writes what was recorded so far`() async throws {
    let folder = try Folder(Self.files)
    defer { folder.remove() }
    let interruption = Interruption()
    interruption.turnOn()
    let arguments = ["run", "-q", folder.path, "--record", "\(folder.path)/x"]
    #expect(await Runner(KettleApp()).run(arguments, interruption) == .interrupted)
    #expect(try Cassette(path: "\(folder.path)/x").count == 0)
  }

  @Test(.timeLimit(.minutes(10)))
  func `A replay doesn't wait for later events while the clock is moved`() async throws {
    // Two responses at the same time: the second one is due at a time that the clock doesn't reach. Each futile wait
    // would take five seconds.
    let steps = (0..<20).map { "ann: dispatch fetch \"/a\($0)\"\nbob: dispatch fetch \"/b\($0)\"\nadvance 5s\n" }
    let text = "scenario \"t\"\nstores ann bob\nfault delay 2s\n" + steps.joined() + "ann: settle\nbob: settle\n"
    let folder = try Folder(["a.scn": text])
    defer { folder.remove() }
    #expect(await Self.run(["@", "--record", "@/x"], folder) == .success)
    #expect(await Self.run(["@", "--replay", "@/x"], folder) == .success)
  }
}
