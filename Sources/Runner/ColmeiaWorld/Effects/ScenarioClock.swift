import ColmeiaBase

/// The clock of a scenario's world. It runs with real time while a statement waits, and can be moved forward, so that a
/// retry that is due in half a minute happens at once if the scenario says `advance 30s`.
///
/// All clocks of one world share the same time. Sleeping alarms of stores and sleeping effects are counted separately,
/// so that the runner can tell whether all effects are asleep or some are active.
package final class ScenarioClock: Clock, Sendable {
  /// A point in time, relative to the beginning of the world.
  package struct Instant: InstantProtocol {
    package var offset: Swift.Duration
    package func advanced(by duration: Swift.Duration) -> Instant { Instant(offset: offset + duration) }
    package func duration(to other: Instant) -> Swift.Duration { other.offset - offset }
    package static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  /// A sleeping task.
  fileprivate struct Sleeper: Sendable {
    let deadline: Instant
    let number: UInt64
    let kind: Kind
    let run: EffectRun?
    /// Rings when the task must check the time. Each sleeper has its own bell, because waking all sleepers for each one
    /// would take quadratic time.
    let bell = Bell()
  }

  /// The time that several clocks share.
  package final class Time: Sendable {
    private struct Content {
      var skipped = Swift.Duration.zero
      /// The elapsed real time at which the clock was frozen. Until it is thawed, only skipping moves it.
      var frozen: Swift.Duration?
      var nextSleeper: UInt64 = 0
      var sleepers = DeadlineQueue<Sleeper>()
      var asleep = SleepingEffects()
      var alarms = 0
      /// The bells of the sleepers that wait for the clock to be thawed, by their numbers.
      var parked: [UInt64: Bell] = [:]
      /// Whether the time was moved while the clock was frozen.
      var isMoved = false
    }

    private let content = Guarded(Content())
    private let isPassing = Awaited(true)
    /// Rings when a sleeper falls asleep or wakes, when the time is moved, and when no effect is busy any longer.
    package let bell: Bell
    /// Carries out the effects that live in this time. Its bell is the one above.
    package let executor: EffectExecutor
    let elapsed: @Sendable () -> Swift.Duration
    let sleep: @Sendable (Swift.Duration) async throws -> Void

    package init(_ base: some Clock<Swift.Duration>) {
      bell = Bell()
      executor = EffectExecutor(bell)
      let start = base.now
      elapsed = { start.duration(to: base.now) }
      sleep = { try await base.sleep(until: base.now.advanced(by: $0), tolerance: nil) }
    }

    package var now: Instant { content.withLock { Instant(offset: ($0.frozen ?? elapsed()) + $0.skipped) } }

    /// Whether the clock doesn't follow real time.
    var isFrozen: Bool { content.withLock { $0.frozen != nil } }

    /// Stops the clock from following real time, so that a chain of timers is not delayed by the time it takes to run.
    package func freeze() {
      isPassing.change { $0 = false }
      content.withLock { if $0.frozen == nil { $0.frozen = elapsed() } }
    }

    /// Lets the clock follow real time again, from its current time. Sleepers that were already asleep when it was
    /// frozen wake too early at most, unless the time was moved.
    ///
    /// - Parameter delivers: Whether the network delivers from now on.
    package func thaw(delivers: Bool = true) {
      if delivers { isPassing.change { $0 = true } }
      let bells = content.withLock { content in
        guard let frozen = content.frozen else { return [Bell]() }
        content.skipped -= elapsed() - frozen
        content.frozen = nil
        defer { (content.parked, content.isMoved) = ([:], false) }
        return content.isMoved ? content.sleepers.values(upTo: nil).map(\.bell) : Array(content.parked.values)
      }
      for bell in bells { bell.ring() }
      bell.ring()
    }

    /// Lets the clock follow real time during `body`, even if it is frozen.
    ///
    /// - Parameter delivers: Whether the network delivers meanwhile.
    package func flowing<Result>(delivers: Bool = true, _ body: () async throws -> Result) async rethrows -> Result {
      if !isFrozen { return try await body() }
      thaw(delivers: delivers)
      defer { freeze() }
      return try await body()
    }

    /// Registers a sleeper that must wait until the clock is thawed. Returns `false` if it isn't frozen.
    fileprivate func parks(_ sleeper: Sleeper) -> Bool {
      content.withLock { content in
        if content.frozen == nil { return false }
        content.parked[sleeper.number] = sleeper.bell
        return true
      }
    }

    /// Moves the time forward from one sleeping task to the next, and calls `rest` before each step, so that each one
    /// can finish what it does before the deadline of the next is reached. Real time doesn't count meanwhile.
    package func advance(by duration: Swift.Duration, rest: () async throws -> Void) async rethrows {
      let wasFrozen = isFrozen
      freeze()
      isPassing.change { $0 = true }
      let target = now.advanced(by: duration)
      defer { if wasFrozen { freeze() } else { thaw() } }
      try await rest()
      while let next = nextDeadline, next <= target {
        skip(to: next)
        try await rest()
      }
      skip(to: target)
      try await rest()
    }

    /// Waits until the clock runs or is moved. What a network delivers waits for this, so that it doesn't arrive
    /// between two statements of a scenario. Returns at once if the task is cancelled.
    func passes() async { _ = await isPassing.first { $0 ? true : nil } }

    func begin(_ run: EffectRun) { content.withLock { $0.asleep.begin(run) } }
    func end(_ run: EffectRun) { content.withLock { $0.asleep.end(run) } }

    /// The earliest deadline of all sleepers.
    package var nextDeadline: Instant? { content.withLock { ($0.sleepers.first?.deadline).map(Instant.init) } }

    /// The numbers of effects that are asleep and awake, except long-lived ones, the number of sleeping alarms, and
    /// whether any sleeper is past its deadline.
    package var sleepers: (effects: Int, awake: Int, alarms: Int, isLate: Bool) {
      content.withLock { content in
        let now = Instant(offset: (content.frozen ?? elapsed()) + content.skipped)
        let isLate = content.sleepers.first.map { $0.deadline <= now.offset } ?? false
        return (content.asleep.count, content.asleep.awake, content.alarms, isLate)
      }
    }

    /// Moves the time forward to `instant`, unless it is already later.
    package func skip(to instant: Instant) {
      let sleepers = content.withLock { content in
        let now = Instant(offset: (content.frozen ?? elapsed()) + content.skipped)
        if now < instant { content.skipped += now.duration(to: instant) }
        if content.frozen != nil { content.isMoved = true }
        // While the clock is frozen, the others need not check how much real time they have left until it is thawed.
        let isFrozen = content.frozen != nil
        return content.sleepers.values(upTo: isFrozen ? max(now, instant).offset : nil)
      }
      wake(sleepers)
    }

    private func wake(_ sleepers: [Sleeper]) {
      for sleeper in sleepers { sleeper.bell.ring() }
      bell.ring()
    }

    fileprivate func add(_ deadline: Instant, _ kind: Kind) -> Sleeper {
      let run = kind == .effect ? EffectRun.current : nil
      let sleeper = content.withLock { content in
        content.nextSleeper += 1
        let sleeper = Sleeper(deadline: deadline, number: content.nextSleeper, kind: kind, run: run)
        content.sleepers.insert(sleeper, sleeper.number, at: deadline.offset)
        content.asleep.add(1, to: run)
        if kind == .alarm { content.alarms += 1 }
        return sleeper
      }
      bell.ring()
      return sleeper
    }

    fileprivate func remove(_ sleeper: Sleeper) {
      content.withLock { content in
        content.sleepers.remove(sleeper.number)
        content.asleep.add(-1, to: sleeper.run)
        if sleeper.kind == .alarm { content.alarms -= 1 }
        content.parked[sleeper.number] = nil
      }
      bell.ring()
    }
  }

  /// The kinds of sleepers.
  package enum Kind: Sendable, Hashable {
    /// An effect, if the sleeping task belongs to one (``EffectRun``).
    case effect
    /// A store that waits for its next timer.
    case alarm
    /// Work besides effects, such as keeping a connection alive. The runner doesn't wait for it.
    case background
  }

  let time: Time
  private let kind: Kind

  package init(_ time: Time, for kind: Kind) {
    self.time = time
    self.kind = kind
  }

  package var now: Instant { time.now }
  package var minimumResolution: Swift.Duration { .zero }

  /// Sleeps until real time and skipped time together have reached `deadline`.
  package func sleep(until deadline: Instant, tolerance: Swift.Duration?) async throws {
    let sleeper = time.add(deadline, kind)
    defer { time.remove(sleeper) }
    while true {
      try Task.checkCancellation()
      let rings = sleeper.bell.rings
      let left = time.now.duration(to: deadline)
      if left <= .zero { return }
      if time.parks(sleeper) {
        // Real time doesn't count, and the bell rings when it does again.
        await sleeper.bell.wait(after: rings)
        continue
      }
      await withTaskGroup(of: Void.self) { group in
        group.addTask { try? await self.time.sleep(left) }
        group.addTask { await sleeper.bell.wait(after: rings) }
        await group.next()
        group.cancelAll()
      }
    }
  }
}
