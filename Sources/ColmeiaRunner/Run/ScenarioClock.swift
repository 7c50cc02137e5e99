import Colmeia
import ColmeiaSync

/// The clock of a scenario's world. It runs with real time and can be moved forward, so that a retry that is due in
/// half a minute happens at once if the scenario says `advance 30s`.
///
/// All clocks of one world share the same time. Sleeping alarms of stores and sleeping effects are counted separately,
/// so that the runner can tell whether all effects are asleep or some are active.
final class ScenarioClock: Clock, Sendable {
  /// A point in time, relative to the beginning of the world.
  struct Instant: InstantProtocol {
    var offset: Swift.Duration
    func advanced(by duration: Swift.Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Swift.Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  /// The time that several clocks share.
  final class Time: Sendable {
    struct Content {
      var skipped = Swift.Duration.zero
      /// The elapsed real time at which the clock was frozen. Until it is thawed, only skipping moves it.
      var frozen: Swift.Duration?
      var nextSleeper = 0
      /// The deadline and kind of each sleeper.
      var sleepers: [Int: (deadline: Instant, kind: Kind)] = [:]
    }

    let content = Guarded(Content())
    /// Rings when a sleeper falls asleep or wakes, and when the time is moved.
    let bell = Bell()
    let elapsed: @Sendable () -> Swift.Duration
    let sleep: @Sendable (Swift.Duration) async throws -> Void

    init(_ base: some Clock<Swift.Duration>) {
      let start = base.now
      elapsed = { start.duration(to: base.now) }
      sleep = { try await base.sleep(until: base.now.advanced(by: $0), tolerance: nil) }
    }

    var now: Instant { content.withLock { Instant(offset: ($0.frozen ?? elapsed()) + $0.skipped) } }

    /// Stops the clock from following real time, so that a chain of timers is not delayed by the time it takes to run.
    func freeze() {
      content.withLock { if $0.frozen == nil { $0.frozen = elapsed() } }
    }

    /// Lets the clock follow real time again, from its current time.
    func thaw() {
      content.withLock { content in
        guard let frozen = content.frozen else { return }
        content.skipped -= elapsed() - frozen
        content.frozen = nil
      }
      bell.ring()
    }

    /// The earliest deadline of all sleepers.
    var nextDeadline: Instant? { content.withLock { $0.sleepers.values.map(\.deadline).min() } }

    /// The number of sleeping effects and of sleeping alarms, and whether any sleeper is past its deadline.
    var sleepers: (effects: Int, alarms: Int, isLate: Bool) {
      content.withLock { content in
        let now = Instant(offset: (content.frozen ?? elapsed()) + content.skipped)
        let all = content.sleepers.values
        return (
          all.count { $0.kind == .effect }, all.count { $0.kind == .alarm }, all.contains { $0.deadline <= now }
        )
      }
    }

    /// Moves the time forward to `instant`, unless it is already later.
    func skip(to instant: Instant) {
      content.withLock { content in
        let now = Instant(offset: (content.frozen ?? elapsed()) + content.skipped)
        if now < instant { content.skipped += now.duration(to: instant) }
      }
      bell.ring()
    }
  }

  /// The kinds of sleepers.
  enum Kind: Sendable, Hashable {
    /// An effect.
    case effect
    /// A store that waits for its next timer.
    case alarm
    /// Work besides effects, such as keeping a connection alive. The runner doesn't wait for it.
    case background
  }

  let time: Time
  private let kind: Kind

  init(_ time: Time, for kind: Kind) {
    self.time = time
    self.kind = kind
  }

  var now: Instant { time.now }
  var minimumResolution: Swift.Duration { .zero }

  /// Sleeps until real time and skipped time together have reached `deadline`.
  func sleep(until deadline: Instant, tolerance: Swift.Duration?) async throws {
    let number = time.content.withLock { content in
      content.nextSleeper += 1
      content.sleepers[content.nextSleeper] = (deadline, kind)
      return content.nextSleeper
    }
    time.bell.ring()
    defer {
      time.content.withLock { $0.sleepers[number] = nil }
      time.bell.ring()
    }
    while true {
      try Task.checkCancellation()
      let rings = time.bell.rings
      let left = time.now.duration(to: deadline)
      if left <= .zero { return }
      await withTaskGroup(of: Void.self) { group in
        group.addTask { try? await self.time.sleep(left) }
        group.addTask { await self.waitForSkip(after: rings, deadline) }
        await group.next()
        group.cancelAll()
      }
    }
  }

  /// Returns when the time has been moved to the deadline, or when the task is cancelled. The bell also rings for other
  /// reasons.
  private func waitForSkip(after rings: UInt64, _ deadline: Instant) async {
    var rings = rings
    while !Task.isCancelled, time.now < deadline {
      await time.bell.wait(after: rings)
      rings = time.bell.rings
    }
  }
}
