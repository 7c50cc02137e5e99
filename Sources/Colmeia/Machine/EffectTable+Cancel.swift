extension EffectTable {
  /// Cancels all that the lane holds, oldest first, and gives it back if nothing has still to stop.
  @inlinable mutating func clear(_ lane: Index) {
    dropAll(of: lane)
    removeIfEmpty(lane)
  }

  @inlinable mutating func dropAll(of lane: Index) {
    while nodes[Int(lane)].first != Self.nowhere { drop(nodes[Int(lane)].first) }
    if nodes[Int(lane)].window != Self.nowhere { drop(nodes[Int(lane)].window) }
  }

  /// Cancels the slots, oldest request first.
  @inlinable mutating func cancel(_ work: [Index]) {
    for slot in work.sorted(by: { slots[Int($0)].number < slots[Int($1)].number }) {
      let node = slots[Int(slot)].node
      drop(slot)
      if node != Self.nowhere { removeIfEmpty(node) }
    }
  }

  /// What runs, waits or is queued in the scope and in those below it.
  ///
  /// - Complexity: O(what the scope holds).
  @inlinable func workBelow(_ scope: Index) -> [Index] {
    var work: [Index] = []
    var open = [scope]
    while let index = open.popLast() {
      let node = nodes[Int(index)]
      var slot = node.first
      while slot != Self.nowhere {
        work.append(slot)
        slot = slots[Int(slot)].next
      }
      if node.window != Self.nowhere { work.append(node.window) }
      for first in [node.firstListed, node.firstCrowded] {
        var child = first
        while child != Self.nowhere {
          open.append(child)
          child = nodes[Int(child)].next
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

  /// Cancels everything, and forgets all ids: only stops are waited for from now on.
  @usableFromInline mutating func cancelEverything() {
    let live = slots.indices.filter { slots[$0].phase != .free && slots[$0].phase != .stopping }
    cancel(live.map { Index($0) })
    for index in slots.indices { slots[index].node = Self.nowhere }
    nodes = [Node(key: nodes[0].key, parent: Self.nowhere)]
    firstFreeNode = Self.nowhere
    crowd = [:]
    active = []
  }
}
