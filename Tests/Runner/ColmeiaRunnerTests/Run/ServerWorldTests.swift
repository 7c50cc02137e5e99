import ColmeiaBase
import Foundation
import TestSupport
import Testing

@testable import ColmeiaFrontEnds
@testable import ColmeiaRunner
@testable import ColmeiaScenario
@testable import ColmeiaWorld
@testable import RunnerTestSupport

/// Tests of worlds with a server process, and of how the server ends with the run.
@Suite(.blocking, .timeLimit(.minutes(10))) struct ServerWorldTests {
  /// The kettle app with a server, which is a shell.
  private struct ServerApp: RunnableApp {
    typealias Root = Kettle
    let name = "kettle"
    var script = "echo http://127.0.0.1:7; while :; do sleep 1000; done"
    /// Receives the server's address before the world is created.
    var madeAt: @Sendable (String) async -> Void = { _ in }
    /// Another way of serving, which ends at once.
    var serveWays: [ServeWay] {
      [
        ServeWay([.init("--briefly", help: "")], notes: "") { _, options in
          let served = try await ServedWorld(self, options)
          await served.stop()
          return .success
        }
      ]
    }

    func makeWorld(_ parts: WorldParts) async throws -> any RunnableWorld<Kettle> {
      try await ServerWorld(ServerCommand(["sh", "-c", script]), parts) { address in
        await madeAt(address)
        return KettleApp.World(parts: parts)
      }
    }
  }

  private static func run(
    _ text: String, _ app: ServerApp, _ interruption: Interruption = Interruption(),
    tape: NetworkTape = .none, given: GivenWorld = GivenWorld(),
    onEvent: @escaping @Sendable (RunEvent) -> Void = { _ in }
  ) async -> ScenarioResult {
    let source = SourceText(name: "x.scn", bytes: Array("scenario \"t\"\n\(text)\n".utf8))
    let file = ScenarioFile(source, names: AppNames(app))
    return await ScenarioRun(app, source, file.scenarios[0], interruption, tape: tape, given: given) {
      onEvent($0)
    }.run()
  }

  @Test func `The world receives the server's address`() async {
    let address = Guarded("")
    let app = ServerApp(madeAt: { made in address.withLock { $0 = made } })
    #expect(await Self.run("dispatch start 0\nsettle", app).outcome == .passed)
    #expect(address.withLock { $0 } == "http://127.0.0.1:7")
  }

  @Test func `A server of the command line is used instead of starting one`() async {
    let address = Guarded("")
    let app = ServerApp(script: "exit 1", madeAt: { made in address.withLock { $0 = made } })
    var given = GivenWorld()
    given.origins["server"] = "http://127.0.0.1:8"
    #expect(await Self.run("settle", app, given: given).outcome == .passed)
    #expect(address.withLock { $0 } == "http://127.0.0.1:8")
  }

  @Test func `No server is started while a recording is replayed`() async throws {
    let folder = try Folder([
      "a.scn": "scenario \"t\"\ndispatch fetch \"/a\"\nsettle\nexpect state log[1] == \"200\"\n"
    ])
    defer { folder.remove() }
    func run(_ app: ServerApp, _ option: String) async -> ExitCode {
      await Runner(app).run(["run", "-q", folder.path, option, "\(folder.path)/x.cassette"])
    }
    #expect(await run(ServerApp(), "--record") == .success)
    #expect(await run(ServerApp(script: "exit 1"), "--replay") == .success)
  }

  @Test func `A server that ends while the scenario runs is reported at the scenario's end`() async throws {
    let folder = try Folder([:])
    defer { folder.remove() }
    let result = await Self.run("settle", Self.ending(folder))
    #expect(result.outcome == .broken && result.failures.count == 1)
    let message = result.failures.last?.message ?? ""
    #expect(
      message.hasPrefix("the server 'sh' ended with status 9; its last lines:\n  http://")
        && message.hasSuffix("\n  out of honey"), "\(message)")
  }

  @Test(arguments: ["await state log[1] == \"200\"", "settle"])
  func `A statement doesn't wait for a server that has ended`(statement: String) async throws {
    let folder = try Folder([:])
    defer { folder.remove() }
    let pipe = "\(folder.path)/pipe"
    let app = ServerApp(script: "mkfifo '\(pipe)'; echo http://$$; read -r _ <'\(pipe)'; exit 9")
    let text = "timeout 10m\nfault delay 9m on \"GET /a\"\ndispatch fetch \"/a\"\n\(statement)"
    let result = await Self.run(text, app) { event in
      // The server ends while the statement waits.
      if case .statement(_, nil, statement) = event { try? FileHandle(forWritingAtPath: pipe)?.close() }
    }
    #expect(result.outcome == .broken && result.failures.count == 2)
    #expect(result.failures.first?.message.contains("because the world has failed") == true, "\(result.failures)")
    #expect(result.failures.last?.message.hasPrefix("the server 'sh' ended with status 9") == true)
  }

  /// An app whose server has ended when its world is created.
  private static func ending(_ folder: Folder) -> ServerApp {
    let pipe = "\(folder.path)/pipe"
    // The address is the process ID. The server ends on request, and the world is created when the process no longer
    // exists.
    let script = "mkfifo '\(pipe)'; echo http://$$; read -r _ <'\(pipe)'; echo out of honey; exit 9"
    return ServerApp(script: script) { address in
      try? FileHandle(forWritingAtPath: pipe)?.close()
      let number = pid_t(address.dropFirst("http://".count)) ?? 0
      await poll(for: "the server's end") { kill(number, 0) != 0 }
    }
  }

  @Test func `A front end is told once that the server has ended, also if it only says bye`() async throws {
    for steps in [[], [#"{"echo": 1}"#, #""bye""#]] {
      let folder = try Folder([:])
      defer { folder.remove() }
      let hello = #"{"hello": {"protocol": 2, "client": "test"}}"#
      let frontEnd = ScriptedFrontEnd(([hello] + steps).map(ScriptedFrontEnd.Step.send))
      #expect(try await frontEnd.run(Self.ending(folder), folder: nil) == .success)
      let errors = frontEnd.received.compactMap { $0["error"]?["message"]?.string }
      #expect(errors.count == 1 && errors[0].contains("'sh' ended with status 9"), "\(errors)")
    }
  }

  @Test func `The command serve ends with an error if the server has ended`() async throws {
    let folder = try Folder([:])
    defer { folder.remove() }
    let (code, _, errors) = try await OutputTests.run(["serve", "--briefly"], in: folder, Self.ending(folder))
    #expect(code == .runtimeError)
    #expect(errors.hasPrefix("kettle: the server 'sh' ended with status 9; its last lines:"), "\(errors)")
  }

  @Test func `A server that doesn't start breaks the scenario`() async {
    let result = await Self.run("settle", ServerApp(script: "echo no honey; exit 1"))
    #expect(result.outcome == .broken)
    #expect(result.failures.map(\.message) == ["the server 'sh' ended with status 1; its last lines:\n  no honey"])
  }

  @Test func `Ctrl-C ends the wait for a server`() async {
    let interruption = Interruption()
    interruption.turnOn()
    let result = await Self.run("settle", ServerApp(script: "while :; do sleep 1000; done"), interruption)
    #expect(result.outcome == .interrupted && result.failures.isEmpty)
  }

  /// The ways in which a run ends, other than by itself.
  enum End: CaseIterable { case interrupted, hungUp, killed, outputGone }

  @Test(arguments: End.allCases) func `The server ends with the run, however the run ends`(end: End) async throws {
    let folder = try Folder(["a.scn": "scenario \"t\"\nawait clock > 100000 within 1h\n"])
    defer { folder.remove() }
    let file = "\(folder.path)/number"
    let program = try ChildProgram(
      ChildProgram.product("ServerWorldProbe"),
      ["run", folder.path + "/a.scn", "-vv", "--var", "server=\"\(file)\""])
    var number: pid_t?
    await poll(for: "the server") {
      number = (try? folder.text("number")).flatMap { pid_t($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
      return number != nil
    }
    let server = try #require(number)
    switch end {
    case .interrupted: program.send(SIGINT)
    case .hungUp: program.send(SIGHUP)
    case .killed: program.send(SIGKILL)
    case .outputGone:
      program.stopReading()
      program.send(SIGINT)
    }
    program.wait()
    await poll(for: "the end of the server") { kill(server, 0) != 0 }
  }
}
