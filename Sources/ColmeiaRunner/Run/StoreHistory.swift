import Colmeia
import ColmeiaJSON

/// The actions and effects of one store, recorded by its trace.
struct StoreHistory: Sendable {
  /// An effect that was requested.
  struct Entry: Sendable {
    var number: UInt64
    /// The effect as it is written in a scenario.
    var text: String
    /// The names of the effect's cases, separated by dots.
    var name: String
    /// The action that requested the effect.
    var cause: String
    var began: Duration
    var phase: Phase
  }

  enum Phase: Sendable { case running, stopping, cancelled, completed }

  /// The maximum number of actions, and of effects. If there are more, the oldest ones are removed, but effects that
  /// are still running are kept.
  static let limit = 10_000

  private(set) var actions: [String] = []
  private var actionCount = 0
  /// The number of actions from outside that have been reduced.
  private(set) var sends = 0
  private(set) var entries: [Entry] = []
  /// The positions of the entries of running requests, counting removed entries.
  private var places: [UInt64: Int] = [:]
  private var dropped = 0

  /// Returns the number of ongoing effects that haven't been recorded as begun, and of those that have ended, but
  /// haven't been recorded as ended.
  func missing(_ ongoing: [UInt64]) -> Int {
    let known = ongoing.count { places[$0] != nil }
    return ongoing.count - known + places.count - known
  }

  /// Returns the entries of these requests.
  func entries(of numbers: [UInt64]) -> [Entry] {
    numbers.compactMap { number in places[number].map { entries[$0 - dropped] } }
  }

  /// Records an event, and returns descriptions of the action that was reduced and the effects that it began.
  mutating func note<Action: Encodable, Effect: Encodable>(
    _ event: TraceEvent<Action, Effect>, at now: Duration
  ) -> [String] {
    let (before, count) = (entries.count + dropped, actionCount)
    switch event {
    case .began(let requests): note(requests, cause: "the start of the app", now)
    case .refused: break
    case .step(let step):
      let text = note(step.input, step.isDiscarded)
      note(step.requests, cause: text, now)
    }
    return (actionCount > count ? actions.suffix(1) : [])
      + entries[max(0, before - dropped)...].map { "begins \($0.text)" }
  }

  /// Records an input, and returns its description as a cause.
  private mutating func note<Action: Encodable>(_ input: MachineInput<Action>, _ isDiscarded: Bool) -> String {
    switch input {
    case .send(let action):
      sends += 1
      return note(action, isDiscarded)
    case .resolve(_, let action):
      return note(action, isDiscarded)
    case .answer(let id, let action):
      let text = note(action, isDiscarded)
      end(id)
      return text
    case .finish(let id):
      end(id)
      return "the end of an effect"
    case .fire: return "a timer"
    case .shutDown: return "the shutdown"
    }
  }

  private mutating func note(_ action: some Encodable, _ isDiscarded: Bool) -> String {
    let text = CasePath.text(of: action)
    if isDiscarded { return text }
    actions.append(text)
    actionCount += 1
    if actions.count > Self.limit { actions.removeFirst(actions.count - Self.limit) }
    return text
  }

  private mutating func note<Effect: Encodable>(_ requests: [MachineRequest<Effect>], cause: String, _ now: Duration) {
    for request in requests {
      switch request {
      case .start(let id, let effect):
        places[id.number] = entries.count + dropped
        entries.append(
          Entry(
            number: id.number, text: CasePath.text(of: effect),
            name: CasePath.names(of: effect).joined(separator: "."), cause: cause, began: now, phase: .running))
        forgetOldest()
      case .cancel(let id):
        if let place = place(of: id), entries[place].phase == .running { entries[place].phase = .stopping }
      case .startTimer, .cancelTimer, .report: break
      }
    }
  }

  private mutating func end(_ id: RequestID) {
    guard let place = place(of: id) else { return }
    entries[place].phase = entries[place].phase == .stopping ? .cancelled : .completed
    places[id.number] = nil
  }

  private func place(of id: RequestID) -> Int? { places[id.number].map { $0 - dropped } }

  private mutating func forgetOldest() {
    guard entries.count > Self.limit, let first = entries.first, places[first.number] == nil else { return }
    entries.removeFirst()
    dropped += 1
  }
}
