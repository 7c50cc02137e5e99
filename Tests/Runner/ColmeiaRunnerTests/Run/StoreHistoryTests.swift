import ColmeiaBase
import TestSupport
import Testing

@testable import ColmeiaRunner
@testable import ColmeiaWorld

/// Effects that end immediately, beside one that runs until it is cancelled.
private struct Work: Reducer {
  struct State: Sendable {}
  enum Action: Codable, Sendable { case begin, work }
  enum Effect: Codable, Equatable, Sendable { case endless, short }

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .begin: .run(.endless)
    case .work: .run(.short)
    }
  }

  struct Handler: EffectHandler {
    func work(for effect: Effect) -> Colmeia.Work<Action> {
      switch effect {
      case .endless: .async { _ in for await _ in AsyncStream<Never>.makeStream().stream {} }
      case .short: .done
      }
    }
  }
}

@Suite struct StoreHistoryTests {
  @Test func `A history keeps running effects and the newest actions and effects, and is bounded`() async {
    let history = Guarded(StoreHistory())
    let store = Store(
      Work.State(), Work(), Work.Handler(),
      trace: { event, _ in
        history.withLock { _ = $0.record(event, at: .zero) }
      })
    store.send(.begin)
    for _ in 0..<StoreHistory.limit + 1_000 { store.send(.work) }
    let noted = history.withLock { $0 }
    #expect(noted.sends == StoreHistory.limit + 1_001)
    #expect((StoreHistory.limit / 2...StoreHistory.limit).contains(noted.actions.count))
    #expect((StoreHistory.limit / 2...StoreHistory.limit).contains(noted.entries.count))
    #expect(noted.entries.first?.effect.text == "endless")
    #expect(noted.entries.dropFirst().allSatisfy { $0.effect.text == "short" && $0.phase == .completed })
    let running = store.inspect { $0.ongoing.map(\.number) }
    #expect(noted.entries(of: running).map(\.effect.text) == ["endless"])
    #expect(noted.missing(running) == 0)
    await store.shutdown()
    #expect(history.withLock { $0.entries.first?.phase } == .cancelled)
  }

  @Test(arguments: 1...8)
  func `A history knows at each step how many effects run and wait, as the machine does`(seed: UInt64) async {
    let time = ScenarioClock.Time(ContinuousClock())
    time.freeze()
    let clock = ScenarioClock(time, for: .effect)
    let history = Guarded(StoreHistory())
    let checked = Guarded<Store<Orders>?>(nil)
    let seen = Guarded(Seen())
    let mistakes = Guarded<[String]>([])
    let store = Store(
      Orders.State(), Orders(), Orders.Handler(clock: clock), clock: clock,
      trace: { event, _ in
        let history = history.withLock { history in
          _ = history.record(event, at: .zero)
          return history
        }
        // No other step is made meanwhile.
        guard let store = checked.withLock({ $0 }) else { return }
        let (pending, ongoing, waiting) = store.inspect { ($0.pending, $0.ongoing, $0.waitingStarts) }
        let running = ongoing.count { !$0.isLongLived }
        if history.pending != pending || history.running != running || history.waiting.count != waiting.count {
          mistakes.withLock { $0.append("\(event): \(pending) pending, \(running) running, \(waiting.count) waiting") }
        }
        if waiting.contains(where: { $0.timer != nil }), !history.waitsForTime {
          mistakes.withLock { $0.append("\(event): a timer is missing") }
        }
        seen.withLock { seen in
          seen.windows = max(seen.windows, pending - ongoing.count - waiting.count)
          seen.queued = max(seen.queued, waiting.count { $0.timer == nil })
          seen.longLived = max(seen.longLived, ongoing.count - running)
          seen.steps += 1
        }
      })
    checked.withLock { $0 = store }
    var random = SplitMix(state: seed)
    for _ in 0..<600 {
      store.send(Orders.Action(&random))
      if random.below(4) == 0 { time.skip(to: time.now.advanced(by: .seconds(1))) }
    }
    await store.shutdown()
    checked.withLock { $0 = nil }
    #expect(mistakes.withLock { $0.prefix(3) } == [])
    let most = seen.withLock { $0 }
    #expect(most.steps > 600 && most.windows > 0 && most.queued > 0 && most.longLived == 3, "\(most)")
    #expect(history.withLock { $0.pending == 0 && $0.running == 0 && !$0.waitsForTime })
  }

  /// The highest numbers of each kind that a run has seen.
  private struct Seen { var (windows, queued, longLived, steps) = (0, 0, 0, 0) }
}

/// Starts and cancels effects in all ways.
private struct Orders: Reducer {
  struct State: Sendable { var listens = [false, false, false] }
  enum Action: Codable, Sendable {
    case run(String, Policy, EffectStart, seconds: Int)
    case cancel(String)
    case listen(Int)
    case ended

    init(_ random: inout SplitMix) {
      let id = "id \(random.below(4))"
      let delay = Duration.seconds(1 + random.below(4))
      let start: EffectStart = [.now, .now, .after(delay), .debounce(delay), .throttle(delay)][random.below(5)]
      let policy = Policy.allCases[random.below(Policy.allCases.count)]
      switch random.below(10) {
      case 0: self = .cancel(id)
      case 1...2: self = .listen(random.below(3))
      default: self = .run(id, policy, start, seconds: random.below(3))
      }
    }
  }
  enum Effect: Codable, Equatable, Sendable { case work(seconds: Int), listen }

  func reduce(into state: inout State, action: Action) -> Effects {
    switch action {
    case .run(let id, let policy, let start, let seconds):
      return .run(.work(seconds: seconds), id: EffectID(id), policy, start)
    case .cancel(let id): return .cancel(EffectID(id))
    case .listen(let number): state.listens[number].toggle()
    case .ended: break
    }
    return .none
  }

  func longLived(in state: State) -> LongLivedEffects<Effect> {
    state.listens.enumerated().reduce(into: .none) { all, entry in
      if entry.element { all += .running(.listen, id: "listen \(entry.offset)") }
    }
  }

  struct Handler: EffectHandler {
    let clock: ScenarioClock

    func work(for effect: Effect) -> Colmeia.Work<Action> {
      switch effect {
      case .work(0): .action(.ended)
      case .work(let seconds):
        .answer {
          try? await clock.sleep(for: .seconds(seconds))
          return .ended
        }
      case .listen: .async { _ in for await _ in AsyncStream<Never>.makeStream().stream {} }
      }
    }
  }
}
