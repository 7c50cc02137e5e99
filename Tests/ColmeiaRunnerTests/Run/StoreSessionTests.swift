import Colmeia
import ColmeiaSync
import TestSupport
import Testing

@testable import ColmeiaRunner

/// Starts an effect that ends without an action.
private struct Errand: Reducer {
  struct State: Equatable, Codable, Sendable { var count = 0 }
  enum Action: Equatable, Codable, Sendable { case start }
  enum Effect: Equatable, Codable, Sendable { case run }

  func reduce(into state: inout State, action: Action) -> Effects { .run(.run) }
}

private struct ErrandHandler: EffectHandler {
  func work(for effect: Errand.Effect) -> Work<Errand.Action> { .async { _ in await Task.yield() } }
}

@Suite(.timeLimit(.minutes(10))) struct StoreSessionTests {
  /// The events that a session reports about its effects.
  private struct Account {
    var (pending, running, completed): (Int, Int, Int)
    init(_ session: StoreSession<Errand>?) {
      pending = session?.pending.count ?? -1
      running = session?.activity.running ?? -1
      completed = session?.effects(nil, .completed).count ?? -1
    }
  }

  @Test func `An effect is pending until its end has been recorded`() async {
    let (bell, session, unrecorded) = (Bell(), Awaited<StoreSession<Errand>?>(nil), Awaited<Account?>(nil))
    var device = Device(Errand.State(), Errand(), ErrandHandler())
    let makeStore = device.run
    device.run = { device, clock, executor, trace, report in
      let slowTrace: RunningStore<Errand>.Trace = { event, state, hasRequests in
        if case .step(let step) = event, case .finish = step.input {
          // The store has processed the end of the effect.
          unrecorded.change { $0 = Account(session.read { $0 }) }
        }
        trace(event, state, hasRequests)
      }
      return makeStore(device, clock, executor, slowTrace, report)
    }
    let made = StoreSession("", device, ScenarioClock.Time(ContinuousClock()), bell) { _, _, _, _ in }
    session.change { $0 = made }
    made.send([.start])
    await bell.wait(for: "the end") { !made.hasPending(ignoringTimers: false) }
    #expect(unrecorded.read { [$0?.pending, $0?.running, $0?.completed] } == [1, 1, 0])
    let recorded = Account(made)
    #expect([recorded.pending, recorded.running, recorded.completed] == [0, 0, 1])
    session.change { $0 = nil }
  }
}
