import ColmeiaBase
import Foundation
import TestSupport
import Testing

@testable import ColmeiaRunner
@testable import ColmeiaScenario
@testable import ColmeiaWorld

/// An app whose code can block: its reducer, or its handler. An effect of it ticks every second. Two others go on until
/// they are cancelled: one hangs, as a request without a response, and one is always busy.
private struct Mud: Reducer {
  struct State: Equatable, Codable, Sendable { var count = 0 }
  enum Action: Equatable, Codable, Sendable { case count, reduceSlowly, handleSlowly, hang, spin, tick }
  enum Effect: Equatable, Codable, Sendable { case block, hang, spin, tick }

  /// Blocks reducers and handlers until the test ends.
  let gate: DispatchSemaphore

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .count: state.count += 1
    case .reduceSlowly: gate.wait()
    case .handleSlowly: return .run(.block)
    case .hang: return .run(.hang)
    case .spin: return .run(.spin)
    case .tick: return .run(.tick)
    }
    return .none
  }
}

private struct MudApp: RunnableApp {
  typealias Root = Mud
  let name = "mud"
  let gate = DispatchSemaphore(value: 0)
  struct Handler: EffectHandler {
    let gate: DispatchSemaphore
    let clock: any Clock<Duration>
    func work(for effect: Mud.Effect) -> Work<Mud.Action> {
      switch effect {
      case .block:
        gate.wait()
        return .done
      case .hang: return .async { _ in await Bell().wait(after: 0) }
      case .spin: return .async { _ in while !Task.isCancelled { await Task.yield() } }
      case .tick:
        return .async { send in
          while (try? await clock.sleep(for: .seconds(1))) != nil { send(.count) }
        }
      }
    }
  }
  func makeWorld(_ parts: WorldParts) async throws -> any RunnableWorld<Mud> {
    let gate = gate
    return LocalWorld { Device(Mud.State(), Mud(gate: gate), Handler(gate: gate, clock: parts.clock)) }
  }
}

@Suite(.blocking, .timeLimit(.minutes(10))) struct StuckTests {
  private static func run(
    _ text: String, _ interruption: Interruption = Interruption(), patience: Duration = .seconds(1),
    _ emit: @escaping @Sendable (RunEvent) -> Void = { _ in }
  ) async -> ScenarioResult {
    let app = MudApp()
    defer { app.gate.signal() }
    let source = SourceText(name: "x.scn", bytes: Array("scenario \"t\"\n\(text)\n".utf8))
    let file = ScenarioFile(source, names: AppNames(app))
    return await ScenarioRun(app, source, file.scenarios[0], interruption, patience: patience, emit).run()
  }

  @Test(arguments: ["reduceSlowly", "handleSlowly"])
  func `A statement whose code blocks is abandoned and explained, and so is the cleanup`(action: String) async {
    let result = await Self.run("timeout 1ms\n== s\ndispatch \(action)\ncleanup\ndispatch count")
    #expect(result.outcome == .broken)
    #expect(
      result.failures.map(\.message) == [
        "no end after 1.0 s: a reducer, a handler's work(for:), a screen, a fact or makeDevice doesn't return"
      ])
  }

  @Test(arguments: [
    (
      1_000, "dispatch hang\ndispatch tick\nadvance 100s\nexpect state count == 100",
      "the app wasn't at rest after 1.0 s"
    ),
    (50, "dispatch spin\ndispatch tick\nadvance 1000s", "an effect was still busy after 600 ms"),
  ])
  func `An advance waits once for an effect that hangs or is always busy, notes it, and moves on`(
    patience: Int, statements: String, note: String
  ) async {
    let notes = Guarded<[String]>([])
    let result = await Self.run(statements, patience: .milliseconds(patience)) { event in
      if case .note(let text) = event { notes.withLock { $0.append(text) } }
    }
    #expect(result.outcome == .passed, "\(result.failures)")
    let texts = notes.withLock { $0 }
    #expect(texts.first?.hasSuffix(":1: advance: \(note), and the clock moves on") == true, "\(texts)")
    #expect(texts.contains { $0.hasPrefix("  hang, for ") || $0.hasPrefix("  spin, for ") }, "\(texts)")
    #expect(texts.count { $0.contains(": advance: ") } == 1)
  }

  /// An app whose devices are never made.
  private struct Nowhere: RunnableApp, RunnableWorld {
    typealias Root = Mud
    let name = "nowhere"
    let gate = DispatchSemaphore(value: 0)
    func makeWorld(_ parts: WorldParts) async throws -> any RunnableWorld<Mud> { self }
    func makeDevice(_ name: String) async throws -> Device<Mud> {
      let gate = gate
      await withCheckedContinuation { made in
        Thread.detachNewThread {
          gate.wait()
          made.resume()
        }
      }
      return Device(Mud.State(), Mud(gate: gate), MudApp.Handler(gate: gate, clock: ContinuousClock()))
    }
  }

  @Test func `An interruption while a device is being made is not a success`() async {
    let (app, interruption) = (Nowhere(), Interruption())
    defer { app.gate.signal() }
    let source = SourceText(name: "x.scn", bytes: Array("scenario \"t\"\nsettle\n".utf8))
    let file = ScenarioFile(source)
    let result = await ScenarioRun(app, source, file.scenarios[0], interruption) { event in
      if case .began = event { Thread.detachNewThread { interruption.turnOn() } }
    }.run()
    #expect(result.outcome == .interrupted)
  }

  @Test(arguments: ["reduceSlowly", "handleSlowly"])
  func `An interruption ends a run whose code blocks`(action: String) async {
    let interruption = Interruption()
    let result = await Self.run("timeout 1h\n== s\ndispatch \(action)", interruption) { event in
      if case .statement = event { interruption.turnOn() }
    }
    #expect(result.ending == .interrupted && result.failures.isEmpty)
  }
}
