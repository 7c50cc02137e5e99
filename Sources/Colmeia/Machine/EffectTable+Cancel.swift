import ColmeiaMemory

extension EffectTable {
  /// Cancels all that the id holds, oldest first, then its window.
  @inlinable mutating func dropAll(of id: Index) {
    while ids[id].list.first != Self.nowhere { drop(ids[id].list.first) }
    if ids[id].window != Self.nowhere { drop(ids[id].window) }
  }

  /// Cancels the slots, oldest request first.
  @inlinable mutating func cancel(_ work: [Index]) {
    for slot in work.sorted(by: { slots[$0].number < slots[$1].number }) {
      let id = slots[slot].id
      drop(slot)
      if id != Self.nowhere, ids[id].isEmpty { remove(id) }
    }
  }

  /// Cancels what was started in the scopes, none of which is below another, and in those below them, oldest request first.
  ///
  /// - Complexity: O(*n* log *n*) in what the scopes hold.
  @inlinable mutating func cancelAll(below scopes: [Scope]) {
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

  /// Cancels everything but long-lived effects. What the root runs without an id is in no list: each slot is looked at.
  @usableFromInline mutating func cancelAllOfRoot() {
    let ended: [Phase] = [.free, .stopping, .longLived]
    cancel((0..<Index(slots.count)).filter { !ended.contains(slots[$0].phase) })
  }

  /// Cancels everything, and forgets all ids and features: only stops are waited for from now on.
  @usableFromInline mutating func cancelEverything() {
    let all = 0..<Index(slots.count)
    cancel(all.filter { slots[$0].phase != .free })
    for slot in all { slots[slot].id = Self.nowhere }
    ids.removeAll()
    refused = []
    lastWay = nil
    root = Scope("", in: nil, mayBeGone: false)
  }
}
