import ColmeiaMemory

extension EffectTable {
  /// Cancels all that the lane holds, oldest first, and gives it back if nothing has still to stop.
  @inlinable mutating func clear(_ lane: Index) {
    dropAll(of: lane)
    removeIfEmpty(lane)
  }

  @inlinable mutating func dropAll(of lane: Index) {
    while nodes[lane].first != Self.nowhere { drop(nodes[lane].first) }
    if nodes[lane].window != Self.nowhere { drop(nodes[lane].window) }
  }

  /// Cancels the slots, oldest request first.
  @inlinable mutating func cancel(_ work: [Index]) {
    for slot in sortedByNumber(work) {
      let node = slots[slot].node
      drop(slot)
      if node != Self.nowhere { removeIfEmpty(node) }
    }
  }

  @inlinable func sortedByNumber(_ work: [Index]) -> [Index] {
    work.map { (slots[$0].number, $0) }.sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// What runs, waits or is queued in the scope and in those below it.
  ///
  /// - Complexity: O(what the scope holds).
  @inlinable func workBelow(_ scope: Index) -> [Index] {
    var work: [Index] = []
    var open = [scope]
    while let index = open.popLast() {
      var slot = nodes[index].first
      while slot != Self.nowhere {
        work.append(slot)
        slot = slots[slot].next
      }
      if nodes[index].window != Self.nowhere { work.append(nodes[index].window) }
      for first in [nodes[index].firstListed, nodes[index].firstCrowded] {
        var child = first
        while child != Self.nowhere {
          open.append(child)
          child = nodes[child].next
        }
      }
    }
    return work
  }

  /// Cancels what was started in the scopes and in those below them, oldest request first.
  @inlinable mutating func cancelAll(below scopes: [Index]) {
    if scopes.count == 1 { return cancel(workBelow(scopes[0])) }
    var work: Set<Index> = []  // one of the scopes may be below another
    for scope in scopes { work.formUnion(workBelow(scope)) }
    cancel(Array(work))
  }

  /// Cancels everything but long-lived effects. What the root runs without an id is in no list: each slot is looked at.
  @usableFromInline mutating func cancelAllOfRoot() {
    let ended: [Phase] = [.free, .stopping, .longLived]
    cancel((0..<Index(slots.count)).filter { !ended.contains(slots[$0].phase) })
  }

  /// Cancels everything, and forgets all ids: only stops are waited for from now on.
  @usableFromInline mutating func cancelEverything() {
    let all = (0..<Index(slots.count))
    cancel(all.filter { slots[$0].phase != .free && slots[$0].phase != .stopping })
    for slot in all { slots[slot].node = Self.nowhere }
    removeAllNodes()
  }

  @inlinable mutating func removeAllNodes() {
    nodes.removeAll()
    makeRoot()
    crowd.removeAll()
  }
}
