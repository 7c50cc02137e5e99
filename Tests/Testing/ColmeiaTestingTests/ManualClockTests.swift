import ColmeiaTesting
import Testing

@Suite struct ManualClockTests {
  @Test func `Sleeping tasks resume when the clock reaches their deadlines, the earliest first`() async {
    let clock = ManualClock()
    let woken = await withTaskGroup(of: Int.self) { group in
      var woken: [Int] = []
      for (index, seconds) in [3, 1, 2].enumerated() {
        group.addTask {
          try? await clock.sleep(for: .seconds(seconds))
          return seconds
        }
        await clock.waitForSleeps(index + 1)
      }
      #expect(clock.sleeperCount == 3)
      clock.advance(by: .milliseconds(999))
      #expect(clock.sleeperCount == 3)
      for step: Duration in [.milliseconds(1), .seconds(1), .seconds(1)] {
        clock.advance(by: step)
        if let seconds = await group.next() { woken.append(seconds) }
      }
      return woken
    }
    #expect(woken == [1, 2, 3])
    #expect(clock.now.offset == .seconds(3) && clock.sleeperCount == 0 && clock.sleepCount == 3)
  }

  @Test func `A sleep until the current time or a past time returns immediately`() async throws {
    let clock = ManualClock()
    clock.advance(by: .seconds(5))
    try await clock.sleep(until: clock.now, tolerance: nil)
    try await clock.sleep(until: ManualClock.Instant(offset: .seconds(4)), tolerance: nil)
    #expect(clock.sleepCount == 2 && clock.sleeperCount == 0)
  }

  @Test func `A cancelled sleep throws, whether it is cancelled before or after it begins`() async {
    let clock = ManualClock()
    let task = Task { try await clock.sleep(for: .seconds(1)) }
    await clock.waitForSleeps(1)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    let early = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .seconds(1))
    }
    await #expect(throws: CancellationError.self) { try await early.value }
    #expect(clock.cancelledCount == 2 && clock.sleeperCount == 0)
  }

  @Test func `Waiting for a sleep that does not begin fails the test at its line and reports the count`() async {
    let clock = ManualClock()
    let line = #line + 2
    await withKnownIssue {
      await clock.waitForSleeps(1, limit: .zero)
    } matching: { issue in
      issue.sourceLocation?.line == line
        && issue.comments.first?.rawValue == "timed out waiting for sleep 1 of the clock to begin; 0 have begun"
    }
  }

  private struct Reminder: Reducer {
    struct State: Equatable, Sendable { var rings = 0 }
    enum Action: Sendable { case remind, ring }
    enum Effect: Equatable, Sendable { case ring }
    func reduce(into state: inout State, action: Action) -> Effects {
      if case .remind = action { return .run(.ring, id: "bell", .replace, .after(.seconds(7))) }
      state.rings += 1
      return .none
    }
  }

  private struct ReminderHandler: EffectHandler {
    func work(for effect: Reminder.Effect) -> Work<Reminder.Action> { .action(.ring) }
  }

  @Test func `The timers of a store need no waiting before the clock is advanced`() async {
    for _ in 0..<20 {
      let clock = ManualClock()
      let store = Store(Reminder.State(), Reminder(), ReminderHandler(), clock: clock)
      let sent = store.send(.remind)
      clock.advance(by: .seconds(7))
      await sent.finish()
      #expect(store.state.rings == 1)
      await store.shutdown()
    }
  }
}
