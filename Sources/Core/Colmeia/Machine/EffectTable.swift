/// The bookkeeping of the effects that run, wait or are queued. It is pure: commands and ends go in, orders come out. It
/// knows only the numbers of effects, so that it needn't be specialized for the effects of an app.
///
/// - *Slots* represent starts and timers that haven't ended. They are reused.
/// - *Ids* each have a list of their slots, in the order of the commands.
/// - The ids are in a tree of *scopes*, one for each feature. So the cost of cancelling an id or a scope depends on what
///   it holds, not on what the app holds.
@usableFromInline package struct EffectTable: Sendable {
  @usableFromInline package enum Phase: Int, Sendable {
    /// Not in use.
    case free
    /// Started, and neither ended nor cancelled.
    case running
    /// Cancelled, but the shell hasn't confirmed yet that it has stopped. In no list.
    case stopping
    /// Waits for a timer that starts the effect (`after`).
    case delayed
    /// Waits for a timer that starts the effect unless another start arrives (`debounce`).
    case debounced
    /// The newest start within a throttle window.
    case trailing
    /// The timer of a throttle window. In no list.
    case window
    /// Waits until all previous elements of its list have stopped.
    case queued
    /// A long-lived effect that was started. In no list.
    case longLived
  }

  @usableFromInline struct Slot: Sendable {
    @usableFromInline var number: UInt64
    @usableFromInline var phase: Phase
    var policy = Policy.concurrent
    /// The feature that has started it.
    @usableFromInline var scope: Int
    /// The index of its id; `nil` for a long-lived effect.
    var id: Int?
    var previous: Int?
    var next: Int?
    @usableFromInline var family: Families.ID?
  }

  /// What the machine has to do.
  @usableFromInline enum Order: Sendable {
    /// Start the effect that was postponed under a number.
    case begin(later: UInt64, RequestID)
    case cancel(RequestID)
    case startTimer(RequestID, Duration)
    case cancelTimer(RequestID)
    /// Forget an effect that hasn't begun.
    case drop(RequestID)
    /// Take back the start of an effect that the same step has cancelled.
    case retract(RequestID)
    case report(StoreProblem)
  }

  /// What becomes of a start.
  @usableFromInline enum Outcome: Sendable {
    case begins(RequestID)
    /// It waits, and the machine holds the effect under this number.
    case waits(RequestID)
    /// Another effect of its id waits or runs.
    case isIgnored
    case isRefused
  }

  @usableFromInline var slots: [Slot] = []
  @usableFromInline var free: [Int] = []
  @usableFromInline let limit: Int
  /// The number of slots in the phases `stopping` and `window`.
  private var passive = 0
  private(set) var nextNumber: UInt64 = 1
  /// The number of the first request of the current step.
  private var firstOfStep: UInt64 = 1
  @usableFromInline var orders: [Order] = []

  var ids: [HeldID] = []
  var freeIDs: [Int] = []
  @usableFromInline var scopes = ScopeTree()
  /// Long-lived effects that were refused because of the limit, oldest first.
  @usableFromInline var refused: [(scope: Int, name: String)] = []

  @usableFromInline var families = Families()
  /// Where the current action comes from, and the priority of the task that has sent it.
  @usableFromInline var origin = Families.Origin.sent
  @usableFromInline var priority: UInt8?

  @usableFromInline init(limit: Int) { self.limit = limit }

  // Small functions that don't change the table are inlined, because a call would copy it.

  /// The number of effects and timers that haven't ended.
  @inlinable @inline(__always) var used: Int { slots.count - free.count }

  @usableFromInline mutating func beginStep(_ origin: Families.Origin, priority: UInt8? = nil) {
    self.origin = origin
    self.priority = priority
    firstOfStep = nextNumber
  }

  /// Cancelled effects and throttle windows don't count against the limit, but there may be at most three times as many
  /// of them, and one more window.
  @inline(__always) func hasRoom(for phase: Phase) -> Bool {
    phase == .window || used - passive < limit && used / 4 < limit
  }

  /// Whether the slot still belongs to the request.
  @inlinable @inline(__always) func isCurrent(_ id: RequestID) -> Bool {
    id.slot >= 0 && id.slot < slots.count && slots[id.slot].number == id.number
  }

  /// Whether the effect runs, waits or is stopping.
  @inlinable @inline(__always) func holds(_ id: RequestID) -> Bool { isCurrent(id) && slots[id.slot].phase != .free }

  @inlinable @inline(__always) package func isLive(_ id: RequestID) -> Bool {
    isCurrent(id) && (slots[id.slot].phase == .running || slots[id.slot].phase == .longLived)
  }

  /// The family of a request.
  @inlinable @inline(__always) func origin(of id: RequestID) -> Families.Origin {
    slots[id.slot].family.map { .family($0) } ?? .longLived
  }

  /// Reports an action of an effect that has ended without being cancelled, unless its slot has been reused.
  @usableFromInline mutating func reportLate(_ id: RequestID) {
    if isCurrent(id), slots[id.slot].phase == .free { orders.append(.report(.lateAction)) }
  }

  @inline(__always) func request(_ slot: Int) -> RequestID {
    RequestID(
      number: slots[slot].number, slot: slot, isLongLived: slots[slot].phase == .longLived,
      priority: slots[slot].family.map { families.priority(of: $0) })
  }

  /// Returns a slot that is in no list, or `nil` if the limit is reached, which is reported.
  mutating func allocate(_ phase: Phase, scope: Int, id: Int?, _ policy: Policy = .concurrent) -> Int? {
    if !hasRoom(for: phase) {
      orders.append(.report(.tooManyEffects(id.map { self.id(at: $0) } ?? "", limit: limit)))
      return nil
    }
    if phase == .window { passive += 1 }
    var origin = phase == .longLived || phase == .window ? .longLived : origin
    if case .sent = origin, priority == nil { priority = currentPriority() }
    let family = families.join(&origin, priority: priority ?? 0)
    if phase != .longLived, phase != .window { self.origin = origin }
    let slot = Slot(number: nextNumber, phase: phase, policy: policy, scope: scope, id: id, family: family)
    nextNumber += 1
    scopes.beginLive(scope)
    guard let index = free.popLast() else {
      slots.append(slot)
      return slots.count - 1
    }
    slots[index] = slot
    return index
  }

  mutating func release(_ index: Int) {
    let slot = slots[index]
    slots[index].phase = .free
    switch slot.phase {
    case .stopping:
      (passive, slots[index].number) = (passive - 1, 0)
    case .window:
      (passive, slots[index].number) = (passive - 1, 0)
      scopes.endLive(slot.scope)
    case .running, .longLived:  // has ended by itself; see `reportLate`
      scopes.endLive(slot.scope)
    case .delayed, .debounced, .trailing, .queued:
      slots[index].number = 0
      scopes.endLive(slot.scope)
    case .free: return
    }
    slots[index].family = nil
    if let family = slot.family { families.leave(family) }
    free.append(index)
    if free.count == slots.count, slots.count > 1_024 { (slots, free) = ([], []) }
  }

  /// Orders that the effect of the slot begins. It gets the next number, so that numbers increase in the order of the
  /// requests.
  mutating func begin(_ slot: Int) {
    let later = slots[slot].number
    slots[slot].number = nextNumber
    nextNumber += 1
    slots[slot].phase = .running
    orders.append(.begin(later: later, request(slot)))
  }

  /// Cancels the effect or the timer of the slot, and removes the slot from its list. An effect that the current step has
  /// started never begins.
  mutating func drop(_ index: Int) {
    let slot = slots[index]
    let request = request(index)
    switch slot.phase {
    case .running, .longLived:
      unlink(index)
      if slot.number >= firstOfStep {
        orders.append(.retract(request))
        slots[index].phase = .queued  // its number isn't that of an effect that has ended
        return release(index)
      }
      if let id = slot.id { ids[id].stopping += 1 }
      slots[index].phase = .stopping
      scopes.endLive(slot.scope)
      passive += 1
      orders.append(.cancel(request))
    case .delayed, .debounced, .trailing, .queued:
      if slot.phase == .delayed || slot.phase == .debounced { orders.append(.cancelTimer(request)) }
      if let id = slot.id, ids[id].debounce == index { ids[id].debounce = nil }
      if let id = slot.id, ids[id].trailing == index { ids[id].trailing = nil }
      orders.append(.drop(request))
      unlink(index)
      release(index)
    case .window:
      orders.append(.cancelTimer(request))
      if let id = slot.id { ids[id].window = nil }
      release(index)
    case .free, .stopping: break
    }
  }

  /// Handles the end of an effect, or its stop after a cancellation.
  @usableFromInline mutating func finish(_ request: RequestID) {
    guard isCurrent(request) else { return }
    firstOfStep = nextNumber
    let id = slots[request.slot].id
    switch slots[request.slot].phase {
    case .running, .longLived: unlink(request.slot)
    case .stopping: if let id { ids[id].stopping -= 1 }
    default: return
    }
    release(request.slot)
    if let id { advanceQueue(id) }
  }
}

/// The priority of the current task, which is never 0.
@inlinable func currentPriority() -> UInt8 { max(1, Task.currentPriority.rawValue) }
