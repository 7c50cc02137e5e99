import ColmeiaMemory

/// What a machine knows about the effects that run, wait or are queued. Pure bookkeeping: commands and
/// ends go in, requests come out.
///
/// - *Slots*, one for each start or timer that is not over, and *ids*, each with a list of its slots in the order in which
///   they were commanded, are in pools whose places are linked by indices and used again, so that nothing grows with time.
/// - The ids are in a tree of *scopes*, one for each feature, so cancelling an id or a scope costs what it holds and not what
///   the app holds.
@usableFromInline struct EffectTable<Effect: Sendable & Equatable>: ~Copyable {
  @usableFromInline typealias Index = Int32
  @usableFromInline typealias Scope = FeatureScope<Effect>
  @inlinable static var nowhere: Index { -1 }

  @usableFromInline enum Phase: UInt8, Sendable {
    /// Not in use.
    case free
    /// Started, neither ended nor cancelled.
    case running
    /// Cancelled, but its shell has not said yet that it has stopped. In no list.
    case stopping
    /// A timer that will start the effect (`after`).
    case delayed
    /// A timer that will start the effect unless another one comes (`debounce`).
    case debounced
    /// The newest start within a throttle's window.
    case trailing
    /// The timer of a throttle's window. In no list.
    case window
    /// Waits until everything before it in its list has stopped.
    case queued
    /// A long-lived effect, started. In no list.
    case longLived
  }

  @usableFromInline struct Slot: Sendable, Chained {
    @usableFromInline var number: UInt64 = 0
    @usableFromInline var phase = Phase.free
    @usableFromInline var policy = Policy.concurrent
    /// Its id; `nowhere` for a long-lived effect, and for one of the root without an id.
    @usableFromInline var id: Index = -1
    @usableFromInline var previous: Index = -1
    @usableFromInline var next: Index = -1
    /// The key of the family that it belongs to; 0 for what nobody can wait for.
    @usableFromInline var origin: UInt64 = 0
    /// What is to be started, as long as it has not been.
    @usableFromInline var effect: Effect?
    @inlinable init() {}
  }

  @usableFromInline var slots = Pool<Slot>()
  @usableFromInline let limit: Int
  /// How many slots are stopping or windows.
  @usableFromInline var passive = 0
  @usableFromInline var nextNumber: UInt64 = 1
  @usableFromInline var requests: [MachineRequest<Effect>] = []

  @usableFromInline var ids = Pool<HeldID<Effect>>()
  @usableFromInline var root = Scope("", in: nil, mayBeGone: false)
  /// The last way without rows and identities that was gone, and where it leads.
  @usableFromInline var lastWay: (step: EffectScope.Step, scope: Scope)?
  /// Long-lived effects that were refused at the limit, the oldest first.
  @usableFromInline var refused: [LongLivedStart] = []
  @usableFromInline typealias LongLivedStart = (scope: Scope, name: String)

  @usableFromInline var families = Pool<Family>()
  /// The last send that has started something, 0 when that is over, and the key of its family, whose place is kept.
  @usableFromInline var newest: (send: UInt64, key: UInt64) = (0, 0)
  /// The keys of families whose send was queued.
  @usableFromInline var queuedFamilies: [UInt64: UInt64] = [:]
  /// The watched families that have ended since somebody looked.
  @usableFromInline var settled: [UInt64] = []

  /// What happened to starts that do not begin at once, kept only for a shell that asks for it.
  @usableFromInline var waitLog: [WaitEvent<Effect>]?

  @inlinable init(limit: Int) { self.limit = limit }

  /// Forgets everything, the numbers given so far included, but not, if they are to be kept, the features that were declared.
  @inlinable mutating func reset(keepingFeatures: Bool) {
    requests.removeAll(keepingCapacity: true)
    nextNumber = 1
    if keepingFeatures, slots.used == 0, root.isSilent { return }  // every slot and id is free, which is as good as new
    slots.removeAll()
    ids.removeAll()
    families.removeAll()
    (passive, newest, queuedFamilies, settled, refused) = (0, (0, 0), [:], [], [])
    if keepingFeatures { return root.clear() }
    (root, lastWay) = (Scope("", in: nil, mayBeGone: false), nil)
  }

  /// What is cancelled, or is but a window, takes no place of what runs or waits; there may be three times as much of it.
  @inlinable @inline(__always) func hasRoom(for phase: Phase) -> Bool {
    (phase == .window || slots.used &- passive < limit) && slots.used >> 2 < limit
  }

  /// Gives back the memory of a flood that is over.
  @usableFromInline mutating func shrink() {
    slots.shrink()
    ids.shrink()
    if newest.key != 0, newest.send == 0 {
      families.remove(at: Index(truncatingIfNeeded: newest.key), leaving: Family())
      newest.key = 0
    }
    families.shrink()
    if queuedFamilies.isEmpty { queuedFamilies = [:] }
  }

  /// Whether the slot still belongs to the request.
  @inlinable func isCurrent(_ id: RequestID) -> Bool {
    Int(id.slot) < slots.count && slots[id.slot].number == id.number
  }

  @inlinable func isLive(_ id: RequestID) -> Bool {
    guard isCurrent(id) else { return false }
    return slots[id.slot].phase == .running || slots[id.slot].phase == .longLived
  }

  @inlinable func request(_ slot: Index) -> RequestID { RequestID(number: slots[slot].number, slot: slot) }

  /// A slot in no list; `nil` at the limit, which is reported.
  @inlinable @inline(__always) mutating func allocate(_ phase: Phase, _ id: Index, _ origin: UInt64) -> Index? {
    if !hasRoom(for: phase) {
      reportLimit(id)
      return nil
    }
    if phase == .window { passive += 1 }
    let slot = slots.add(Slot())
    slots[slot].number = nextNumber
    slots[slot].phase = phase
    slots[slot].id = id
    slots[slot].origin = join(origin)
    nextNumber &+= 1
    return slot
  }

  @usableFromInline mutating func reportLimit(_ id: Index) {
    let name = id == Self.nowhere ? "" : EffectID(ids[id].name.text, in: ids[id].scope.way)
    requests.append(.report(.tooManyEffects(name, limit: limit)))
  }

  @inlinable mutating func release(_ slot: Index) {
    let request = request(slot)
    part(from: slots[slot].origin)
    if slots[slot].phase == .stopping || slots[slot].phase == .window { passive -= 1 }
    if waitLog != nil, let effect = slots[slot].effect { waitLog?.append(.dropped(request, effect)) }
    slots.remove(at: slot, leaving: Slot())
  }

  /// Tells the shell to begin what the slot holds, under the next number, so that numbers grow in the order of requests.
  @inlinable mutating func begin(_ slot: Index) {
    guard let effect = slots[slot].effect.take() else { return }
    slots[slot].number = nextNumber
    nextNumber &+= 1
    slots[slot].phase = .running
    requests.append(.start(request(slot), effect))
  }

  /// Tells the shell to stop what the slot runs or to forget its timer, and takes it out of its list.
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

  /// The effect has ended by itself, or has stopped after its cancellation.
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
