import ColmeiaMemory

extension EffectTable {
  /// A start, with everything that determines how it is handled.
  @usableFromInline typealias Order = (effect: Effect, id: Index, policy: Policy, origin: UInt64)

  @inlinable mutating func carryOut<Output>(_ command: __owned EffectCommand<Effect, Output>, _ origin: UInt64) {
    let name = ShortText(command.id.name)
    switch command.operation {
    case .run(let effect, let policy, let start):
      if name.isEmpty, policy != .concurrent || start.withoutID != start { requests.append(.report(.unnamedID)) }
      let order = (effect, findOrMake(name, command.id.scope), name.isEmpty ? .concurrent : policy, origin)
      run(order, name.isEmpty ? start.withoutID : start)
    case .cancel:
      if name.isEmpty { return requests.append(.report(.unnamedID)) }
      guard let id = scope(command.id.scope, isMade: false)?.ids[name] else { return }
      dropAll(of: id)
      advanceQueue(id)
    case .cancelAll where command.id.scope.isRoot:
      cancelAllOfRoot()
    case .cancelAll:
      if let scope = scope(command.id.scope, isMade: false) { cancelAll(below: [scope]) }
    case .absentChild:
      requests.append(.report(.absentChild(command.id.scope)))
    case .output, .childOutput:
      break
    }
  }

  /// Runs an effect immediately that is stored in bits, as in an ``EffectList``.
  @inlinable @inline(never) mutating func run(_ bits: Bits, in scope: EffectScope, _ origin: UInt64) {
    // An effect of the root without an id is in no list.
    if bits.hasOnlyValue, scope.isRoot {
      return apply((bits.value(as: Effect.self), Self.nowhere, .concurrent, origin))
    }
    let (name, policy) = (bits.name, Policy(bits.number))
    if name.isEmpty, policy != .concurrent { requests.append(.report(.unnamedID)) }
    let id = findOrMake(name, scope)
    apply((bits.value(as: Effect.self), id, name.isEmpty ? .concurrent : policy, origin))
    if id != Self.nowhere { advanceQueue(id) }
  }

  @inlinable mutating func run(_ order: Order, _ start: EffectStart) {
    switch start {
    case .now:
      apply(order)
    case .after(let delay):
      if order.policy == .replace { dropAll(of: order.id) }
      wait(.delayed, order, delay)
    case .debounce(let delay):
      let waiting = ids[order.id].debounce
      if waiting != Self.nowhere { drop(waiting) }
      ids[order.id].debounce = wait(.debounced, order, delay)
    case .throttle(let duration):
      throttle(order, duration)
    }
    // A replaced waiting start may have preceded a queued one.
    if order.id != Self.nowhere { advanceQueue(order.id) }
  }

  @inlinable @inline(never) mutating func throttle(_ order: Order, _ duration: Duration) {
    ids[order.id].windowDuration = duration
    if ids[order.id].window == Self.nowhere {
      // The effect may take the last place. Its window is then opened nevertheless, because the effect has started.
      let isOpened = slots.used >> 2 < limit
      apply(order)
      return isOpened ? openWindow(order.id) : ()
    }
    let older = ids[order.id].trailing
    if older != Self.nowhere { drop(older) }
    ids[order.id].trailing = hold(.trailing, order)
  }

  @inlinable @inline(never) mutating func openWindow(_ id: Index) {
    guard let slot = allocate(.window, id, 0) else { return }
    ids[id].window = slot
    requests.append(.startTimer(request(slot), ids[id].windowDuration))
  }

  @discardableResult @inlinable mutating func wait(_ phase: Phase, _ order: Order, _ delay: Duration) -> Index {
    let slot = hold(phase, order)
    if slot != Self.nowhere { requests.append(.startTimer(request(slot), delay)) }
    return slot
  }

  /// Returns a slot that stores the effect until it begins, or `nowhere` if the limit is reached.
  @discardableResult @inlinable mutating func hold(_ phase: Phase, _ order: Order) -> Index {
    guard let slot = allocate(phase, order.id, order.origin) else { return Self.nowhere }
    slots[slot].effect = order.effect
    slots[slot].policy = order.policy
    link(slot)
    let request = request(slot)
    if waitLog != nil { waitLog?.append(.waits(request, order.effect)) }
    return slot
  }

