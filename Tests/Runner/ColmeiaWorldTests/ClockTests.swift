import ColmeiaBase
import TestSupport
import Testing

@testable import ColmeiaWorld

/// A clock that records how often it is read, and the length of each sleep.
private final class RecordingClock: Clock {
  let bell = Bell()
  private let clock = ContinuousClock()
  private let content = Guarded((reads: 0, sleeps: [Duration]()))
  var reads: Int { content.withLock { $0.reads } }
  var sleeps: [Duration] { content.withLock { $0.sleeps } }
  var minimumResolution: Duration { clock.minimumResolution }

  var now: ContinuousClock.Instant {
    content.withLock { $0.reads += 1 }
    return clock.now
  }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    content.withLock { $0.sleeps.append(clock.now.duration(to: deadline)) }
    bell.ring()
    try await clock.sleep(until: deadline, tolerance: tolerance)
  }
}

@Suite(.blocking, .timeLimit(.minutes(10))) struct ClockTests {
  /// Waits for a condition whose changes ring the bell of `time`.
  private static func wait(_ time: ScenarioClock.Time, until isOver: () -> Bool) async {
    while true {
      let rings = time.bell.rings
      if isOver() { return }
      await time.bell.wait(after: rings)
    }
  }

  @Test func `A ring between checking and waiting is not lost`() async {
    let bell = Bell()
    let rings = bell.rings
    bell.ring()
    await bell.wait(after: rings)
    #expect(bell.rings == rings + 1)
  }

  @Test func `A ring wakes all waiting tasks, and a cancelled task stops waiting`() async {
    let bell = Bell()
    await withTaskGroup { group in
      for _ in 0..<100 { group.addTask { await bell.wait(after: 0) } }
      group.addTask { bell.ring() }
    }
    let cancelled = Task { await bell.wait(after: 1) }
    cancelled.cancel()
    await cancelled.value
    let late = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await bell.wait(after: 1)
    }
    await late.value
    #expect(bell.rings == 1)
  }

  @Test func `A deadline ends a wait`() async {
    let bell = Bell()
    #expect(await bell.wait(after: 0, until: .now, ContinuousClock()) == false)
    bell.ring()
    #expect(await bell.wait(after: 0, until: .now + .seconds(60), ContinuousClock()))
  }

  @Test func `A sleeper wakes when the time reaches its deadline, and not before`() async throws {
    let time = ScenarioClock.Time(ContinuousClock())
    time.freeze()
    let clock = ScenarioClock(time, for: .effect)
    let start = clock.now
    try await withThrowingTaskGroup(of: Int.self) { group in
      for hours in [2, 1, 3] {
        group.addTask {
          let run = EffectRun()
          time.begin(run)
          defer { time.end(run) }
          try await EffectRun.$current.withValue(run) {
            try await clock.sleep(until: start.advanced(by: .seconds(3_600 * hours)), tolerance: nil)
          }
          return hours
        }
      }
      await Self.wait(time) { time.sleepers.effects == 3 }
      for hours in 1...3 {
        #expect(time.nextDeadline == start.advanced(by: .seconds(3_600 * hours)))
        time.skip(to: start.advanced(by: .seconds(3_600 * hours - 1)))
        #expect(!time.sleepers.isLate && time.sleepers.effects == 4 - hours)
        time.skip(to: start.advanced(by: .seconds(3_600 * hours)))
        let woken = try await group.next()
        #expect(woken == hours)
      }
    }
    #expect(time.sleepers.effects == 0 && time.nextDeadline == nil)
  }

  @Test func `A sleeper that falls asleep or ends does not wake the others`() async {
    let base = RecordingClock()
    let clock = ScenarioClock(ScenarioClock.Time(base), for: .effect)
    let start = clock.now
    let tasks = (1...100).map { hours in
      Task { try await clock.sleep(until: start.advanced(by: .seconds(3_600 * hours)), tolerance: nil) }
    }
    await base.bell.wait(for: "all to sleep") { base.sleeps.count >= 100 }
    for task in tasks {
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    // Each reads the time twice. If it woke the others, the time would be read thousands of times.
    #expect(base.reads <= 300, "\(base.reads)")
    #expect(base.sleeps.count == 100)
  }

  @Test func `After an advance, a sleeper has less real time left`() async {
    let base = RecordingClock()
    let time = ScenarioClock.Time(base)
    let task = Task { try await ScenarioClock(time, for: .effect).sleep(for: .seconds(7_200)) }
    await base.bell.wait(for: "the sleep") { base.sleeps.count == 1 }
    time.freeze()
    time.skip(to: time.now.advanced(by: .seconds(3_600)))
    time.thaw()
    await base.bell.wait(for: "the shorter sleep") { base.sleeps.count == 2 }
    #expect(base.sleeps.map { $0 <= .seconds(3_600) } == [false, true])
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `A cancelled sleeper is removed`() async {
    let time = ScenarioClock.Time(ContinuousClock())
    let clock = ScenarioClock(time, for: .alarm)
    let task = Task { try await clock.sleep(for: .seconds(3_600)) }
    await Self.wait(time) { time.sleepers.alarms == 1 }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(time.sleepers.alarms == 0)
  }

  @Test func `A frozen clock moves only when time is skipped, and continues from there`() {
    let time = ScenarioClock.Time(ContinuousClock())
    time.freeze()
    let (first, second) = (time.now, time.now)
    #expect(first == second)
    time.skip(to: first.advanced(by: .seconds(60)))
    #expect(time.now == first.advanced(by: .seconds(60)))
    time.skip(to: first)  // time never moves back
    #expect(time.now == first.advanced(by: .seconds(60)))
    time.thaw()
    #expect(time.now >= first.advanced(by: .seconds(60)) && time.now < first.advanced(by: .seconds(3_600)))
  }
}
