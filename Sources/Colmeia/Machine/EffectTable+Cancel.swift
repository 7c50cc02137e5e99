import ColmeiaMemory

extension EffectTable {
  /// Cancels everything that the id holds, oldest first, and then its throttle window.
  @inlinable mutating func dropAll(of id: Index) {
    while ids[id].list.first != Self.nowhere { drop(ids[id].list.first) }
    if ids[id].window != Self.nowhere { drop(ids[id].window) }
  }

  /// Cancels the slots, in the order of their requests.
  @inlinable @inline(never) mutating func cancel(_ work: [Index]) {
    for request in work.map({ request($0) }).inOrder() {
      let slot = request.slot
      let id = slots[slot].id
      drop(slot)
      if id != Self.nowhere, ids[id].isEmpty { remove(id) }
    }
  }

  /// Cancels everything that was started in or below the scopes, in the order of the requests. No scope may be below
  /// another.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of slots in the scopes.
  @inlinable @inline(never) mutating func cancelAll(below scopes: [Scope]) {
    var work: [Index] = []
    var open = scopes
    while let scope = open.popLast() {
      for (_, id) in scope.ids.entries {
        var slot = ids[id].list.first
        while slot != Self.nowhere {
          work.append(slot)
          slot = slots[slot].next
        }
        if ids[id].window != Self.nowhere { work.append(ids[id].window) }
      }
      open += scope.children.values
    }
    cancel(work)
  }

  /// Cancels everything except long-lived effects. Effects of the root without an id are in no list, so each slot is
  /// checked.
  @usableFromInline mutating func cancelAllOfRoot() {
    let ended: [Phase] = [.free, .stopping, .longLived]
    cancel((0..<Index(slots.count)).filter { !ended.contains(slots[$0].phase) })
  }

  /// Cancels everything, and removes all ids and features. From then on, the table only waits until effects have
  /// stopped.
  @usableFromInline mutating func cancelEverything() {
    let all = 0..<Index(slots.count)
    cancel(all.filter { slots[$0].phase != .free })
    for slot in all { slots[slot].id = Self.nowhere }
    ids.removeAll()
    (root, lastWay, refused) = (Scope("", in: nil, mayBeRemoved: false), nil, [])
  }
}
