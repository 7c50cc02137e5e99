import Colmeia
import ColmeiaWorld

/// The actions and effects of one store, recorded by its trace.
struct StoreHistory: Sendable {
  /// An effect that was requested.
  struct Entry: Sendable {
    /// The number of its latest request. An effect that waits gets another one when it begins.
    var number: UInt64
    var effect: CaseText
    /// The action that requested the effect.
    var cause: String
    var began: Duration
    var phase: Phase
  }

  enum Phase: Sendable { case waiting, running, longLived, stopping, cancelled, completed }

  /// The number of actions, and of effects, at which the older half is removed. Effects that wait or run are kept.
  static let limit = 20_000

  private(set) var actions: [CaseText] = []
  /// The number of actions from outside that have been reduced.
  private(set) var sends = 0
  private(set) var entries: [Entry] = []
  /// The number of running long-lived effects, except those that were cancelled and haven't stopped yet.
  private var longLived = 0
  /// The first problems that the store has reported, such as an action for a child that doesn't exist.
  private var problems: [String] = []
  /// The positions of the entries of requests that wait or run.
  private var positions: [UInt64: Int] = [:]
  /// The numbers of the effects that are delayed or queued, by slot. An effect keeps its slot when it begins.
  private(set) var waiting: [Int: UInt64] = [:]
  /// The timers of delayed starts.
  private var delays: Set<RequestID> = []
  /// The timers of throttle windows.
  private var windows: Set<RequestID> = []
  /// The cause of the latest requests.
  private var cause = "the start of the app"
  /// The number of effects at which older ones are removed next. It exceeds the limit if many effects are running.
  private var nextRemoval = limit
  /// The highest number of an effect that was recorded. Effects are numbered in the order in which they begin.
  private var newest: UInt64 = 0

  /// Removes and returns the problems.
  mutating func takeProblems() -> [String] {
    defer { problems = [] }
    return problems
  }

  /// Whether the beginning of an effect has been recorded.
  func knows(_ number: UInt64) -> Bool { number <= newest }

  /// Returns the number of ongoing effects that haven't been recorded as begun, and of those that have ended, but
  /// haven't been recorded as ended.
  func missing(_ ongoing: [UInt64]) -> Int {
    let known = ongoing.count(where: knows)
    return ongoing.count - known + begun - known
  }

  private var begun: Int { positions.count - waiting.count }

  /// The number of effects and timers that are pending, as ``Machine/pending`` counts them.
  var pending: Int { positions.count + windows.count }

  /// The number of effects that have begun and not ended, except long-lived ones.
  var running: Int { begun - longLived }

  /// Whether the store waits for a timer.
  var waitsForTime: Bool { !delays.isEmpty || !windows.isEmpty }

  /// Returns the entries of these requests.
  func entries(of numbers: [UInt64]) -> [Entry] {
    numbers.compactMap { number in positions[number].map { entries[$0] } }
  }

  /// Records an event, and returns descriptions of the action that was reduced and the effects that it began or ignored.
  ///
  /// - Parameters:
  ///   - event: An event of the store.
  ///   - now: The time since the beginning.
  mutating func record<Action: Encodable, Effect: Encodable>(
    _ event: TraceEvent<Action, Effect>, at now: Duration
  ) -> [String] {
    var lines: [String] = []
    switch event {
    case .began(let requests): record(requests, now, &lines)
    case .refused: break
    case .step(let step):
      cause = record(step.input, step.isDiscarded, &lines)
      for wait in step.waits { record(wait, now, &lines) }
      record(step.requests, now, &lines)
    }
    return lines
  }

  private mutating func record<Effect: Encodable>(_ wait: WaitEvent<Effect>, _ now: Duration, _ lines: inout [String]) {
    switch wait {
    case .waits(let id, let effect):
      waiting[id.slot] = id.number
      add(Entry(number: id.number, effect: CaseText(effect), cause: cause, began: now, phase: .waiting))
    case .dropped(let id, _):
      guard waiting[id.slot] == id.number, let position = positions.removeValue(forKey: id.number) else { return }
      waiting[id.slot] = nil
      entries[position].phase = .cancelled
    case .ignored(let effect):
      lines.append("ignores \(CaseText(effect).text), because another effect of its id waits or runs")
    }
  }

  /// Records an input, and returns its description as a cause.
  private mutating func record<Action: Encodable>(
    _ input: MachineInput<Action>, _ isDiscarded: Bool, _ lines: inout [String]
  ) -> String {
    switch input {
    case .send(let action):
      sends += 1
      return record(action, isDiscarded, &lines)
    case .resolve(_, let action):
      return record(action, isDiscarded, &lines)
    case .answer(let id, let action):
      let text = record(action, isDiscarded, &lines)
      end(id)
      return text
    case .finish(let id):
      end(id)
      return "the end of an effect"
    case .fire(let id):
      removeTimer(id)
      return "a timer"
    case .shutDown: return "the shutdown"
    }
  }

  private mutating func record(_ action: some Encodable, _ isDiscarded: Bool, _ lines: inout [String]) -> String {
    let action = CaseText(action)
    if isDiscarded { return action.text }
    if actions.count == Self.limit { actions.removeFirst(Self.limit / 2) }
    actions.append(action)
    lines.append(action.text)
    return action.text
  }

  private mutating func record<Effect: Encodable>(
    _ requests: [MachineRequest<Effect>], _ now: Duration, _ lines: inout [String]
  ) {
    for request in requests {
      switch request {
      case .start(let id, let effect):
        let effect = CaseText(effect)
        newest = id.number
        if !begin(id, now) {
          let phase: Phase = id.isLongLived ? .longLived : .running
          if id.isLongLived { longLived += 1 }
          add(Entry(number: id.number, effect: effect, cause: cause, began: now, phase: phase))
        }
        lines.append("begins \(effect.text)")
      case .cancel(let id):
        if let position = positions[id.number] { stop(position, .stopping) }
      case .report(let problem): if problems.count < 20 { problems.append(problem.description) }
      case .startTimer(let id, _):
        if waiting[id.slot] == id.number { delays.insert(id) } else { windows.insert(id) }
      case .cancelTimer(let id): removeTimer(id)
      }
    }
  }

  private mutating func removeTimer(_ id: RequestID) {
    delays.remove(id)
    windows.remove(id)
  }

  private mutating func add(_ entry: Entry) {
    if entries.count >= nextRemoval { removeOlderHalf() }
    positions[entry.number] = entries.count
    entries.append(entry)
  }

  /// Records that an effect that has waited begins. Returns `false` if none has waited in this slot.
  private mutating func begin(_ id: RequestID, _ now: Duration) -> Bool {
    guard let number = waiting[id.slot], let position = positions[number] else { return false }
    waiting[id.slot] = nil
    positions[number] = nil
    positions[id.number] = position
    (entries[position].number, entries[position].began, entries[position].phase) = (id.number, now, .running)
    return true
  }

  private mutating func end(_ id: RequestID) {
    guard let position = positions.removeValue(forKey: id.number) else { return }
    stop(position, entries[position].phase == .stopping ? .cancelled : .completed)
  }

  private mutating func stop(_ position: Int, _ phase: Phase) {
    if entries[position].phase == .longLived { longLived -= 1 }
    entries[position].phase = phase
  }

  private mutating func removeOlderHalf() {
    let half = entries.count / 2
    entries = entries.prefix(half).filter { positions[$0.number] != nil } + entries.suffix(from: half)
    for (position, entry) in entries.enumerated() where positions[entry.number] != nil {
      positions[entry.number] = position
    }
    nextRemoval = max(Self.limit, 2 * entries.count)
  }
}
