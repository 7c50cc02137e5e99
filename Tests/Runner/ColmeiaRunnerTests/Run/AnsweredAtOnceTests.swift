import TestSupport
import Testing

@testable import ColmeiaRunner
@testable import ColmeiaScenario
@testable import ColmeiaWorld

/// An app that counts down with immediate answers, one action after another, or continues forever with asynchronous
/// ones. A store processes at most 1,024 actions on the caller's thread, and continues in its own task.
private struct Countdown: Reducer {
  struct State: Equatable, Codable, Sendable { var steps = 0 }
  enum Action: Equatable, Codable, Sendable { case count(Int), beat }
  enum Effect: Equatable, Codable, Sendable { case next(Int), beat }

  func reduce(into state: inout State, action: Action) -> Effects {
    state.steps += 1
    switch action {
    case .count(let left): return left > 1 ? .run(.next(left - 1)) : .none
    case .beat: return .run(.beat)
    }
  }
}

private struct CountdownApp: RunnableApp, RunnableWorld {
  typealias Root = Countdown
  let name = "countdown"
  let facts: [String] = []
  let origin: String? = nil
  var start: [Countdown.Action] = []

  func makeWorld(_ parts: WorldParts) async throws -> any RunnableWorld<Countdown> { self }
  func makeDevice(_ name: String) async throws -> Device<Countdown> {
    Device(Countdown.State(), Countdown(), Handler(), start: start)
  }
  func send(_ request: HTTPRequest) async throws -> HTTPResponse { HTTPResponse(404) }

  struct Handler: EffectHandler {
    func work(for effect: Countdown.Effect) -> Work<Countdown.Action> {
      switch effect {
      case .next(let left): .action(.count(left))
      case .beat:
        .async { send in
          await Task.yield()
          send(.beat)
        }
      }
    }
  }
}

@Suite(.blocking, .timeLimit(.minutes(10))) struct AnsweredAtOnceTests {
  private static func failures(_ text: String, _ start: [Countdown.Action] = []) async -> [String] {
    let source = SourceText(name: "x.scn", bytes: Array("scenario \"t\"\n\(text)\n".utf8))
    let file = ScenarioFile(source)
    let run = ScenarioRun(CountdownApp(start: start), source, file.scenarios[0], Interruption()) { _ in }
    return await run.run().failures.flatMap { [$0.message] + $0.details }
  }

  @Test func `Immediate answers to a dispatched action are reduced before the next statement`() async {
    #expect(await Self.failures("timeout 100s\ndispatch count 1500\nexpect state steps == 1500") == [])
  }

  @Test func `Immediate answers at the start are reduced before the first statement`() async {
    #expect(await Self.failures("timeout 100s\nexpect state steps == 1500", [.count(1_500)]) == [])
  }

  @Test func `Immediate answers after a restart are reduced before the next statement`() async {
    #expect(await Self.failures("timeout 100s\nrestart\nexpect state steps == 1500", [.count(1_500)]) == [])
  }

  @Test func `An endless chain of answers fails the statement after its timeout`() async {
    let failures = await Self.failures("timeout 100ms\ndispatch count 1000000000")
    #expect(failures.first == "not reduced within 100 ms")
  }

  @Test func `An endless start fails the scenario after its timeout`() async {
    let failures = await Self.failures("timeout 100ms\nexpect state steps == 1", [.count(1_000_000_000)])
    #expect(failures.first == "not reduced within 100 ms")
  }

  @Test func `Waiting for a condition times out even if something happens all the time`() async {
    let failures = await Self.failures("dispatch beat\nawait state steps == -1 within 100ms")
    #expect(failures.first == "not within 100 ms: state steps == -1")
  }
}
