import ColmeiaBase
import Foundation
import RunnerTestSupport
import TestSupport
import Testing

@testable import ColmeiaRunner
@testable import ColmeiaScenario
@testable import ColmeiaWorld

/// An app with an effect that ignores its cancellation.
private struct Mule: Reducer {
  struct State: Equatable, Codable, Sendable {}
  enum Action: Equatable, Codable, Sendable { case stand }
  enum Effect: Equatable, Codable, Sendable { case standStill(Int) }

  func reduce(into state: inout State, action: Action) -> Effects { .run(.standStill(3)) }
}

private struct MuleApp: RunnableApp {
  typealias Root = Mule
  let name = "mule"
  /// Lets the effect end after the test.
  let bell = Bell()

  struct Handler: EffectHandler {
    let bell: Bell
    func work(for effect: Mule.Effect) -> Work<Mule.Action> {
      .async { _ in await bell.waitRegardless(after: 0) }
    }
  }

  func makeWorld(_ parts: WorldParts) async throws -> any RunnableWorld<Mule> {
    let bell = bell
    return LocalWorld { Device(Mule.State(), Mule(), Handler(bell: bell)) }
  }
}

@Suite(.blocking, .timeLimit(.minutes(10))) struct StubbornTests {
  private static func run(_ text: String, _ interruption: Interruption, _ app: MuleApp) async -> ScenarioResult {
    let source = SourceText(name: "x.scn", bytes: Array("scenario \"t\"\n\(text)\n".utf8))
    let file = ScenarioFile(source, names: AppNames(app))
    return await ScenarioRun(app, source, file.scenarios[0], interruption) { _ in }.run()
  }

  @Test func `An effect that ignores its cancellation is reported and abandoned`() async {
    let app = MuleApp()
    let result = await Self.run("dispatch stand", Interruption(), app)
    app.bell.ring()
    #expect(result.outcome == .broken)
    #expect(result.failures.map(\.message) == ["an effect continued after it was cancelled"])
    #expect(result.failures.first?.details.first?.hasPrefix("standStill 3, for ") == true)
    #expect(result.failures.first?.details.first?.hasSuffix("started by stand") == true)
  }

  @Test func `A restart also reports such an effect`() async {
    let app = MuleApp()
    let result = await Self.run("dispatch stand\nrestart", Interruption(), app)
    app.bell.ring()
    #expect(result.failures.first?.message == "an effect continued after it was cancelled")
  }

  @Test func `An interruption ends the run at once, even if an effect continues`() async {
    let (app, interruption) = (MuleApp(), Interruption())
    interruption.turnOn()
    let clock = ContinuousClock()
    let start = clock.now
    let result = await Self.run("dispatch stand\nsettle", interruption, app)
    app.bell.ring()
    // Without the interruption, the run would wait for the effect for five seconds.
    #expect(start.duration(to: clock.now) < .seconds(4))
    #expect(result.outcome == .broken || result.outcome == .interrupted)
  }

  @Test func `A second interruption writes reports of the results so far`() async throws {
    let folder = try Folder(["a.scn": "scenario \"t\"\nsettle\nscenario \"u\"\nsettle\n"])
    defer { folder.remove() }
    let source = SourceText(name: "a.scn", bytes: Array(try folder.text("a.scn").utf8))
    let jobs = ScenarioFile(source).scenarios.map { RunJob(source: source, scenario: $0) }
    let reports = RunReports(
      jobs, try CassetteFiles(record: nil, replay: nil), try OutputFile(path: "\(folder.path)/j.xml"))
    // If the process traps, this is what remains.
    reports.writeDraft()
    #expect(try folder.text("j.xml").split(separator: "<skipped message=\"skipped\"/>").count == 3)
    let interruption = Interruption()
    interruption.setFinalOutput { _ = reports.writeHere() }
    reports.begin(0)
    interruption.writeFinalOutput()
    let xml = try folder.text("j.xml")
    #expect(xml.contains("<skipped message=\"interrupted\"/>") && xml.contains("<skipped message=\"skipped\"/>"))
  }

  @Test func `If the process crashes, the report has results so far, and an error for each running scenario`()
    async throws
  {
    let text = "scenario \"t\"\nsettle\nscenario \"u\"\nsettle\nscenario \"v\"\nsettle\n"
    let folder = try Folder(["a.scn": text])
    defer { folder.remove() }
    let source = SourceText(name: "a.scn", bytes: Array(text.utf8))
    let jobs = ScenarioFile(source).scenarios.map { RunJob(source: source, scenario: $0) }
    let reports = RunReports(
      jobs, try CassetteFiles(record: nil, replay: nil), try OutputFile(path: "\(folder.path)/j.xml"))
    reports.begin(0)
    reports.end(0, ScenarioResult(file: "a.scn", title: "t", line: 1))
    reports.begin(1)
    reports.writeDraft()
    let xml = try folder.text("j.xml")
    #expect(xml.contains("<testsuites tests=\"3\" failures=\"0\" errors=\"1\" time=\"0.000\">"), "\(xml)")
    let message = "a.scn:3:1: the process crashed while the scenario ran"
    #expect(
      xml.contains(
        """
        name="u" classname="a.scn" time="0.000">
              <error type="broken" message="\(message)"></error>
              <system-out>\(message)</system-out>
        """), "\(xml)")
    #expect(xml.contains("name=\"t\" classname=\"a.scn\" time=\"0.000\"/>"))
  }

  @Test func `Reports are written outside the run's threads, and a second interruption waits for them`() async throws {
    let folder = try Folder([:])
    defer { folder.remove() }
    let (cassette, isBack, isWritten, isOver) = ("\(folder.path)/c", Tally(), Tally(), Tally())
    let text = (0..<2_000).map { "scenario \"\($0)\"\nsettle\n" }.joined()
    let source = SourceText(name: "a.scn", bytes: Array(text.utf8))
    let jobs = ScenarioFile(source).scenarios.map { RunJob(source: source, scenario: $0) }
    // More data than a pipe's buffer holds, so writing it blocks until it is read. The cassette is written afterward.
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    let (reader, writer) = (ends[0], ends[1])
    let reports = RunReports(
      jobs, try CassetteFiles(record: cassette, replay: nil), OutputFile(descriptor: writer, name: "a pipe"))
    let executor = ManualExecutor()
    let writing = Task(executorPreference: executor) {
      defer { isWritten.add() }
      return await reports.write()
    }
    Thread.detachNewThread {
      executor.run()
      isBack.add()
    }
    await isBack.reaches(1)
    var bytes = [UInt8](repeating: 0, count: 65_536)
    #expect(read(reader, &bytes, 1) == 1)
    let isThere = Guarded(false)
    Thread.detachNewThread {
      _ = reports.writeHere()
      isThere.withLock { $0 = FileManager.default.fileExists(atPath: cassette) }
      close(writer)
      isOver.add()
    }
    while read(reader, &bytes, bytes.count) > 0 {}
    close(reader)
    await isOver.reaches(1)
    let wasThere = isThere.withLock { $0 }
    #expect(wasThere)
    await poll(for: "a job of the run") {
      executor.run()
      return isWritten.value == 1
    }
    #expect(await writing.value == [])
  }
}
