extension EffectTable {
  @inlinable mutating func carryOut(_ command: Command<Effect>, _ origin: UInt64) {
    switch command.operation {
    case .run(let effect, let policy, let start):
      if command.id.name.isEmpty {
        run(effect, in: command.id.scope, start, origin)
      } else {
        run(effect, command.id, policy, start, origin)
      }
    case .cancel:
      let lane = find(command.id)
      if lane != Self.nowhere { clear(lane) }
    case .cancelAll:
      let scope = find(command.id.scope)
      if scope != Self.nowhere { cancelAll(below: [scope]) }
    }
  }

  /// Runs an effect without an id.
  @inlinable mutating func run(_ effect: Effect, in scope: EffectScope, _ start: Start, _ origin: UInt64) {
    let id = EffectID("", in: scope)
    if case .after(let delay) = start {
      guard let slot = allocate(.delayed, origin, for: id) else { return }
      slots[Int(slot)].effect = effect
      if !scope.isRoot { link(slot, to: findOrMake(scope)) }
      requests.append(.startTimer(self.id(slot), delay))
    } else {
      guard let slot = allocate(.running, origin, for: id) else { return }
      if !scope.isRoot { link(slot, to: findOrMake(scope)) }
      requests.append(.start(self.id(slot), effect))
    }
  }

  /// Runs an effect with an id.
  @inlinable mutating func run(
    _ effect: Effect, _ id: EffectID, _ policy: Policy, _ start: Start, _ origin: UInt64
  ) {
    let lane = findOrMake(id)
    switch start {
    case .now:
      if case .replace = policy { dropAll(of: lane) }
      apply(effect, policy, lane, id, origin)
    case .after(let delay):
      wait(.delayed, effect, policy, lane, id, delay, origin)
    case .debounce(let delay):
      let waiting = nodes[Int(lane)].debounce
      if waiting != Self.nowhere { drop(waiting) }
      nodes[Int(lane)].debounce = wait(.debounced, effect, policy, lane, id, delay, origin)
    case .throttle(let duration):
      throttle(effect, policy, lane, id, duration, origin)
    }
    beginNext(in: lane)  // a waiting start that was replaced may have stood before what is queued
    removeIfEmpty(lane)
  }

  @inlinable mutating func throttle(
    _ effect: Effect, _ policy: Policy, _ lane: Index, _ id: EffectID, _ duration: Duration, _ origin: UInt64
  ) {
    nodes[Int(lane)].windowDuration = duration
    if nodes[Int(lane)].window == Self.nowhere {
      if case .replace = policy { dropAll(of: lane) }
      apply(effect, policy, lane, id, origin)
      openWindow(lane, id)
      return
    }
    let older = nodes[Int(lane)].trailing
    if older != Self.nowhere { drop(older) }
    guard let slot = allocate(.trailing, origin, for: id) else { return }
    slots[Int(slot)].effect = effect
    slots[Int(slot)].policy = policy
    link(slot, to: lane)
    nodes[Int(lane)].trailing = slot
  }

  @inlinable mutating func openWindow(_ lane: Index, _ id: EffectID) {
    guard let slot = allocate(.window, 0, for: id) else { return }
    slots[Int(slot)].node = lane
    nodes[Int(lane)].window = slot
    countUp(lane)
    requests.append(.startTimer(self.id(slot), nodes[Int(lane)].windowDuration))
  }

  @discardableResult @inlinable mutating func wait(
    _ phase: Phase, _ effect: Effect, _ policy: Policy, _ lane: Index, _ id: EffectID, _ delay: Duration,
    _ origin: UInt64
  ) -> Index {
    guard let slot = allocate(phase, origin, for: id) else { return Self.nowhere }
    slots[Int(slot)].effect = effect
    slots[Int(slot)].policy = policy
    link(slot, to: lane)
    requests.append(.startTimer(self.id(slot), delay))
    return slot
  }

  /// Lets a start that is the newest of its lane begin, wait in the queue, or be ignored.
  @inlinable mutating func apply(
    _ effect: Effect, _ policy: Policy, _ lane: Index, _ id: EffectID, _ origin: UInt64
  ) {
    let isFree = nodes[Int(lane)].first == Self.nowhere
    switch policy {
    case .keep where !isFree:
      return
    case .queue where !isFree || nodes[Int(lane)].stopping > 0:
      guard let slot = allocate(.queued, origin, for: id) else { return }
      slots[Int(slot)].effect = effect
      link(slot, to: lane)
    case .concurrent, .replace, .keep, .queue:
      guard let slot = allocate(.running, origin, for: id) else { return }
      link(slot, to: lane)
      requests.append(.start(self.id(slot), effect))
    }
  }

  /// A timer's time has come.
  @inlinable mutating func fire(_ id: RequestID) {
    guard Int(id.slot) < slots.count, slots[Int(id.slot)].number == id.number else { return }
    let slot = id.slot
    let lane = slots[Int(slot)].node
    switch slots[Int(slot)].phase {
    case .delayed, .debounced:
      if lane != Self.nowhere, nodes[Int(lane)].debounce == slot { nodes[Int(lane)].debounce = Self.nowhere }
      applyLate(slot)
    case .window:
      nodes[Int(lane)].window = Self.nowhere
      countDown(lane)
      release(slot)
      let trailing = nodes[Int(lane)].trailing
      nodes[Int(lane)].trailing = Self.nowhere
      if trailing != Self.nowhere {
        applyLate(trailing)
        openWindow(lane, idOfLane(lane))
      }
    default:
      return
    }
    if lane != Self.nowhere {
      if nodes[Int(lane)].isLane { beginNext(in: lane) }
      removeIfEmpty(lane)
    }
  }

  /// Lets a start that has waited begin, wait in the queue, or be ignored. It looks only at what was
  /// commanded before it, that is, at what stands before it in its list.
  @inlinable mutating func applyLate(_ slot: Index) {
    guard let effect = slots[Int(slot)].effect else { return }
    let node = slots[Int(slot)].node
    let isFirst = node == Self.nowhere || slots[Int(slot)].previous == Self.nowhere
    switch slots[Int(slot)].policy {
    case .keep where !isFirst:
      unlink(slot)
      release(slot)
    case .queue where !isFirst || nodes[Int(node)].stopping > 0:
      slots[Int(slot)].phase = .queued
    case .replace where !isFirst:
      var older = nodes[Int(node)].first
      while older != slot {
        let next = slots[Int(older)].next
        drop(older)
        older = next
      }
      number(slot)
      begin(slot, effect)
    case .concurrent, .replace, .keep, .queue:
      number(slot)
      begin(slot, effect)
    }
  }

  /// Begins what is queued at the head of the lane, if everything before it has stopped.
  @inlinable mutating func beginNext(in lane: Index) {
    let head = nodes[Int(lane)].first
    guard head != Self.nowhere, nodes[Int(lane)].stopping == 0, slots[Int(head)].phase == .queued,
      let effect = slots[Int(head)].effect
    else { return }
    number(head)
    begin(head, effect)
  }

  @inlinable func idOfLane(_ lane: Index) -> EffectID {
    EffectID(nodes[Int(lane)].key.key.description, in: nodes[Int(nodes[Int(lane)].parent)].scope)
  }
}
