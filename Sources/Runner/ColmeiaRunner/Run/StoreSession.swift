import Colmeia
import ColmeiaBase
import ColmeiaFrontEnds
import ColmeiaScenario
import ColmeiaWorld

/// A store of a scenario and its history.
final class StoreSession<Root: Reducer>: Sendable
where Root.State: Codable, Root.Action: Codable, Root.Effect: Codable {
  let name: String
  let device: Device<Root>
  let queriedState = QueriedParts("state")
  let queriedScreen = QueriedParts("screen", .values)
  private let running: RunningStore<Root>
  var store: Store<Root> { running.store }
  private let box: Box<StoreHistory>
  /// The number of actions that were sent, and the number of those that have been reduced together with their immediate
  /// answers.
  private let sent = Guarded((count: 0, over: 0))
  private let bell: Bell

  init(
    _ name: String, _ device: Device<Root>, _ time: ScenarioClock.Time, _ bell: Bell,
    onStep: @escaping @Sendable (_ lines: [String], _ action: String?, QueriedParts, borrowing Root.State) -> Void
  ) {
    self.name = name
    self.device = device
    self.bell = bell
    var watched = device
    let late = LateAnswers()
    watched.handler = WatchedHandler(base: device.handler, time: time, late)
    let box = Box(StoreHistory())
    self.box = box
    // The run reports problems itself.
    running = watched.makeStore(time, report: { _ in }) { [queriedState] event, state, _ in
      if case .step(let step) = event { late.record(step.input, isDiscarded: step.isDiscarded) }
      let now = time.now.offset
      let (lines, action) = box.content.withLock { history in
        (history.record(event, at: now), history.actions.last?.text)
      }
      onStep(lines, action, queriedState, state)
      bell.ring()
    }
    send(device.start)
  }

  func send(_ actions: [Root.Action]) {
    let count = sent.withLock { sent in
      sent.count += actions.count
      return sent.count
    }
    for action in actions { _ = running.send(action) }
    store.whenIdle { [self] in
      sent.withLock { $0.over = max($0.over, count) }
      bell.ring()
    }
  }

  /// Whether every sent action has been reduced, including immediate answers of effects.
  var hasReducedAll: Bool { sent.withLock { $0.over == $0.count } }

  var history: StoreHistory { box.content.withLock { $0 } }

  /// Removes and returns the problems that the store has reported.
  func takeProblems() -> [String] { box.content.withLock { $0.takeProblems() } }

  /// Whether actions have not been reduced, effects other than long-lived ones are running, or starts are delayed or
  /// queued.
  func hasPending(ignoringTimers: Bool) -> Bool {
    let activity = activity
    return activity.running > 0 || !ignoringTimers && activity.waiting > 0
  }

  /// Whether nothing runs or waits, not even a long-lived effect, so that nothing changes without another action.
  var isAtRest: Bool {
    store.inspect { machine in
      machine.pending == 0 && box.content.withLock { $0.pending == 0 && $0.sends == sent.withLock { $0.count } }
    }
  }

  /// The pending work: actions that have not been reduced, running effects except long-lived ones, and starts that are
  /// delayed or queued.
  var pending: [PendingWork] {
    let (running, waiting, isUnseen) = store.inspect { machine in
      let (ongoing, sends) = (machine.ongoing, sent.withLock { $0.count })
      return box.content.withLock { history in
        let running = history.entries(of: ongoing.filter { !$0.isLongLived }.map(\.number))
        let isUnseen = history.missing(ongoing.map(\.number)) > 0 || sends > history.sends
        return (running, machine.waitingStarts, isUnseen)
      }
    }
    let unseen = PendingWork(store: name, description: "an action or the end of an effect that is being processed")
    return running.map(work) + (isUnseen ? [unseen] : [])
      + waiting.map { PendingWork(store: name, effect: CaseText($0.effect), isWaiting: true) }
  }

  /// The cancelled effects that have not stopped yet.
  var stopping: [PendingWork] {
    history.entries.filter { [.stopping, .running, .longLived].contains($0.phase) }.map(work)
  }

  private func work(_ entry: StoreHistory.Entry) -> PendingWork {
    PendingWork(store: name, effect: entry.effect, cause: entry.cause, began: entry.began)
  }

  /// The number of running effects except long-lived ones and of inputs that haven't been reduced or recorded, the
  /// number of starts that are delayed or queued, and whether the store's alarm must be asleep. An effect whose end
  /// hasn't been recorded counts twice.
  ///
  /// - Complexity: O(1).
  var activity: (running: Int, waiting: Int, waitsForTime: Bool) {
    // The history is recorded after a step, without a lock. While the machine is read, it can only catch up.
    store.inspect { machine in
      let sends = sent.withLock { $0.count }
      return box.content.withLock { history in
        let unseen = abs(machine.pending - history.pending) + sends - history.sends
        return (history.running + unseen, history.waiting.count, history.waitsForTime)
      }
    }
  }

  /// Returns the descriptions of the effects in a phase, optionally only those with a name.
  func effects(_ name: EventName?, _ phase: EffectPhase) -> [String] {
    let all =
      switch phase {
      case .pending: pending.compactMap(\.effect)
      case .requested: history.entries.map(\.effect)
      case .cancelled: history.entries.filter { $0.phase == .stopping || $0.phase == .cancelled }.map(\.effect)
      case .completed: history.entries.filter { $0.phase == .completed }.map(\.effect)
      }
    return Self.texts(all, name)
  }

  /// Returns the descriptions of the reduced actions, optionally only those with a name.
  func actions(_ name: EventName?) -> [String] {
    Self.texts(history.actions, name)
  }

  private static func texts(_ all: [CaseText], _ name: EventName?) -> [String] {
    (name.map { name in all.filter { $0.isNamed(name.text) } } ?? all).map(\.text)
  }
}

/// A value that a closure shares with its creator.
private final class Box<Value: Sendable>: Sendable {
  let content: Guarded<Value>
  init(_ value: Value) { content = Guarded(value) }
}
