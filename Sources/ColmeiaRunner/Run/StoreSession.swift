import Colmeia
import ColmeiaJSON
import ColmeiaSync

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
  /// The number of long-lived effects after a number of changes to the running effects.
  private let longLived = Guarded((changes: -1, count: 0))
  private let bell: Bell

  init(
    _ name: String, _ device: Device<Root>, _ time: ScenarioClock.Time, _ bell: Bell,
    onStep: @escaping @Sendable (_ lines: [String], _ action: String?, QueriedParts, borrowing Root.State) -> Void
  ) {
    self.name = name
    self.device = device
    self.bell = bell
    var watched = device
    watched.handler = WatchedHandler(base: device.handler, time: time)
    let box = Box(StoreHistory())
    self.box = box
    // The run reports problems itself.
    running = watched.makeStore(time, report: { _ in }) { [queriedState] event, state, _ in
      let now = time.now.offset
      let (lines, action) = box.content.withLock { history in
        (history.note(event, at: now), history.actions.last?.text)
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

  /// Reads the numbers of the running effects except long-lived ones, the starts that are delayed or queued, and at
  /// least the number of inputs that haven't been reduced and recorded. All values belong to the same moment.
  private func unfinished<Result: Sendable>(
    _ body: (_ running: [UInt64], _ waiting: [WaitingStart<Root.Effect>], _ unseen: Int, StoreHistory) -> Result
  ) -> Result {
    // The history is recorded after a step, without a lock. While the machine is read, it can only catch up.
    store.inspect { machine in
      let (ongoing, waiting, sends) = (machine.ongoing, machine.waitingStarts, sent.withLock { $0.count })
      return box.content.withLock { history in
        let unseen = max(history.missing(ongoing.map(\.number)), sends - history.sends)
        let running = ongoing.filter { !$0.isLongLived && history.knows($0.number) }.map(\.number)
        return body(running, waiting, unseen, history)
      }
    }
  }

  /// Whether actions have not been reduced, effects other than long-lived ones are running, or starts are delayed or
  /// queued.
  func hasPending(ignoringTimers: Bool) -> Bool {
    unfinished { running, waiting, unseen, _ in
      !running.isEmpty || unseen > 0 || !ignoringTimers && !waiting.isEmpty
    }
  }

  /// The pending work: actions that have not been reduced, running effects except long-lived ones, and starts that are
  /// delayed or queued.
  var pending: [PendingWork] {
    let (running, waiting, unseen) = unfinished { ($3.entries(of: $0), $1, $2) }
    let unseenWork = PendingWork(store: name, description: "an action or the end of an effect that is being processed")
    return running.map(work) + (unseen > 0 ? [unseenWork] : [])
      + waiting.map { start in
        PendingWork(store: name, effect: CaseText(start.effect), isWaiting: true)
      }
  }

  /// The cancelled effects that have not stopped yet.
  var stopping: [PendingWork] {
    history.entries.filter { $0.phase == .stopping || $0.phase == .running }.map(work)
  }

  private func work(_ entry: StoreHistory.Entry) -> PendingWork {
    PendingWork(store: name, effect: entry.effect, cause: entry.cause, began: entry.began)
  }

  /// At least the number of running effects except long-lived ones, and of unreduced actions. It includes timers, and
  /// is known in constant time unless an effect has begun or ended since.
  var mostRunning: Int {
    let (changes, sends) = box.content.withLock { ($0.changes, $0.sends) }
    let known = longLived.withLock { $0.changes == changes ? $0.count : nil }
    let (all, longLived) = store.inspect { machine in
      (machine.pending, known ?? machine.ongoing.count { $0.isLongLived })
    }
    if known == nil { self.longLived.withLock { $0 = (changes, longLived) } }
    return all - longLived + sent.withLock { $0.count } - sends
  }

  /// The number of running effects and unreduced actions, and whether a start is delayed, so that the store's alarm
  /// must be asleep.
  var activity: (running: Int, waitsForTime: Bool) {
    unfinished { running, waiting, unseen, _ in (running.count + unseen, waiting.contains { $0.timer != nil }) }
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

/// Unfinished work of a store.
struct PendingWork: Sendable {
  var store: String
  /// The effect, or `nil` if it is not known.
  var effect: CaseText?
  /// The work if it is not an effect.
  var description = ""
  var cause: String?
  var began: Duration?
  var isWaiting = false

  /// Returns a line that describes the work.
  func line(at now: Duration) -> String {
    let place = store.isEmpty ? "" : "\(store): "
    let text = effect?.text ?? description
    if isWaiting { return "\(place)\(text), delayed or queued" }
    let age = began.map { ", for \(Self.seconds(now - $0))" } ?? ""
    return "\(place)\(text)\(age)" + (cause.map { ", started by \($0)" } ?? "")
  }

  static func seconds(_ duration: Duration) -> String {
    let milliseconds = duration / .milliseconds(1)
    return milliseconds < 1_000 ? "\(Int(milliseconds)) ms" : "\((milliseconds / 100).rounded() / 10) s"
  }
}
