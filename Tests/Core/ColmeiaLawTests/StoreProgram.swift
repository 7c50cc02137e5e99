import ColmeiaBase
import ColmeiaTesting
import TestSupport
import Testing

@testable import Colmeia

/// Runs a random program on an actual store, on one thread. The seed determines which actions are sent, when effects
/// continue and what they send, how far the clock advances, who subscribes and cancels, and when the store is stopped.
final class StoreProgram: Sendable {
  typealias Step = TraceStep<LawFeature.Action, Int>

  /// The recorded events, in order.
  struct Seen {
    var began: [MachineRequest<Int>] = []
    var steps: [(step: Step, state: LawFeature.State)] = []
    /// The actions that the store accepted, in the order in which they were sent.
    var accepted: [LawFeature.Action] = []
    /// The effects that were passed to the handler, in order.
    var effects: [Int] = []
    /// The values that each subscriber received: the number of actions that had been reduced.
    var notifications: [Int: [UInt64]] = [:]
    var cancelledSubscribers: Set<Int> = []
    /// The number of subscribers that are sending an action.
    var inside = 0
    var broken: [String] = []
  }

  private struct Waiting {
    let send: Send<LawFeature.Action>
    let continuation: CheckedContinuation<Bool, Never>
  }

  private struct Content {
    var source: LawSource
    var seen = Seen()
    var waiting: [Waiting] = []
    var subscriptions: [Int: Subscription] = [:]
    /// How many more actions subscribers and answers may send, so that every program ends.
    var fuel = 60
  }

  let initial: LawFeature.State
  let clock = ManualClock()
  let executor = ManualExecutor()
  private let content: Guarded<Content>

  var seen: Seen { content.withLock { $0.seen } }

  init(seed: UInt64) {
    initial = LawProgram(seed: seed, count: 0).initial
    content = Guarded(
      Content(source: LawSource(random: SplitMix(state: seed &* 0xA24B_AED4_963E_E407), isCrowded: false)))
  }

  private func random(_ bound: Int) -> Int { content.withLock { $0.source.random.below(bound) } }
  private func action() -> LawFeature.Action { content.withLock { $0.source.action() } }
  private func record(_ body: (inout Seen) -> Void) { content.withLock { body(&$0.seen) } }

  /// Runs the program to its end, shuts the store down, and lets every effect end.
  func run(moves: Int) {
    let store = Store(
      initial, LawFeature(for: initial), Handler(program: self), clock: clock, executor: executor,
      trace: { [self] in trace($0, $1) })
    for _ in 0..<moves { move(store) }
    store.stop()
    repeat { executor.run() } while wakeOne(ends: true)
    if store.inspect({ $0.pending }) != 0 { record { $0.broken.append("law 7: effects are still pending") } }
  }

  private func move(_ store: Store<LawFeature>) {
    switch random(200) {
    case 0..<70: send(store)
    case 70..<130: _ = wakeOne(ends: random(3) > 0)
    case 130..<160: clock.advance(by: .milliseconds(random(40)))
    case 160..<170: subscribe(store)
    case 170..<178: cancelSubscriber()
    case 178..<186: store.withState { _ in for _ in 0..<random(3) { send(store) } }
    case 186: if random(4) == 0 { store.stop() }
    default: executor.run()
    }
  }

  private func send(_ store: Store<LawFeature>) {
    let action = action()
    // Recorded before it is sent, because its effects may send further actions before `send` returns.
    record { $0.accepted.append(action) }
    if store.send(action).outcome != .accepted { record { $0.accepted.removeLast() } }
  }

  /// Lets one effect send actions, and then end or continue to wait.
  private func wakeOne(ends: Bool) -> Bool {
    let waiting = content.withLock { content -> Waiting? in
      if content.waiting.isEmpty { return nil }
      return content.waiting.remove(at: content.source.random.below(content.waiting.count))
    }
    guard let waiting else { return false }
    for _ in 0..<random(3) { waiting.send(action()) }
    waiting.continuation.resume(returning: ends)
    return true
  }

  private func subscribe(_ store: Store<LawFeature>) {
    let number = content.withLock { $0.seen.notifications.count }
    record { $0.notifications[number] = [] }
    let receive: @Sendable (UInt64) -> Void = { [self, weak store] count in
      record { seen in
        seen.notifications[number]?.append(count)
        if seen.inside > 0 { seen.broken.append("law 2: send recursed") }
        if seen.cancelledSubscribers.contains(number) {
          seen.broken.append("law 6: a cancelled subscriber was notified")
        }
      }
      guard let store, spendFuel() else { return }
      if random(3) == 0 { cancelSubscriber() }
      record { $0.inside += 1 }
      send(store)
      record { $0.inside -= 1 }
    }
    let subscription =
      random(2) == 0
      ? store.subscribe(to: \.count, receive: receive)
      : store.subscribe({ $0.count }, receive: receive)
    content.withLock { $0.subscriptions[number] = subscription }
  }

  private func spendFuel() -> Bool {
    content.withLock { content in
      content.fuel -= 1
      return content.fuel > 0 && content.source.random.below(4) == 0
    }
  }

  private func cancelSubscriber() {
    let number = random(8)
    guard let subscription = content.withLock({ $0.subscriptions.removeValue(forKey: number) }) else { return }
    subscription.cancel()
    record { _ = $0.cancelledSubscribers.insert(number) }
  }

  private func trace(_ event: TraceEvent<LawFeature.Action, Int>, _ state: borrowing LawFeature.State) {
    let state = copy state
    switch event {
    case .began(let requests): record { $0.began = requests }
    case .step(let step): record { $0.steps.append((step, state)) }
    case .refused: record { $0.broken.append("law 2: a send was refused below the limit") }
    }
  }

  struct Handler: EffectHandler {
    let program: StoreProgram

    func work(for effect: Int) -> Work<LawFeature.Action> {
      program.record { $0.effects.append(effect) }
      switch program.random(8) {
      case 0: return program.spendFuel() ? .action(program.action()) : .done
      case 1: return .done
      default: return .async { send in await perform(effect, send: send) }
      }
    }

    private nonisolated(nonsending) func perform(_ effect: Int, send: Send<LawFeature.Action>) async {
      if program.random(4) == 0 { send(program.action()) }
      while true {
        let isOver = await withCheckedContinuation { continuation in
          program.content.withLock { $0.waiting.append(Waiting(send: send, continuation: continuation)) }
        }
        if isOver { return }
      }
    }
  }
}
