import ColmeiaTesting
import TestSupport
import Testing

@testable import Colmeia

/// Tests that a store wakes for its timers in time, with few sleeping tasks.
@Suite struct AlarmTests {
  /// Starts independent timers.
  struct Timing: Reducer, EffectHandler {
    typealias State = Int
    typealias Effect = Int
    enum Action: Sendable { case set(Duration), due }
    func reduce(into state: inout Int, action: Action) -> Effects {
      switch action {
      case .set(let delay): return .run(0, after: delay)
      case .due: state += 1
      }
      return .none
    }
    func work(for effect: Int) -> Work<Action> { .action(.due) }
  }

  let clock = ManualClock()
  let executor = ManualExecutor()
  let store: Store<Timing>
  init() { store = Store(0, Timing(), Timing(), clock: clock, executor: executor) }

  func set(_ delay: Duration) {
    store.send(.set(delay))
    executor.run()
  }

  func advance(by duration: Duration) {
    clock.advance(by: duration)
    executor.run()
  }

  @Test func `Short timers next to a long one cancel no sleep, and at most two tasks sleep`() throws {
    set(.seconds(3_600))
    for round in 1...1_000 {
      set(.milliseconds(16))
      try #require(clock.sleeperCount <= 2)
      advance(by: .milliseconds(16))
      try #require(store.state == round)
    }
    #expect(clock.cancelledCount == 0)
    #expect(clock.sleeperCount == 1)
  }

  @Test func `Few tasks sleep and all timers fire in time, even if each of many timers precedes the others`() throws {
    for seconds in (1...1_000).reversed() { set(.seconds(seconds)) }
    #expect(clock.sleeperCount <= 4 + 10)
    for seconds in 1...1_000 {
      advance(by: .seconds(1))
      try #require(store.state == seconds)
    }
    #expect(clock.cancelledCount == 0)
    #expect(clock.sleeperCount == 0)
  }

  @Test func `A stopped store has no sleeping tasks`() {
    for seconds in (1...10).reversed() { set(.seconds(seconds)) }
    #expect(clock.sleeperCount > 1)
    store.stop()
    executor.run()
    #expect(clock.sleeperCount == 0)
  }

  @Test(arguments: [Int64.max, Int64.min])
  func `A delay that exceeds the range of a clock is limited`(seconds: Int64) {
    let store = Store(0, Timing(), Timing(), clock: ContinuousClock(), executor: executor)
    store.send(.set(.seconds(seconds)))
    executor.run()
    #expect(store.send(.due).outcome == .accepted)
    store.stop()
  }
}
