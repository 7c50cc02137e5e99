import ColmeiaBase
import ColmeiaWorld

/// Moves the clock of a served app forward, from one deadline to the next.
final class Advancer: Sendable {
  private enum Step: Sendable {
    case advance(Duration)
    case call(@Sendable () -> Void)
  }

  private struct Content: ~Copyable {
    var steps = Queue<Step>()
    /// Carries out the steps. `nil` if there are none.
    var task: Task<Void, Never>?
    var isStopped = false
    /// The number of effects that wait for something other than the clock and the network.
    var stuck = 0
  }

  /// The app takes longer than ``patience`` to come to rest, or must stop.
  private struct TooLong: Error {}

  /// The maximum real time for which the steps wait for the app, so that an endless effect can't stop the clock. It is
  /// much longer than an effect takes, because the threads of effects may be busy with other worlds.
  private static var patience: Duration { .seconds(60) }
  private static var limit: Int { 10_000 }

  let time: ScenarioClock.Time
  private let isWaiting: @Sendable () -> Bool
  /// The maximum real time for which a step waits for effects that do nothing although they aren't asleep. They may be
  /// reading a file, or waiting for something that never happens.
  private let quietPatience: Duration
  private let content = Guarded(Content())

  /// Creates an advancer. `isWaiting` tells whether the app waits for its network. Whatever ends that rings the bell of
  /// `time`.
  init(
    _ time: ScenarioClock.Time, quietPatience: Duration = .seconds(5),
    isWaiting: @escaping @Sendable () -> Bool = { false }
  ) {
    (self.time, self.quietPatience, self.isWaiting) = (time, quietPatience, isWaiting)
  }

  /// Whether so many steps wait that no more should be added.
  var isFull: Bool { content.withLock { $0.steps.count >= Self.limit } }

  /// Moves the clock forward, after all earlier advances.
  func advance(by duration: Duration) {
    content.withLock { content in
      if !content.isStopped { add(.advance(duration), &content) }
    }
  }

  /// Calls `body` when all earlier advances are over: now, if there are none.
  func afterwards(_ body: @escaping @Sendable () -> Void) {
    let mustWait = content.withLock { content in
      if content.task != nil, !content.isStopped { add(.call(body), &content) }
      return content.task != nil && !content.isStopped
    }
    if !mustWait { body() }
  }

  private func add(_ step: Step, _ content: inout Content) {
    content.steps.append(step)
    // The advancer's only task. The front end can go on sending meanwhile.
    if content.task == nil { content.task = Task { await carryOut() } }
  }

  private func carryOut() async {
    let deadline = ContinuousClock.now + Self.patience
    while let step = next() {
      switch step {
      case .call(let body): body()
      case .advance(let duration): await carryOut(duration, deadline)
      }
    }
  }

  private func next() -> Step? {
    content.withLock { content in
      let step = content.steps.popFirst()
      if step == nil { content.task = nil }
      return step
    }
  }

  private func carryOut(_ duration: Duration, _ deadline: ContinuousClock.Instant) async {
    let target = time.now.advanced(by: duration)
    do { try await time.advance(by: duration) { try await rest(until: deadline) } } catch { time.skip(to: target) }
  }

  /// Waits until the app is at rest.
  private func rest(until deadline: ContinuousClock.Instant) async throws(TooLong) {
    var quietSince: ContinuousClock.Instant?
    while true {
      let rings = time.bell.rings
      let (sleepers, now) = (time.sleepers, ContinuousClock.now)
      let isBusy = !time.executor.isIdle || sleepers.isLate || isWaiting()
      if Task.isCancelled || now >= deadline { throw TooLong() }
      if time.bell.rings != rings { continue }
      if isBusy {
        quietSince = nil
        if await !time.bell.wait(after: rings, until: deadline, ContinuousClock()) { throw TooLong() }
        continue
      }
      let start = quietSince ?? now
      quietSince = start
      if !mustWait(for: sleepers.awake, hasPatience: now < start + quietPatience) { return }
      _ = await time.bell.wait(after: rings, until: min(start + quietPatience, deadline), ContinuousClock())
    }
  }

  /// Returns whether more effects are awake than those that are known to be stuck.
  private func mustWait(for awake: Int, hasPatience: Bool) -> Bool {
    content.withLock { content in
      content.stuck = hasPatience ? min(content.stuck, awake) : awake
      return awake > content.stuck
    }
  }

  /// Ends the advances at once, and performs what waits for their end.
  func stop() async {
    let task = content.withLock { content in
      content.isStopped = true
      return content.task
    }
    task?.cancel()
    await task?.value
  }
}
