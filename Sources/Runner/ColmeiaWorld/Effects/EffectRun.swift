import Colmeia
import ColmeiaBase
import ColmeiaCassette

/// A running effect of a scenario, identified by its object.
final class EffectRun: Sendable {
  /// The effect that the current task belongs to.
  @TaskLocal static var current: EffectRun?
}

/// A handler whose effects know which ones they are, so that the clock can tell which effects are asleep.
package struct WatchedHandler<Effect: Sendable & Equatable, Action: Sendable>: EffectHandler {
  let base: any EffectHandler<Effect, Action>
  let time: ScenarioClock.Time
  let late: LateAnswers

  /// Creates a handler over the app's own one.
  package init(
    base: any EffectHandler<Effect, Action>, time: ScenarioClock.Time, _ late: LateAnswers = LateAnswers()
  ) {
    (self.base, self.time, self.late) = (base, time, late)
  }

  package func work(for effect: Effect) -> Work<Action> {
    switch base.work(for: effect) {
    case .answer(let body): .answer { send in await watch(send) { await body() } }
    case .async(let body): .async { send in await watch(send) { await body(send) } }
    case let work: work
    }
  }

  private nonisolated(nonsending) func watch<Result>(
    _ send: Send<Action>, _ body: nonisolated(nonsending) () async -> Result
  ) async -> Result {
    // The run of a long-lived effect isn't recorded, so none of its tasks counts for another effect.
    let run = EffectRun()
    if !send.id.isLongLived { time.begin(run) }
    let answers = ReplayedAnswers()
    defer {
      time.end(run)
      if Task.isCancelled { answers.discard() } else { late.add(answers, of: send.id) }
    }
    return await OutsideWork.$observer.withValue(time.executor) {
      await EffectRun.$current.withValue(run) { await ReplayedAnswers.$current.withValue(answers) { await body() } }
    }
  }
}

/// The recorded responses of effects that have ended and whose last action hasn't been reduced: the effect may have been
/// cancelled meanwhile.
package final class LateAnswers: Sendable {
  private let answers = Guarded<[RequestID: ReplayedAnswers]>([:])

  package init() {}

  func add(_ ended: ReplayedAnswers, of id: RequestID) {
    if !ended.isEmpty { answers.withLock { $0[id] = ended } }
  }

  /// Notes that a store has received the last action of an effect, or its end.
  package func record<Action>(_ input: MachineInput<Action>, isDiscarded: Bool) {
    switch input {
    case .answer(let id, _), .finish(let id):
      let ended = answers.withLock { $0.removeValue(forKey: id) }
      if isDiscarded { ended?.discard() }
    case .send, .resolve, .fire, .shutDown: break
    }
  }
}

/// Which effects are asleep, and which are awake, except long-lived ones. An effect is asleep while any of its tasks
/// sleeps.
///
/// A sleeping task that serves several effects, such as one for the timeouts of all requests, belongs to the effect
/// that has started it, and to none after that effect has ended.
struct SleepingEffects {
  /// The numbers of sleeping tasks of the effects.
  private var sleepers: [ObjectIdentifier: Int] = [:]
  /// The number of effects that are asleep.
  private(set) var count = 0
  /// The number of effects that are not asleep.
  var awake: Int { sleepers.count - count }

  mutating func begin(_ run: EffectRun) { sleepers[ObjectIdentifier(run)] = 0 }

  mutating func end(_ run: EffectRun) {
    if let number = sleepers.removeValue(forKey: ObjectIdentifier(run)), number > 0 { count -= 1 }
  }

  /// Records that a task of an effect falls asleep (1) or wakes (-1). Ignored if the effect isn't running.
  mutating func add(_ change: Int, to run: EffectRun?) {
    guard let key = run.map(ObjectIdentifier.init), let number = sleepers[key] else { return }
    sleepers[key] = number + change
    if number == 0 { count += 1 } else if number + change == 0 { count -= 1 }
  }
}
