import ColmeiaMemory

extension EffectTable {
  @inlinable mutating func carryOut<Output>(_ command: EffectCommand<Effect, Output>, _ origin: UInt64) {
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
    case .cancelAll where command.id.scope.isRoot:
      cancelAllOfRoot()
    case .cancelAll:
      let scope = find(command.id.scope)
      if scope != Self.nowhere { cancelAll(below: [scope]) }
    case .output, .heard:
      break
    }
  }

  /// Runs an effect without an id.
  @inlinable mutating func run(_ effect: Effect, in scope: EffectScope, _ start: Start, _ origin: UInt64) {
    let id = EffectID("", in: scope)
    if case .after(let delay) = start {
      guard let slot = allocate(.delayed, origin, for: id) else { return }
      hold(effect, in: slot)
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
      let waiting = nodes[lane].debounce
      if waiting != Self.nowhere { drop(waiting) }
      nodes[lane].debounce = wait(.debounced, effect, policy, lane, id, delay, origin)
    case .throttle(let duration):
      throttle(effect, policy, lane, id, duration, origin)
    }
    beginNext(in: lane)  // a waiting start that was replaced may have stood before what is queued
    removeIfEmpty(lane)
  }

  @inlinable mutating func throttle(
    _ effect: Effect, _ policy: Policy, _ lane: Index, _ id: EffectID, _ duration: Duration, _ origin: UInt64
  ) {
    nodes[lane].windowDuration = duration
    if nodes[lane].window == Self.nowhere {
      if case .replace = policy { dropAll(of: lane) }
      apply(effect, policy, lane, id, origin)
      openWindow(lane, id)
      return
    }
    let older = nodes[lane].trailing
    if older != Self.nowhere { drop(older) }
    guard let slot = allocate(.trailing, origin, for: id) else { return }
    hold(effect, in: slot)
    slots[slot].policy = policy
    link(slot, to: lane)
    nodes[lane].trailing = slot
  }

  @inlinable mutating func openWindow(_ lane: Index, _ id: EffectID) {
    guard let slot = allocate(.window, 0, for: id) else { return }
    slots[slot].node = lane
    nodes[lane].window = slot
    countUp(lane)
    requests.append(.startTimer(self.id(slot), nodes[lane].windowDuration))
  }

  @discardableResult @inlinable mutating func wait(
    _ phase: Phase, _ effect: Effect, _ policy: Policy, _ lane: Index, _ id: EffectID, _ delay: Duration,
    _ origin: UInt64
  ) -> Index {
    guard let slot = allocate(phase, origin, for: id) else { return Self.nowhere }
    hold(effect, in: slot)
    slots[slot].policy = policy
    link(slot, to: lane)
    requests.append(.startTimer(self.id(slot), delay))
    return slot
  }

  /// Lets a start that is the newest of its lane begin, wait in the queue, or be ignored.
  @inlinable mutating func apply(
    _ effect: Effect, _ policy: Policy, _ lane: Index, _ id: EffectID, _ origin: UInt64
  ) {
    let isFree = nodes[lane].first == Self.nowhere
    switch policy {
    case .keep where !isFree:
      return
    case .queue where !isFree || nodes[lane].stopping > 0:
      guard let slot = allocate(.queued, origin, for: id) else { return }
      hold(effect, in: slot)
      link(slot, to: lane)
    case .concurrent, .replace, .keep, .queue:
      guard let slot = allocate(.running, origin, for: id) else { return }
      link(slot, to: lane)
      requests.append(.start(self.id(slot), effect))
    }
  }

  /// A timer's time has come.
  @inlinable mutating func fire(_ id: RequestID) {
    guard isCurrent(id) else { return }
    let slot = id.slot
    let lane = slots[slot].node
    switch slots[slot].phase {
    case .delayed, .debounced:
      if lane != Self.nowhere, nodes[lane].debounce == slot { nodes[lane].debounce = Self.nowhere }
      applyLate(slot)
    case .window:
      nodes[lane].window = Self.nowhere
      countDown(lane)
      release(slot)
      let trailing = nodes[lane].trailing
      nodes[lane].trailing = Self.nowhere
      if trailing != Self.nowhere {
        applyLate(trailing)
        openWindow(lane, idOfLane(lane))
      }
    default:
      return
    }
    if lane != Self.nowhere {
      if nodes[lane].isLane { beginNext(in: lane) }
      removeIfEmpty(lane)
    }
  }

  /// Lets a start that has waited begin, wait in the queue, or be ignored. It looks only at what was
  /// commanded before it, that is, at what stands before it in its list.
  @inlinable mutating func applyLate(_ slot: Index) {
    guard let effect = slots[slot].effect else { return }
    let node = slots[slot].node
    let isFirst = node == Self.nowhere || slots[slot].previous == Self.nowhere
    switch slots[slot].policy {
    case .keep where !isFirst:
      unlink(slot)
      release(slot)
    case .queue where !isFirst || nodes[node].stopping > 0:
      slots[slot].phase = .queued
    case .replace where !isFirst:
      var older = nodes[node].first
      while older != slot {
        let next = slots[older].next
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
    let head = nodes[lane].first
    guard head != Self.nowhere, nodes[lane].stopping == 0, slots[head].phase == .queued,
      let effect = slots[head].effect
    else { return }
    number(head)
    begin(head, effect)
  }

  @inlinable func idOfLane(_ lane: Index) -> EffectID {
    EffectID(nodes[lane].key.key.description, in: nodes[nodes[lane].parent].scope)
  }
}
