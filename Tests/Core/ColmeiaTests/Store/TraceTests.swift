import ColmeiaBase
import TestSupport
import Testing

@testable import Colmeia

@Suite struct TraceTests {
  typealias Step = TraceStep<Probe.Action, Probe.Effect>

  /// Returns a bench, and a closure that returns its trace.
  static func traced(_ state: Probe.State = Probe.State()) -> (Bench, @Sendable () -> [String]) {
    let log = SubscriptionTests.Log()
    let bench = Bench(state) { event, state in
      switch event {
      case .began(let requests): log.add("began \(requests.count)")
      case .step(let step):
        log.add(
          "\(step.sequence) \(name(step.input))\(step.isDiscarded ? " discarded" : "") \(step.requests.map(name)) "
            + "at \(step.time) count \(state.count)")
      case .refused(let count): log.add("refused \(count)")
      }
    }
    return (bench, { log.all })
  }

  static func name(_ input: MachineInput<Probe.Action>) -> String {
    switch input {
    case .send: "send"
    case .resolve(let id, _): "resolve \(id)"
    case .answer(let id, _): "answer \(id)"
    case .finish(let id): "finish \(id)"
    case .fire(let id): "fire \(id)"
    case .shutDown: "shutDown"
    }
  }

  static func name(_ request: MachineRequest<Probe.Effect>) -> String {
    switch request {
    case .start(let id, _): "start \(id)"
    case .cancel(let id): "cancel \(id)"
    case .startTimer(let id, _): "timer \(id)"
    case .cancelTimer(let id): "no timer \(id)"
    case .report: "report"
    }
  }

  @Test func `The trace shows each step with its input, number, requests, time and resulting state`() {
    let (bench, log) = Self.traced(Probe.State(isOpen: true))
    bench.store.send(.add(2))
    bench.store.send(.start("a"))
    bench.store.send(.cancel)
    bench.open("a")
    bench.store.send(.many(["x"]))
    bench.store.send(.later("b", .after(.seconds(1))))
    bench.advance(by: .seconds(2))
    bench.store.stop()
    #expect(
      log() == [
        "began 1",
        #"1 send [] at 0.0 seconds count 2"#,
        #"2 send ["start #2"] at 0.0 seconds count 2"#,
        #"3 resolve #2 [] at 0.0 seconds count 2"#,
        #"4 send ["cancel #2"] at 0.0 seconds count 2"#,
        #"4 resolve #2 discarded [] at 0.0 seconds count 2"#,
        #"4 finish #2 [] at 0.0 seconds count 2"#,
        #"5 send ["start #3"] at 0.0 seconds count 2"#,
        #"6 answer #3 [] at 0.0 seconds count 2"#,
        #"7 send ["timer #4"] at 0.0 seconds count 2"#,
        #"7 fire #4 ["start #5"] at 2.0 seconds count 2"#,
        #"8 resolve #5 [] at 2.0 seconds count 2"#,
        #"8 shutDown ["cancel #1", "cancel #5"] at 2.0 seconds count 2"#,
      ])
  }

  @Test func `A trace may send actions, which are reduced after the step`() {
    let store = Guarded<Store<Probe>?>(nil)
    let bench = Bench { event, state in
      if case .step(let step) = event, case .send(.add(1)) = step.input { store.withLock { $0 }?.send(.add(10)) }
    }
    store.withLock { $0 = bench.store }
    bench.store.send(.add(1))
    #expect(bench.store.state.count == 11)
    store.withLock { $0 = nil }
  }

  @Test func `An effect beyond the limit is not started, and the trace shows the reason`() {
    let problems = SubscriptionTests.Log()
    let store = Store(
      Probe.State(), Probe(), ProbeHandler(gates: Gates()), executor: ManualExecutor(), effectLimit: 1
    ) { event, _ in
      guard case .step(let step) = event else { return }
      for case .report(let problem) in step.requests { problems.add("\(problem)") }
    }
    store.send(.start("a"))
    store.send(.start("b"))
    #expect(
      problems.all == [
        "an effect with the id 'work' was not started, because the limit of 1 running, scheduled and queued effects "
          + "is reached. Give effects ids with a policy so that they replace each other, or raise the `effectLimit`."
      ])
    #expect(store.state.received == ["a 1"])
  }
}