  /// Begins, queues or ignores a start that is the newest of its id.
  @inlinable @inline(__always) mutating func apply(_ order: Order) {
    if order.id != Self.nowhere {
      let isFree = ids[order.id].list.isEmpty
      switch order.policy {
      case .concurrent: break
      case .replace: dropAll(of: order.id)
      case .keep: if !isFree { return waitLog?.append(.ignored(order.effect)) ?? () }
      case .queue: if !isFree || ids[order.id].stopping > 0 { return _ = hold(.queued, order) }
      }
    }
    guard let slot = allocate(.running, order.id, order.origin) else { return }
    link(slot)
    requests.append(.start(request(slot), order.effect))
  }

  /// Handles a timer that has fired.
  @inlinable mutating func fire(_ timer: RequestID) {
    guard isCurrent(timer) else { return }
    let slot = timer.slot
    let id = slots[slot].id
    switch slots[slot].phase {
    case .delayed, .debounced:
      if id == Self.nowhere { return begin(slot) }
      if ids[id].debounce == slot { ids[id].debounce = Self.nowhere }
      applyLate(slot, of: id)
    case .window:
      ids[id].window = Self.nowhere
      release(slot)
      let trailing = ids[id].trailing
      ids[id].trailing = Self.nowhere
      if trailing != Self.nowhere {
        applyLate(trailing, of: id)
        openWindow(id)
      }
    default:
      return
    }
    advanceQueue(id)
  }

  /// Begins, queues or ignores a start that has waited. It considers only the commands before it, that is, the elements
  /// before it in its list.
  @inlinable @inline(never) mutating func applyLate(_ slot: Index, of id: Index) {
    let isFirst = slots[slot].previous == Self.nowhere
    switch slots[slot].policy {
    case .keep where !isFirst:
      unlink(slot)
      return release(slot)
    case .queue where !isFirst || ids[id].stopping > 0:
      slots[slot].phase = .queued
      return
    case .replace:
      while ids[id].list.first != slot { drop(ids[id].list.first) }
    case .concurrent, .keep, .queue:
      break
    }
    begin(slot)
  }

  /// Carries out the changes of a step: cancels the effects of removed features, then long-lived effects, oldest first,
  /// and starts new long-lived effects.
  @inlinable @inline(never) mutating func carryOut(_ changes: [Scope.Change]) {
    var (removed, cancelled, new) = ([Scope](), [Index](), [LongLivedStart]())
    for case .removed(let scope) in changes { removed.append(scope) }
    for case .cancelled(let request) in changes where isLive(request) { cancelled.append(request.slot) }
    if !removed.isEmpty { cancelAll(below: removed) }
    if !cancelled.isEmpty { cancel(cancelled) }
    for case .problem(let problem) in changes { requests.append(.report(problem)) }
    for case .started(let scope, let name) in changes { new.append((scope, name)) }
    if new.isEmpty { return }
    let known = refused.isEmpty ? [] : Set(new.map { ObjectIdentifier($0.scope) })
    refused.removeAll { old in
      old.scope.longLived.place(of: old.name) == nil  // no longer named
        || known.contains(ObjectIdentifier(old.scope)) && new.contains { $0.scope === old.scope && $0.name == old.name }
    }
    refused += new
    startLongLived()
    let late = refused.suffix(new.count)
    requests += late.map { .report(.tooManyEffects(EffectID($0.name, in: $0.scope.way), limit: limit)) }
  }

  /// Starts the long-lived effects that wait, oldest first, as long as there is room.
  ///
  /// - Complexity: O(*n*) for *n* started effects, except for moving those that still wait in memory.
  @inlinable @inline(never) mutating func startLongLived() {
    var place = 0
    while place < refused.count {
      let (scope, name) = refused[place]
      if let index = scope.longLived.place(of: name), case (let effect, nil) = scope.longLived.entries[index].value {
        guard hasRoom(for: .longLived), let slot = allocate(.longLived, Self.nowhere, 0) else { break }
        scope.longLived.entries[index].value.request = request(slot)
        requests.append(.start(request(slot).longLived, effect))
      }
      place += 1
    }
    refused.removeFirst(place)
  }
}
