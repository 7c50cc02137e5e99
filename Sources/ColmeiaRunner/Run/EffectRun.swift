import Colmeia

/// A running effect of a scenario.
struct EffectRun: Hashable, Sendable {
  /// The effect that the current task belongs to.
  @TaskLocal static var current: EffectRun?

  /// The number of the store within the world's time.
  let store: Int
  /// The number of the request.
  let number: UInt64
}

/// A handler whose effects know which ones they are, so that the clock can tell which effects are asleep.
struct WatchedHandler<Effect: Sendable & Equatable, Action: Sendable>: EffectHandler {
  let base: any EffectHandler<Effect, Action>
  let store: Int
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
    let run = EffectRun(store: store, number: send.id.number)
    time.begin(run)
    defer { time.end(run) }
    return await EffectRun.$current.withValue(run) { await body() }
  }
}

/// Which effects are asleep. An effect is asleep while any of its tasks sleeps.
///
/// A sleeping task that serves several effects, such as one for the timeouts of all requests, belongs to the effect that
/// has started it, and to none after that effect has ended.
struct SleepingEffects {
  private struct Run {
    var sleepers = 0
    var isLongLived: Bool
    var isCounted: Bool { sleepers > 0 && !isLongLived }
  }

  private var runs: [EffectRun: Run] = [:]
  /// The numbers of the long-lived effects of each store.
  private var longLived: [Int: Set<UInt64>] = [:]
  /// The number of effects that are asleep, except long-lived ones.
  private(set) var count = 0

  mutating func begin(_ run: EffectRun) {
    runs[run] = Run(isLongLived: longLived[run.store]?.contains(run.number) ?? false)
  }

  mutating func end(_ run: EffectRun) {
    change(run) { $0.sleepers = 0 }
    runs[run] = nil
  }

  /// Records that a task of an effect falls asleep (1) or wakes (-1). Ignored if the effect isn't running.
  mutating func add(_ sleepers: Int, to run: EffectRun?) {
    if let run { change(run) { $0.sleepers += sleepers } }
  }

  /// Sets which effects of a store are long-lived.
  ///
  /// - Complexity: O(*n*), where *n* is the number of long-lived effects.
  mutating func setLongLived(_ numbers: Set<UInt64>, of store: Int) {
    let old = longLived.updateValue(numbers, forKey: store) ?? []
    for number in numbers.symmetricDifference(old) {
      change(EffectRun(store: store, number: number)) { $0.isLongLived = numbers.contains(number) }
    }
  }

  private mutating func change(_ key: EffectRun, _ body: (inout Run) -> Void) {
    guard var run = runs[key] else { return }
    if run.isCounted { count -= 1 }
    body(&run)
    if run.isCounted { count += 1 }
    runs[key] = run
  }
}
