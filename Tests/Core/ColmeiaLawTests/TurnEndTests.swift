import Colmeia
import ColmeiaBase
import Foundation
import Synchronization
import TestSupport
import Testing

/// A feature whose only effect ends immediately. Counts its reduced actions outside the state, because reading the state
/// would process entries that were left.
private struct Ending: Reducer, EffectHandler {
  final class Count: Sendable { let value = Atomic(0) }
  struct State: Sendable { var next = [0, 0] }
  struct Action: Sendable { let thread, number: Int }
  enum Effect: Equatable, Sendable { case end }
  let count = Count()

  func reduce(into state: inout State, action: Action) -> Effects {
    precondition(state.next[action.thread] == action.number, "a thread's actions are reduced in its order")
    state.next[action.thread] += 1
    count.value.add(1, ordering: .relaxed)
    return .run(.end)
  }

  func work(for effect: Effect) -> Work<Action> { .done }
}

/// Tests law 2 at the end of a turn. It takes threads that run at the same time, and optimized code, to find a turn that
/// ends without another look at the inbox.
@Suite(.blocking, .timeLimit(.minutes(10))) struct TurnEndTests {
  @Test func `Law 2: When two threads have sent, nothing is left, even if effects that end immediately end turns`() {
    let (ending, met, delay) = (Ending(), Ending.Count(), Ending.Count())
    let store = Store(Ending.State(), ending, ending)
    var missing = 0
    let meet = { @Sendable (count: Int) in
      met.value.add(1, ordering: .relaxed)
      while met.value.load(ordering: .relaxed) < count {}
    }
    let rounds = 20_000
    Thread.detachNewThread {
      for round in 0..<rounds {
        meet(4 * round + 2)
        for _ in 0..<round % 100 { _ = delay.value.load(ordering: .relaxed) }  // meets each moment of the other's turn
        store.send(Ending.Action(thread: 1, number: round))
        meet(4 * round + 4)
      }
    }
    for round in 0..<rounds {
      meet(4 * round + 2)
      store.send(Ending.Action(thread: 0, number: round))
      meet(4 * round + 4)
      missing += 2 * round + 2 - ending.count.value.load(ordering: .relaxed)
    }
    #expect(missing == 0)
  }
}
