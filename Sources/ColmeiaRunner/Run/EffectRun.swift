import Colmeia

/// A running effect of a scenario, identified by its object.
final class EffectRun: Sendable {
  /// The effect that the current task belongs to.
  @TaskLocal static var current: EffectRun?
}

/// A handler whose effects know which ones they are, so that the clock can tell which effects are asleep.
struct WatchedHandler<Effect: Sendable & Equatable, Action: Sendable>: EffectHandler {
  let base: any EffectHandler<Effect, Action>
  let time: ScenarioClock.Time

  func work(for effect: Effect) -> Work<Action> {
    switch base.work(for: effect) {
    case .answer(let body): .answer { send in await watch(send) { await body() } }
    case .async(let body): .async { send in await watch(send) { await body(send) } }
    case let work: work
    }
  }

  private nonisolated(nonsending) func watch<Result>(
    _ send: Send<Action>, _ body: nonisolated(nonsending) () async -> Result
  ) async -> Result {
    let run = EffectRun()
    time.begin(run, isLongLived: send.id.isLongLived)
    defer { time.end(run) }
    return await EffectRun.$current.withValue(run) { await body() }
  }
}

/// Which effects are asleep. An effect is asleep while any of its tasks sleeps.
///
/// A sleeping task that serves several effects, such as one for the timeouts of all requests, belongs to the effect
/// that has started it, and to none after that effect has ended.
struct SleepingEffects {
  private struct Run {
    var sleepers = 0
    let isLongLived: Bool
    var isCounted: Bool { sleepers > 0 && !isLongLived }
  }

  private var runs: [ObjectIdentifier: Run] = [:]
  /// The number of effects that are asleep, except long-lived ones.
  private(set) var count = 0

  mutating func begin(_ run: EffectRun, isLongLived: Bool) {
    runs[ObjectIdentifier(run)] = Run(isLongLived: isLongLived)
  }

  mutating func end(_ run: EffectRun) {
    if let run = runs.removeValue(forKey: ObjectIdentifier(run)), run.isCounted { count -= 1 }
  }

  /// Records that a task of an effect falls asleep (1) or wakes (-1). Ignored if the effect isn't running.
  mutating func add(_ sleepers: Int, to run: EffectRun?) {
    guard let key = run.map(ObjectIdentifier.init), var run = runs[key] else { return }
    if run.isCounted { count -= 1 }
    run.sleepers += sleepers
    if run.isCounted { count += 1 }
    runs[key] = run
  }
}
