import Colmeia
import ColmeiaSync

/// The clock of a scenario's world: it runs with real time, and can be moved forward, so that a retry which is due in
/// half a minute happens at once when the scenario says `advance 30s`.
///
/// Everything in one world shares the time. Who sleeps is counted apart for the stores' alarms and for the effects, so
/// that the runner can tell a world in which all effects are asleep from one in which something is going on.
final class ScenarioClock: Clock, Sendable {
  /// A point in time, counted from the beginning of the world.
  struct Instant: InstantProtocol {
    var offset: Swift.Duration
    func advanced(by duration: Swift.Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Swift.Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  /// What several views of one time share.
  final class Time: Sendable {
    struct Content {
      var skipped = Swift.Duration.zero
      /// The real time at which it stands still, while only skipping moves it.
      var frozen: Swift.Duration?
      var nextSleeper = 0
      /// When each sleeper wants to wake, and what it is.
      var sleepers: [Int: (deadline: Instant, kind: Kind)] = [:]
    }

    let content = Guarded(Content())
    /// Rings when somebody falls asleep, wakes, or time was moved.
    let bell = Bell()
    let elapsed: @Sendable () -> Swift.Duration
    let sleep: @Sendable (Swift.Duration) async throws -> Void

    init(_ base: some Clock<Swift.Duration>) {
      let start = base.now
      elapsed = { start.duration(to: base.now) }
      sleep = { try await base.sleep(until: base.now.advanced(by: $0), tolerance: nil) }
    }

    var now: Instant { content.withLock { Instant(offset: ($0.frozen ?? elapsed()) + $0.skipped) } }

    /// Lets real time stand still, so that a chain of timers is not late by what it takes to run it.
    func freeze() {
      content.withLock { if $0.frozen == nil { $0.frozen = elapsed() } }
    }

    /// Lets real time go on from where it stands.
    func thaw() {
      content.withLock { content in
        guard let frozen = content.frozen else { return }
        content.skipped -= elapsed() - frozen
        content.frozen = nil
      }
      bell.ring()
    }

    /// When the next sleeper wants to wake.
    var nextDeadline: Instant? { content.withLock { $0.sleepers.values.map(\.deadline).min() } }

    /// Who sleeps: how many effects, how many stores' alarms, and whether somebody should have woken.
    var sleepers: (effects: Int, alarms: Int, isLate: Bool) {
      content.withLock { content in
        let now = Instant(offset: (content.frozen ?? elapsed()) + content.skipped)
        let all = content.sleepers.values
        return (
          all.count { $0.kind == .effect }, all.count { $0.kind == .alarm }, all.contains { $0.deadline <= now }
        )
      }
    }

    /// Moves the time forward to `instant`, if it is not there yet.
    func skip(to instant: Instant) {
      content.withLock { content in
        let now = Instant(offset: (content.frozen ?? elapsed()) + content.skipped)
        if now < instant { content.skipped += now.duration(to: instant) }
      }
      bell.ring()
    }
  }

  /// Who sleeps by a clock.
  enum Kind: Sendable, Hashable {
    /// An effect.
    case effect
    /// A store, until its next timer is due.
    case alarm
    /// What goes on beside the effects, such as looking after a connection. Nobody waits for it.
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

  /// Sleeps until real time and what was skipped have come to `deadline`.
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

  /// Comes back when time was moved to the deadline, or the task is cancelled; the bell rings for other things too.
  private func waitForSkip(after rings: UInt64, _ deadline: Instant) async {
    var rings = rings
    while !Task.isCancelled, time.now < deadline {
      await time.bell.wait(after: rings)
      rings = time.bell.rings
    }
  }
}
