import ColmeiaMemory

/// The bookkeeping of the effects that run, wait or are queued. It is pure: commands and ends go in, requests come out.
///
/// - *Slots* represent starts and timers that haven't ended. *Ids* each have a list of their slots, in the order of the
///   commands. Both are stored in pools, whose elements are linked by indices and reused, so that memory use doesn't
///   grow over time.
/// - The ids are stored in a tree of *scopes*, one for each feature. So the cost of cancelling an id or a scope depends
///   on what it holds, not on what the app holds.
@usableFromInline package struct EffectTable<Effect: Sendable & Equatable>: ~Copyable {
  @usableFromInline typealias Index = Int32
  @usableFromInline typealias Scope = FeatureScope<Effect>
  @inlinable static var nowhere: Index { -1 }

  @usableFromInline package enum Phase: UInt8, Sendable {
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

  @usableFromInline struct Slot: Sendable, Chained {
    @usableFromInline var number: UInt64 = 0
    @usableFromInline var phase = Phase.free
    @usableFromInline var policy = Policy.concurrent
    /// The index of its id; `nowhere` for a long-lived effect, and for an effect of the root without an id.
    @usableFromInline var id: Index = -1
    @usableFromInline var previous: Index = -1
    @usableFromInline var next: Index = -1
    /// The key of its family, or 0 if no caller can wait for it.
    @usableFromInline var origin: UInt64 = 0
    /// The effect to start, until it has been started.
    @usableFromInline var effect: Effect?
    @inlinable init() {}
  }

  @usableFromInline var slots = Pool<Slot>()
  @usableFromInline let limit: Int
  /// The number of slots in the phases `stopping` and `window`.
  @usableFromInline var passive = 0
  @usableFromInline var nextNumber: UInt64 = 1
  @usableFromInline var requests: [MachineRequest<Effect>] = []

  @usableFromInline var ids = Pool<HeldID<Effect>>()
  @usableFromInline var root = Scope("", in: nil, mayBeRemoved: false)
  /// The last path that was followed and contains no rows or identities, and the scope at its end.
  @usableFromInline var lastWay: (step: EffectScope.Step, scope: Scope)?
  /// Long-lived effects that were refused because of the limit, oldest first.
  @usableFromInline var refused: [LongLivedStart] = []
  @usableFromInline typealias LongLivedStart = (scope: Scope, name: String)

  @usableFromInline var families = Families()

  /// The events of starts that don't begin immediately. Recorded only if a shell asks for it.
  @usableFromInline var waitLog: [WaitEvent<Effect>]?

  @inlinable init(limit: Int) { self.limit = limit }

  /// Resets everything, including the numbers. The declared features are kept if `keepingFeatures` is `true`.
  @inlinable mutating func reset(keepingFeatures: Bool) {
    requests.removeAll(keepingCapacity: true)
    nextNumber = 1
    if keepingFeatures, slots.used == 0, root.isSilent { return }  // every slot and id is already free
    slots.removeAll()
    ids.removeAll()
    families.removeAll()
    (passive, refused) = (0, [])
    if keepingFeatures { return root.clear() }
    (root, lastWay) = (Scope("", in: nil, mayBeRemoved: false), nil)
  }

  /// Cancelled effects and throttle windows don't count against the limit, but there may be at most three times as many
  /// of them, and one more window.
  @inlinable @inline(__always) func hasRoom(for phase: Phase) -> Bool {
    phase == .window || slots.used &- passive < limit && slots.used >> 2 < limit
  }

  /// Releases memory after a large number of effects has ended.
  @usableFromInline mutating func shrink() {
    slots.shrink()
    ids.shrink()
    families.shrink()
  }

  /// Whether the slot still belongs to the request.
  @inlinable func isCurrent(_ id: RequestID) -> Bool {
    Int(id.slot) < slots.count && slots[id.slot].number == id.number
  }

  /// Returns the priority of a request's family, which is set if it isn't yet, or `nil` for a long-lived effect.
  @inlinable mutating func priority(of id: RequestID) -> TaskPriority? {
    isCurrent(id) && slots[id.slot].origin != 0 ? families.priority(of: slots[id.slot].origin) : nil
  }

  /// Whether the effect runs, waits or is stopping.
  @inlinable func holds(_ id: RequestID) -> Bool { isCurrent(id) && slots[id.slot].phase != .free }

  @inlinable func isLive(_ id: RequestID) -> Bool {
    guard isCurrent(id) else { return false }
    return slots[id.slot].phase == .running || slots[id.slot].phase == .longLived
  }

  /// Reports an action of an effect that has ended without being cancelled, unless its slot has been reused.
  @usableFromInline mutating func reportLate(_ id: RequestID) {
    if isCurrent(id), slots[id.slot].phase == .free { requests.append(.report(.lateAction)) }
  }

  @inlinable func request(_ slot: Index) -> RequestID { RequestID(number: slots[slot].number, slot: slot) }

  /// Returns a slot that is in no list, or `nil` if the limit is reached, which is reported.
  @inlinable @inline(__always) mutating func allocate(_ phase: Phase, _ id: Index, _ origin: UInt64) -> Index? {
    if !hasRoom(for: phase) { return reportLimit(id) }
    if phase == .window { passive += 1 }
    let slot = slots.add(Slot())
    slots[slot].number = nextNumber
    slots[slot].phase = phase
    slots[slot].id = id
    slots[slot].origin = families.join(origin, nextNumber)
    nextNumber &+= 1
    return slot
  }

  @usableFromInline mutating func reportLimit(_ id: Index) -> Index? {
    requests.append(.report(.tooManyEffects(self.id(at: id) ?? "", limit: limit)))
    return nil
  }

  @inlinable @inline(__always) mutating func release(_ slot: Index) {
    let request = request(slot)
    var blank = Slot()
    families.part(from: slots[slot].origin)
    switch slots[slot].phase {
    case .stopping, .window: passive -= 1
    case .running, .longLived: blank.number = request.number  // has ended by itself; see `reportLate`
    default: break
    }
    if waitLog != nil, let effect = slots[slot].effect { waitLog?.append(.dropped(request, effect)) }
    slots.remove(at: slot, leaving: blank)
  }

  /// Requests that the shell begins the effect of the slot. It gets the next number, so that numbers increase in the
  /// order of the requests.
  @inlinable mutating func begin(_ slot: Index) {
    guard let effect = slots[slot].effect.take() else { return }
    slots[slot].number = nextNumber
    nextNumber &+= 1
    slots[slot].phase = .running
    requests.append(.start(request(slot), effect))
  }

  /// Requests that the shell cancels the effect or the timer of the slot, and removes the slot from its list.
  @inlinable mutating func drop(_ slot: Index) {
    let id = slots[slot].id
    switch slots[slot].phase {
    case .running, .longLived:
      unlink(slot)
      if id != Self.nowhere { ids[id].stopping += 1 }
      slots[slot].phase = .stopping
      passive += 1
      requests.append(.cancel(request(slot)))
      return
    case .delayed, .debounced:
      requests.append(.cancelTimer(request(slot)))
      if id != Self.nowhere, ids[id].debounce == slot { ids[id].debounce = Self.nowhere }
    case .window:
      requests.append(.cancelTimer(request(slot)))
      ids[id].window = Self.nowhere
      return release(slot)
    case .trailing:
      ids[id].trailing = Self.nowhere
    case .queued:
      break
    case .free, .stopping:
      return
    }
    unlink(slot)
    release(slot)
  }

  /// Handles the end of an effect, or its stop after a cancellation.
  @inlinable mutating func finish(_ request: RequestID) {
    guard isCurrent(request) else { return }
    let id = slots[request.slot].id
    switch slots[request.slot].phase {
    case .running, .longLived: unlink(request.slot)
    case .stopping: if id != Self.nowhere { ids[id].stopping -= 1 }
    default: return
    }
    release(request.slot)
    if id != Self.nowhere { advanceQueue(id) }
  }
}
