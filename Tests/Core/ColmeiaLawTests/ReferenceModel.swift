import Colmeia

@testable import struct Colmeia.RequestID

/// The specification of `Machine`, written naively so that it is obviously correct: one array in the order of the
/// commands, which is searched linearly. It takes the same inputs, and predicts everything that the machine shows.
struct ReferenceModel {
  /// Not a type parameter, because unoptimized generic code takes several times as long.
  typealias R = LawFeature

  enum Phase {
    case running, longLived
    /// Cancelled, but the shell hasn't confirmed yet that it has stopped.
    case stopping, stoppingLongLived
    /// Starts that wait for a timer, for the end of a throttle window, or for earlier effects.
    case delayed, debounced, trailing, queued
    /// An open throttle window.
    case window
  }

  /// A start or timer that hasn't ended.
  struct Entry {
    var number: UInt64
    var phase: Phase
    let id: EffectID
    let scope: [ScopeKey]
    var policy = Policy.concurrent
    var effect: R.Effect?
    /// The duration of the next window. Only for windows.
    var duration = Duration.zero

    var isLive: Bool { phase == .running || phase == .longLived }
    var isStopping: Bool { phase == .stopping || phase == .stoppingLongLived }
    /// Whether `cancelAll` of its scope cancels it.
    var isWork: Bool { !isStopping && phase != .longLived }
    /// Whether it is in the list of its id, which `keep`, `queue` and `replace` consider.
    var isListed: Bool { isWork && phase != .window && !id.name.isEmpty }
  }

  let reducer: R
  let limit: Int
  var state: R.State
  var sequence: UInt64 = 0
  var isShutDown = false
  var requests: [MachineRequest<R.Effect>] = []
  /// The entries in the order of the commands.
  var entries: [Entry] = []
  var nextNumber: UInt64 = 1
  /// The number of the first request of the current step.
  var firstOfStep: UInt64 = 1
  /// The outputs of the last step.
  var outputs: [MachineOutput] = []
  var named: [[ScopeKey]: [(name: String, effect: R.Effect)]] = [:]
  var lasting: [Lasting] = []
  var order = 0

  struct Lasting {
    let scope: [ScopeKey]
    let name: String
    let effect: R.Effect
    /// The number of the request, or `nil` until there is room for it.
    var number: UInt64?
    /// Determines the order in which refused effects start.
    let order: Int
  }

  init(_ state: R.State, _ reducer: R, effectLimit: Int) {
    self.state = state
    self.reducer = reducer
    limit = effectLimit
    reconcile()
  }

  /// Whether there is room for an effect. Stopping effects and windows don't count against the limit, but there may be
  /// at most three times as many of them, and one more window.
  var hasRoom: Bool {
    entries.count - entries.count { $0.isStopping || $0.phase == .window } < limit && entries.count / 4 < limit
  }

  /// Starts long-lived effects that were refused because of the limit, if there is room.
  mutating func startRefused() {
    while hasRoom, let next = lasting.filter({ $0.number == nil }).min(by: { $0.order < $1.order }) {
      guard let index = lasting.firstIndex(where: { $0.order == next.order }) else { return }
      lasting[index].number = add(.longLived, EffectID(next.name, in: EffectScope(next.scope)), next.effect)
    }
  }

  var pending: Int { entries.count }
  func isLive(_ id: RequestID) -> Bool { entries.contains { $0.number == id.number && $0.isLive } }
  /// The numbers of all live effects, in ascending order.
  var live: [UInt64] { entries.filter(\.isLive).map(\.number).sorted() }

  /// Processes an input. Returns whether an action was reduced.
  @discardableResult mutating func process(_ input: MachineInput<R.Action>) -> Bool {
    defer { startRefused() }
    return takeIn(input)
  }

  mutating func takeIn(_ input: MachineInput<R.Action>) -> Bool {
    switch input {
    case .send(let action):
      if !isShutDown { step(action) }
      return !isShutDown
    case .resolve(let id, let action):
      let isReduced = isLive(id)
      if isReduced { step(action) }
      return isReduced
    case .answer(let id, let action):
      let isReduced = process(.resolve(id, action))
      finish(id.number)
      return isReduced
    case .finish(let id): finish(id.number)
    case .fire(let id): fire(id.number)
    case .shutDown:
      isShutDown = true
      firstOfStep = nextNumber
      cancel(entries.filter { !$0.isStopping })
      lasting = []
      named = [:]
    }
    return false
  }

