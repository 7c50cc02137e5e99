import Colmeia
import ColmeiaSync
import ColmeiaTesting
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) final class DeadlinesTests: Sendable {
  private let clock = ManualClock()
  private let ended = Guarded<[String]>([])
  private let count = Tally()

  private func add(_ name: String, _ deadlines: Deadlines, after duration: Duration) -> Int {
    deadlines.add(after: duration) { [self] in
      ended.withLock { $0.append(name) }
      count.add()
    }
  }

  @Test func `What is late ends, in the order in which it began, and the rest goes on`() async {
    let deadlines = Deadlines(clock)
    for name in ["a", "b", "c"] { _ = add(name, deadlines, after: .seconds(1)) }
    await clock.waitForSleeps(1)
    _ = add("later", deadlines, after: .seconds(2))
    clock.advance(by: .seconds(1))
    await count.reaches(3)
    #expect(ended.withLock { $0 } == ["a", "b", "c"])
    await clock.waitForSleeps(2)
    clock.advance(by: .seconds(1))
    await count.reaches(4)
    #expect(ended.withLock { $0 } == ["a", "b", "c", "later"])
  }

  @Test func `What is removed in time does not end`() async {
    let deadlines = Deadlines(clock)
    let number = add("removed", deadlines, after: .seconds(1))
    _ = add("kept", deadlines, after: .seconds(1))
    deadlines.remove(number)
    await clock.waitForSleeps(1)
    clock.advance(by: .seconds(1))
    await count.reaches(1)
    #expect(ended.withLock { $0 } == ["kept"])
  }

  @Test func `An earlier one is not missed while the clock is asked for a later one`() async {
    let deadlines = Deadlines(clock)
    _ = add("late", deadlines, after: .seconds(60))
    await clock.waitForSleeps(1)
    _ = add("early", deadlines, after: .seconds(1))
    await clock.waitForSleeps(2)
    clock.advance(by: .seconds(1))
    await count.reaches(1)
    #expect(ended.withLock { $0 } == ["early"])
  }

  @Test func `However many there are, the clock is asked once`() async {
    let deadlines = Deadlines(clock)
    for _ in 0..<1_000 { deadlines.remove(add("removed", deadlines, after: .seconds(30))) }
    await clock.waitForSleeps(1)
    #expect(clock.sleepCount == 1)
    // Woken for nothing, it asks no more; the next one does.
    clock.advance(by: .seconds(30))
    _ = add("next", deadlines, after: .seconds(1))
    await clock.waitForSleeps(2)
    clock.advance(by: .seconds(1))
    await count.reaches(1)
    #expect(ended.withLock { $0 } == ["next"])
  }

  @Test func `After closing nothing ends any more`() async {
    let deadlines = Deadlines(clock)
    _ = add("closed", deadlines, after: .seconds(1))
    await clock.waitForSleeps(1)
    deadlines.close()
    deadlines.remove(add("closed", deadlines, after: .zero))
    clock.advance(by: .seconds(60))
    #expect(ended.withLock { $0 }.isEmpty && clock.sleepCount == 1)
  }
}
