import ColmeiaBase
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

  @Test func `Expired deadlines end in the order in which they began, and the others continue`() async {
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

  @Test func `A deadline that is removed in time does not end`() async {
    let deadlines = Deadlines(clock)
    let number = add("removed", deadlines, after: .seconds(1))
    _ = add("kept", deadlines, after: .seconds(1))
    deadlines.remove(number)
    await clock.waitForSleeps(1)
    clock.advance(by: .seconds(1))
    await count.reaches(1)
    #expect(ended.withLock { $0 } == ["kept"])
  }

  @Test func `An earlier deadline is not missed while the clock sleeps for a later one`() async {
    let deadlines = Deadlines(clock)
    _ = add("late", deadlines, after: .seconds(60))
    await clock.waitForSleeps(1)
    _ = add("early", deadlines, after: .seconds(1))
    await clock.waitForSleeps(2)
    clock.advance(by: .seconds(1))
    await count.reaches(1)
    #expect(ended.withLock { $0 } == ["early"])
  }

  /// A cancelled sleep keeps its memory until its deadline.
  @Test func `Deadlines that come earlier and earlier cancel no sleep, and add only a few`() async {
    let deadlines = Deadlines(clock)
    for seconds in (1...1_000).reversed() { deadlines.remove(add("removed", deadlines, after: .seconds(seconds))) }
    _ = add("early", deadlines, after: .milliseconds(500))
    await clock.waitForSleeps(1)
    for _ in 0..<20 { clock.advance(by: .milliseconds(25)) }
    await count.reaches(1)
    #expect(ended.withLock { $0 } == ["early"])
    #expect(clock.cancelledCount == 0)
    #expect(clock.sleepCount < 20)
  }

  @Test func `Any number of deadlines uses one sleep of the clock`() async {
    let deadlines = Deadlines(clock)
    for _ in 0..<1_000 { deadlines.remove(add("removed", deadlines, after: .seconds(30))) }
    await clock.waitForSleeps(1)
    #expect(clock.sleepCount == 1)
    // A wake-up without deadlines starts no other sleep. The next deadline does.
    clock.advance(by: .seconds(30))
    _ = add("next", deadlines, after: .seconds(1))
    await clock.waitForSleeps(2)
    clock.advance(by: .seconds(1))
    await count.reaches(1)
    #expect(ended.withLock { $0 } == ["next"])
  }

  @Test func `A timeout may be of any length`() async {
    let deadlines = Deadlines(clock)
    for (name, duration) in [("longest", Duration.seconds(Int64.max)), ("negative", .seconds(Int64.min))] {
      _ = add(name, deadlines, after: duration)
    }
    await count.reaches(1)
    #expect(ended.withLock { $0 } == ["negative"])
    // A century later.
    clock.advance(by: .seconds(100 * 366 * 86_400))
    await count.reaches(2)
  }

  @Test func `After closing, no deadline ends`() async {
    let deadlines = Deadlines(clock)
    _ = add("closed", deadlines, after: .seconds(1))
    await clock.waitForSleeps(1)
    deadlines.close()
    deadlines.remove(add("closed", deadlines, after: .zero))
    clock.advance(by: .seconds(60))
    #expect(ended.withLock { $0 }.isEmpty && clock.sleepCount == 1)
  }
}
