import ColmeiaTesting
import TestSupport
import Testing

@testable import Colmeia

/// An effect that computes something: immediately, or after it has suspended.
private struct Computing: Reducer {
  struct State: Sendable { var count = 0 }
  enum Action: Sendable { case compute(yields: Bool), computed }
  enum Effect: Equatable, Sendable { case compute(yields: Bool) }

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .compute(let yields): return .run(.compute(yields: yields))
    case .computed: state.count += 1
    }
    return .none
  }
}

private struct ComputingHandler: EffectHandler {
  func work(for effect: Computing.Effect) -> Work<Computing.Action> {
    switch effect {
    case .compute(let yields):
      .async { send in
        if yields { await Task.yield() }
        send(.computed)
      }
    }
  }
}

@Suite struct YieldTests {
  @Test func `What an effect does after Task.yield runs on the executor, and before on the sender's thread`() async {
    let executor = ManualExecutor()
    let store = Store(Computing.State(), Computing(), ComputingHandler(), executor: executor)
    store.send(.compute(yields: false))
    #expect(store.state.count == 1)
    store.send(.compute(yields: true))
    #expect(store.state.count == 1)
    executor.run()
    #expect(store.state.count == 2)
    await store.shutdown()
  }
}
