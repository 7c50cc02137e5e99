import ColmeiaMemory

/// What a machine knows about the effects that run, wait or are queued. Pure bookkeeping: commands and
/// ends go in, requests come out.
///
/// Two pools whose places are linked by indices and used again, so that nothing grows with time:
/// - *slots*, one for each start or timer that is not over;
/// - *nodes*, a tree of scopes with the ids ("lanes") as its leaves. A node is there as long as it holds
///   something; each holds its slots as a list in the order in which they were commanded, so cancelling
///   an id or a scope costs what it holds and not what the app holds.
@usableFromInline struct EffectTable<Effect: Sendable>: ~Copyable, Sendable {
  @usableFromInline typealias Index = Int32
  @inlinable static var nowhere: Index { -1 }
  @inlinable static var root: Index { 0 }

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

  @usableFromInline struct Slot: Sendable {
    @usableFromInline var number: UInt64 = 0
    @usableFromInline var phase = Phase.free
    @usableFromInline var policy = Policy.concurrent
    /// The lane, or for an effect without an id its scope; `nowhere` when no list holds it.
    @usableFromInline var node = nowhere
    @usableFromInline var previous = nowhere
    @usableFromInline var next = nowhere
    /// The key of the family that it belongs to; 0 for what nobody can wait for.
    @usableFromInline var origin: UInt64 = 0
    /// What is to be started, as long as it has not been.
    @usableFromInline var effect: Effect?
    @inlinable init() {}
    @inlinable init(_ number: UInt64, _ phase: Phase, _ origin: UInt64) {
      self.number = number
      self.phase = phase
      self.origin = origin
    }
  }

  @usableFromInline var slots = Pool<Slot>()
  @usableFromInline let limit: Int
  /// How many slots are stopping or windows.
  @usableFromInline var passive = 0
  @usableFromInline var nextNumber: UInt64 = 1
  @usableFromInline var requests: [Request<Effect>] = []

  @usableFromInline var nodes = Pool<Node>()
  /// Children of nodes that have many; see `Node.listed`.
  @usableFromInline var crowd: [ChildKey: Index] = [:]
  /// The names of the root's children, and the type of its state.
  @usableFromInline var childrenOfRoot: [String]?
  @usableFromInline let rootType: ObjectIdentifier

  @usableFromInline var families = Pool<Family>()
  /// The last send that has started something, 0 when that is over, and the key of its family, whose place is kept.
  @usableFromInline var newest: (send: UInt64, key: UInt64) = (0, 0)
  /// The keys of families whose send was queued.
  @usableFromInline var queuedFamilies: [UInt64: UInt64] = [:]
  /// The watched families that have ended since somebody looked.
  @usableFromInline var settled: [UInt64] = []

  /// What happened to starts that do not begin at once, kept only for a shell that asks for it.
  @usableFromInline var waitLog: [WaitEvent<Effect>]?

  @inlinable init(limit: Int, _ rootType: Any.Type, _ childrenOfRoot: [String]?) {
    self.limit = limit
    self.rootType = ObjectIdentifier(rootType)
    self.childrenOfRoot = childrenOfRoot
    makeRoot()
  }

  @inlinable mutating func makeRoot() {
    let root = nodes.insert(Node(key: Node.Key(isLane: false, key: ""), parent: Self.nowhere))
    nodes[root].stateType = rootType
  }

  /// Forgets everything, the numbers given so far included, but keeps the memory.
  @inlinable mutating func reset() {
    nextNumber = 1
    if !requests.isEmpty { requests.removeAll(keepingCapacity: true) }
    if used == 0 { return }  // every slot and node is free, which is as good as new
    slots.removeAll()
    passive = 0
    families.removeAll()
    newest = (0, 0)
    queuedFamilies = [:]
    settled = []
    removeAllNodes()
  }

  /// What is cancelled, or is but a window, takes no place of what runs or waits; there may be three times as much of it.
  @inlinable func hasRoom(for phase: Phase) -> Bool {
    (phase == .window || used - passive < limit) && used / 4 < limit
  }

  /// How many slots are in use.
  @inlinable var used: Int { slots.used }

  /// Gives back the memory of a flood that is over.
  @usableFromInline mutating func shrink() {
    slots.shrink()
    nodes.shrink()
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

  @inlinable func id(_ slot: Index) -> RequestID { RequestID(number: slots[slot].number, slot: slot) }

  /// A slot of its own, in no list; `nil` at the limit, which is reported.
  @inlinable mutating func allocate(_ phase: Phase, _ origin: UInt64, for id: @autoclosure () -> EffectID)
    -> Index?
  {
    guard hasRoom(for: phase) else {
      requests.append(.report(.tooManyEffects(id(), limit: limit)))
      return nil
    }
    nextNumber &+= 1
    if phase == .window { passive += 1 }
    return slots.insert(Slot(nextNumber &- 1, phase, join(origin)))
  }

  /// Gives the slot the next number, so that numbers grow in the order of requests.
  @inlinable mutating func number(_ slot: Index) {
    slots[slot].number = nextNumber
    nextNumber &+= 1
  }

  @inlinable mutating func release(_ slot: Index) {
    part(from: slots[slot].origin)
    if slots[slot].phase == .stopping || slots[slot].phase == .window { passive -= 1 }
    if waitLog != nil { noteDropped(slot) }
    slots.remove(at: slot, leaving: Slot())
  }

  /// Tells the shell to begin what the slot holds.
  @inlinable mutating func begin(_ slot: Index, _ effect: Effect) {
    slots[slot].phase = .running
    slots[slot].effect = nil
    requests.append(.start(id(slot), effect))
  }

  /// Tells the shell to stop what the slot runs or to forget its timer, and takes it out of its list.
  @inlinable mutating func drop(_ slot: Index) {
    let node = slots[slot].node
    switch slots[slot].phase {
    case .running:
      unlink(slot)
      stop(slot)
      if node != Self.nowhere, nodes[node].isLane {
        nodes[node].stopping += 1
      } else {
        slots[slot].node = Self.nowhere
      }
    case .longLived:
      stop(slot)
    case .delayed, .debounced:
      requests.append(.cancelTimer(id(slot)))
      if node != Self.nowhere, nodes[node].debounce == slot { nodes[node].debounce = Self.nowhere }
      unlink(slot)
      release(slot)
    case .window:
      requests.append(.cancelTimer(id(slot)))
      nodes[node].window = Self.nowhere
      countDown(node)
      release(slot)
    case .trailing:
      nodes[node].trailing = Self.nowhere
      unlink(slot)
      release(slot)
    case .queued:
      unlink(slot)
      release(slot)
    case .free, .stopping:
      break
    }
  }

  @inlinable mutating func stop(_ slot: Index) {
    slots[slot].phase = .stopping
    passive += 1
    requests.append(.cancel(id(slot)))
  }

  /// The effect has ended by itself, or has stopped after its cancellation.
  @inlinable mutating func finish(_ id: RequestID) {
    guard isCurrent(id) else { return }
    let slot = id.slot
    let node = slots[slot].node
    switch slots[slot].phase {
    case .running:
      if node == Self.nowhere { return release(slot) }
      unlink(slot)
    case .stopping:
      if node == Self.nowhere { return release(slot) }
      nodes[node].stopping -= 1
    case .longLived:
      return release(slot)
    default:
      return
    }
    release(slot)
    if nodes[node].isLane { beginNext(in: node) }
    removeIfEmpty(node)
  }
}
