import ColmeiaBase
import Foundation
import RunnerTestSupport
import TestSupport
import Testing

@testable import ColmeiaFrontEnds
@testable import ColmeiaRunner
@testable import ColmeiaScenario
@testable import ColmeiaWorld

/// An app that loads something, which takes a while in real time, while other tasks sleep with the world's clock.
private struct Bakery: Reducer {
  struct State: Equatable, Codable, Sendable { var isOpen = false, loads = 0 }
  enum Action: Equatable, Codable, Sendable { case open, load, loaded, nap, limit, woke }
  enum Effect: Equatable, Codable, Sendable { case poll, load, nap, limit }

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .open: state.isOpen = true
    case .load: return .run(.load)
    case .loaded: state.loads += 1
    case .nap: return .run(.nap)
    case .limit: return .run(.limit)
    case .woke: break
    }
    return .none
  }

  func longLived(in state: State) -> LongLivedEffects<Effect> {
    state.isOpen ? .running(.poll, id: "poll") : .none
  }
}

private struct BakeryApp: RunnableApp {
  typealias Root = Bakery
  let name = "bakery"

  struct Handler: EffectHandler {
    let clock: any Clock<Duration>
    let deadlines: Deadlines

    func work(for effect: Bakery.Effect) -> Work<Bakery.Action> {
      switch effect {
      case .poll: .async { send in while (try? await clock.sleep(for: .seconds(10))) != nil { send(.load) } }
      case .load:
        .answer {
          // Waits for something that neither sleeps nor is a request.
          for _ in 0..<1_000 { await withCheckedContinuation { done in Thread.detachNewThread { done.resume() } } }
          return .loaded
        }
      case .nap:
        .answer {
          async let long: Void? = try? clock.sleep(for: .seconds(200))
          async let short: Void? = try? clock.sleep(for: .seconds(100))
          _ = await (long, short)
          return .woke
        }
      // As a transport does, whose requests share a task for their timeouts.
      case .limit:
        .answer {
          deadlines.remove(deadlines.add(after: .seconds(100)) {})
          return .woke
        }
      }
    }
  }

  func makeWorld(_ parts: WorldParts) async throws -> any RunnableWorld<Bakery> {
    let handler = Handler(clock: parts.clock, deadlines: Deadlines(parts.clock))
    return LocalWorld { Device(Bakery.State(), Bakery(), handler) }
  }
}

@Suite(.blocking, .timeLimit(.minutes(10))) struct RestTests {
  @Test(arguments: [
    "dispatch open\nadvance 10s\nexpect state loads == 1\nadvance 25s\nexpect state loads == 3",
    "dispatch nap\ndispatch load\nadvance 1s\nexpect state loads == 1",
    "dispatch limit\nawait effects pending isEmpty\ndispatch load\nadvance 1s\nexpect state loads == 1",
  ])
  func `An advance waits for an effect, however many other tasks are asleep`(statements: String) async {
    let notes = Guarded<[String]>([])
    let source = SourceText(name: "x.scn", bytes: Array("scenario \"t\"\n\(statements)\n".utf8))
    let file = ScenarioFile(source, names: AppNames(BakeryApp()))
    let result = await ScenarioRun(BakeryApp(), source, file.scenarios[0], Interruption()) { event in
      if case .note(let text) = event { notes.withLock { $0.append(text) } }
    }.run()
    #expect(result.outcome == .passed, "\(result.failures)")
    #expect(notes.withLock(\.self) == [])
  }

  @Test func `An advance of a served app waits for an effect, too`() async throws {
    let frontEnd = ScriptedFrontEnd([
      .send(#"{"hello": {"protocol": 2}}"#), .send(#"{"dispatch": "load"}"#), .send(#"{"advance": 1}"#),
      .send(#"{"echo": "after it"}"#), .wait(for: "after it"),
    ])
    #expect(try await frontEnd.run(BakeryApp(), folder: nil) == .success)
    let messages = frontEnd.received.map { $0.text() }
    let load = messages.firstIndex { $0.contains("patch") && $0.contains("loads") }
    let echo = messages.firstIndex { $0.contains("after it") }
    #expect(load ?? .max < echo ?? .min, "\(messages)")
  }

  @Test func `An advance of a served app waits only for a while for an effect that never ends`() async {
    let time = ScenarioClock.Time(ContinuousClock())
    time.begin(EffectRun())
    let advancer = Advancer(time, quietPatience: .milliseconds(10))
    let start = time.now
    for hours in 1...3 {
      advancer.advance(by: .seconds(3_600))
      await withCheckedContinuation { over in advancer.afterwards { over.resume() } }
      #expect(start.duration(to: time.now) >= .seconds(3_600 * hours))
    }
  }

  @Test func `An effect is asleep while any of its tasks sleeps, and only as long as it runs`() {
    let (first, longLived, third) = (EffectRun(), EffectRun(), EffectRun())
    var effects = SleepingEffects()
    func expect(asleep: Int, awake: Int, _ location: SourceLocation = #_sourceLocation) {
      #expect(effects.count == asleep && effects.awake == awake, sourceLocation: location)
    }
    effects.add(1, to: first)  // not running yet
    effects.add(1, to: nil)
    effects.begin(first)
    expect(asleep: 0, awake: 1)
    effects.add(1, to: first)
    effects.add(1, to: first)
    effects.add(1, to: longLived)
    expect(asleep: 1, awake: 0)
    effects.begin(third)
    effects.add(1, to: third)
    effects.add(-1, to: first)
    expect(asleep: 2, awake: 0)
    effects.add(-1, to: third)
    expect(asleep: 1, awake: 1)
    effects.end(first)
    effects.add(-1, to: first)
    effects.end(longLived)
    expect(asleep: 0, awake: 1)
    effects.end(third)
    expect(asleep: 0, awake: 0)
  }
}
