import Colmeia
import ColmeiaSync
import Foundation
import TestSupport
import Testing

@testable import ColmeiaRunner

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
          for _ in 0..<100 { await withCheckedContinuation { done in Thread.detachNewThread { done.resume() } } }
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

@Suite(.blocking, .timeLimit(.minutes(2))) struct RestTests {
  @Test(arguments: [
    "dispatch open\nadvance 10s\nexpect state loads == 1\nadvance 25s\nexpect state loads == 3",
    "dispatch nap\ndispatch load\nadvance 1s\nexpect state loads == 1",
    "dispatch limit\nawait effects pending isEmpty\ndispatch load\nadvance 1s\nexpect state loads == 1",
  ])
  func `An advance waits for an effect, however many other tasks are asleep`(statements: String) async {
    let notes = Guarded<[String]>([])
    let source = SourceText(name: "x.scn", bytes: Array("scenario \"t\"\n\(statements)\n".utf8))
    let file = ScenarioFile(source, names: AppNames(BakeryApp()))
    let result = await ScenarioRun(BakeryApp(), source, file.scenarios[0], .plain, Interruption()) { event in
      if case .note(let text) = event { notes.withLock { $0.append(text) } }
    }.run()
    #expect(result.outcome == .passed, "\(result.failures)")
    #expect(notes.withLock(\.self) == [])
  }

  @Test func `An effect is asleep while any of its tasks sleeps, and only as long as it runs`() {
    let (first, second, third) = (EffectRun(), EffectRun(), EffectRun())
    var effects = SleepingEffects()
    effects.add(1, to: first)  // not running yet
    effects.add(1, to: nil)
    effects.begin(first, isLongLived: false)
    #expect(effects.count == 0)
    effects.add(1, to: first)
    effects.add(1, to: first)
    effects.begin(second, isLongLived: true)
    effects.add(1, to: second)
    #expect(effects.count == 1)
    effects.begin(third, isLongLived: false)
    effects.add(1, to: third)
    effects.add(-1, to: first)
    #expect(effects.count == 2)
    effects.add(-1, to: third)
    #expect(effects.count == 1)
    effects.end(first)
    effects.add(-1, to: first)
    effects.end(second)
    #expect(effects.count == 0)
  }
}
