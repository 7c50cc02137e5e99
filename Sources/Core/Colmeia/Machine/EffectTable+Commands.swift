extension EffectTable {
  /// Carries out a start. The machine must call ``advanceQueue(_:)`` for the id afterwards, because a replaced waiting
  /// start may have preceded a queued one.
  @usableFromInline mutating func run(_ id: Int, _ policy: Policy, _ start: EffectStart) -> Outcome {
    let isNamed = !ids[id].name.isEmpty
    if !isNamed, policy != .concurrent || start.withoutID != start { orders.append(.report(.unnamedID)) }
    let policy = isNamed ? policy : .concurrent
    switch isNamed ? start : start.withoutID {
    case .now:
      return apply(id, policy)
    case .after(let delay):
      if policy == .replace { dropAll(of: id) }
      return wait(.delayed, id, policy, delay)
    case .debounce(let delay):
      if policy == .replace { dropAll(of: id) } else if let waiting = ids[id].debounce { drop(waiting) }
      let outcome = wait(.debounced, id, policy, delay)
      if case .waits(let request) = outcome { ids[id].debounce = request.slot }
      return outcome
    case .throttle(let duration):
      return throttle(id, policy, duration)
    }
  }

  private mutating func throttle(_ id: Int, _ policy: Policy, _ duration: Duration) -> Outcome {
    ids[id].windowDuration = duration
    if ids[id].window != nil {
      if let older = ids[id].trailing { drop(older) }
      let outcome = hold(.trailing, id, policy)
      if case .waits(let request) = outcome { ids[id].trailing = request.slot }
      return outcome
    }
    return apply(id, policy)
  }

  /// Opens the window of a throttle, unless it is open. Called after the effect that opens it was started.
  @usableFromInline mutating func openWindow(_ id: Int, ifRoomFor used: Int) {
    // The effect may have taken the last slot. Its window is then opened nevertheless.
    if ids[id].window == nil, used / 4 < limit { openWindow(id) }
  }

  private mutating func openWindow(_ id: Int) {
    guard let slot = allocate(.window, scope: ids[id].scope, id: id) else { return }
    ids[id].window = slot
    orders.append(.startTimer(request(slot), ids[id].windowDuration))
  }

  private mutating func wait(_ phase: Phase, _ id: Int, _ policy: Policy, _ delay: Duration) -> Outcome {
    let outcome = hold(phase, id, policy)
    if case .waits(let request) = outcome { orders.append(.startTimer(request, delay)) }
    return outcome
  }

  private mutating func hold(_ phase: Phase, _ id: Int, _ policy: Policy) -> Outcome {
    guard let slot = allocate(phase, scope: ids[id].scope, id: id, policy) else { return .isRefused }
    link(slot)
    return .waits(request(slot))
  }

  /// Carries out a start that doesn't wait for a timer.
  private mutating func apply(_ id: Int, _ policy: Policy) -> Outcome {
    let isOccupied = ids[id].first != nil
    switch policy {
    case .concurrent: break
    case .replace: dropAll(of: id)
    case .keep: if isOccupied { return .isIgnored }
    case .queue: if isOccupied || ids[id].stopping > 0 { return hold(.queued, id, policy) }
    }
    guard let slot = allocate(.running, scope: ids[id].scope, id: id, policy) else { return .isRefused }
    link(slot)
    return .begins(request(slot))
  }

  @usableFromInline mutating func fire(_ timer: RequestID) {
    guard isCurrent(timer), let id = slots[timer.slot].id else { return }
    beginStep(origin(of: timer))
    switch slots[timer.slot].phase {
    case .delayed, .debounced:
      if ids[id].debounce == timer.slot { ids[id].debounce = nil }
      applyLate(timer.slot, of: id)
    case .window:
      ids[id].window = nil
      release(timer.slot)
      if let trailing = ids[id].trailing {
        ids[id].trailing = nil
        applyLate(trailing, of: id)
        openWindow(id)
      }
    default:
      return
    }
    advanceQueue(id)
  }

  /// Carries out a start that has waited. It considers only the effects of its id that were commanded before it.
  private mutating func applyLate(_ slot: Int, of id: Int) {
    let isFirst = slots[slot].previous == nil
    switch slots[slot].policy {
    case .keep where !isFirst:
      orders.append(.drop(request(slot)))
      unlink(slot)
      return release(slot)
    case .queue where !isFirst || ids[id].stopping > 0:
      slots[slot].phase = .queued
      return
    case .replace:
      while let first = ids[id].first, first != slot { drop(first) }
    case .concurrent, .keep, .queue:
      break
    }
    begin(slot)
  }

  // MARK: Cancelling

  /// Cancels everything of an id.
  @usableFromInline mutating func cancel(_ name: String, in scope: Int) {
    guard let id = scopes.all[scope].ids[name] else { return }
    dropAll(of: id)
    advanceQueue(id)
  }

  private mutating func dropAll(of id: Int) {
    while let first = ids[id].first { drop(first) }
    if let window = ids[id].window { drop(window) }
  }

  /// Cancels what was started in these scopes and below them, in the order of the numbers, except long-lived effects.
  @usableFromInline mutating func cancelAll(below roots: [Int]) {
    var found: [Int] = []
    for id in roots.flatMap({ scopes.below($0) }).flatMap({ scopes.all[$0].ids.values }) {
      var slot = ids[id].first
      while let index = slot {
        found.append(index)
        slot = slots[index].next
      }
      if let window = ids[id].window { found.append(window) }
    }
    cancel(found)
  }

  /// Cancels slots in the order of their numbers.
  @usableFromInline mutating func cancel(_ found: [Int]) {
    for request in found.map({ request($0) }).sorted(by: { $0.number < $1.number }) where holds(request) {
      let id = slots[request.slot].id
      drop(request.slot)
      if let id, ids[id].isEmpty { remove(id) }
    }
  }

  /// Cancels everything, when the machine is shut down.
  @usableFromInline mutating func cancelEverything() {
    beginStep(.longLived)
    cancel(slots.indices.filter { slots[$0].phase != .free && slots[$0].phase != .stopping })
    for slot in slots.indices { slots[slot].id = nil }
    (ids, freeIDs, scopes, refused) = ([], [], ScopeTree(), [])
    for slot in slots.indices { slots[slot].scope = 0 }
  }

  /// Starts a long-lived effect if there is room.
  @usableFromInline mutating func startLongLived(in scope: Int) -> RequestID? {
    guard hasRoom(for: .longLived) else { return nil }
    return allocate(.longLived, scope: scope, id: nil).map { request($0) }
  }
}