  mutating func step(_ action: R.Action) {
    sequence += 1
    outputs = []
    firstOfStep = nextNumber
    for command in reducer.reduce(into: &state, action: action).commands { carryOut(command) }
    cancelRemoved()
    reconcile()
  }

  // MARK: Ends and timers

  mutating func finish(_ number: UInt64) {
    guard let index = index(of: number), entries[index].isLive || entries[index].isStopping else { return }
    firstOfStep = nextNumber
    let entry = entries.remove(at: index)
    if entry.phase == .running || entry.phase == .stopping { beginNext(entry.id) }
  }

  mutating func fire(_ number: UInt64) {
    guard let index = index(of: number) else { return }
    let entry = entries[index]
    firstOfStep = nextNumber
    switch entry.phase {
    case .delayed, .debounced: applyLate(number)
    case .window:
      entries.remove(at: index)
      if let trailing = entries.first(where: { $0.phase == .trailing && $0.id == entry.id }) {
        applyLate(trailing.number)
        openWindow(entry.id, entry.duration)
      }
    default: return
    }
    beginNext(entry.id)
  }

  /// Carries out a start that has waited. It considers only the earlier entries of its id.
  mutating func applyLate(_ number: UInt64) {
    guard let index = index(of: number) else { return }
    let entry = entries[index]
    let before = entries[..<index].filter { $0.isListed && $0.id == entry.id }
    let isStopping = entries.contains { $0.phase == .stopping && $0.id == entry.id }
    switch entry.id.name.isEmpty ? .concurrent : entry.policy {
    case .keep where !before.isEmpty: entries.remove(at: index)
    case .queue where !before.isEmpty || isStopping: entries[index].phase = .queued
    case .replace:
      for older in before { cancel(older.number) }
      begin(number)
    case .concurrent, .keep, .queue: begin(number)
    }
  }

  /// Begins the first entry of an id's list if it is queued and no effect of the id is still stopping.
  mutating func beginNext(_ id: EffectID) {
    guard let first = entries.first(where: { $0.isListed && $0.id == id }), first.phase == .queued,
      !entries.contains(where: { $0.phase == .stopping && $0.id == id })
    else { return }
    begin(first.number)
  }

  /// Begins a start that has waited, under a new number and in its old position.
  mutating func begin(_ number: UInt64) {
    guard let index = index(of: number), let effect = entries[index].effect else { return }
    entries[index].number = nextNumber
    entries[index].phase = .running
    requests.append(.start(RequestID(number: nextNumber, slot: 0), effect))
    nextNumber += 1
  }

  // MARK: The register

  func index(of number: UInt64) -> Int? { entries.firstIndex { $0.number == number } }

  /// Adds an entry with the next number. Returns `nil` if the limit is reached, which is reported.
  @discardableResult mutating func add(
    _ phase: Phase, _ id: EffectID, _ effect: R.Effect?, _ policy: Policy = .concurrent,
    _ duration: Duration = .zero
  ) -> UInt64? {
    guard phase == .window || hasRoom else {
      requests.append(.report(.tooManyEffects(id, limit: limit)))
      return nil
    }
    let number = nextNumber
    nextNumber += 1
    entries.append(
      Entry(
        number: number, phase: phase, id: id, scope: id.scope.keys, policy: policy, effect: effect,
        duration: duration))
    switch phase {
    case .running, .longLived:
      if let effect { requests.append(.start(RequestID(number: number, slot: 0), effect)) }
    case .delayed, .debounced, .window:
      requests.append(.startTimer(RequestID(number: number, slot: 0), duration))
    case .trailing, .queued, .stopping, .stoppingLongLived: break
    }
    return number
  }

  mutating func cancel(_ number: UInt64) {
    guard let index = index(of: number) else { return }
    switch entries[index].phase {
    case .running where number >= firstOfStep, .longLived where number >= firstOfStep:
      // What the same step cancels never begins.
      requests.removeAll { if case .start(let id, _) = $0 { id.number == number } else { false } }
      entries.remove(at: index)
    case .running, .longLived:
      requests.append(.cancel(RequestID(number: number, slot: 0)))
      entries[index].phase = entries[index].phase == .running ? .stopping : .stoppingLongLived
    case .delayed, .debounced, .window:
      requests.append(.cancelTimer(RequestID(number: number, slot: 0)))
      entries.remove(at: index)
    case .trailing, .queued: entries.remove(at: index)
    case .stopping, .stoppingLongLived: break
    }
  }

  /// Cancels entries in the order of their numbers.
  mutating func cancel(_ doomed: [Entry]) {
    for entry in doomed.sorted(by: { $0.number < $1.number }) { cancel(entry.number) }
  }
}
